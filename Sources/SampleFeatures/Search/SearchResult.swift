/// A result of a search.
public struct SearchResult: Hashable, Identifiable, Sendable {
  /// The identity of the result. Titles are not unique: there are three cities called León.
  public let id: String

  /// The title.
  public var title: String

  /// The description, which may be empty.
  public var detail: String

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - id: The identity; by default, the title.
  ///   - title: The title.
  ///   - detail: The description.
  public init(id: String? = nil, title: String, detail: String = "") {
    self.id = id ?? title
    self.title = title
    self.detail = detail
  }
}
