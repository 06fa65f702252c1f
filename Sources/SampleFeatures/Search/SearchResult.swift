/// A result of a search.
public struct SearchResult: Hashable, Sendable {
  /// The title.
  public var title: String

  /// The description, which may be empty.
  public var detail: String

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - detail: The description.
  public init(title: String, detail: String = "") {
    self.title = title
    self.detail = detail
  }
}
