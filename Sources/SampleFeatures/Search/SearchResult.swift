/// Something that a search has found.
public struct SearchResult: Hashable, Sendable {
  /// What it is called.
  public var title: String

  /// What it is; empty if there is no more to say.
  public var detail: String

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - detail: What it is.
  public init(title: String, detail: String = "") {
    self.title = title
    self.detail = detail
  }
}
