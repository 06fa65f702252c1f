/// An error of a search.
public enum SearchError: Error, Hashable, Sendable {
  /// The client threw a cancellation without being cancelled.
  case interrupted

  /// The client failed with this text.
  case unavailable(String)

  /// The text for the user.
  public var text: String {
    switch self {
    case .interrupted: "The search was interrupted."
    case .unavailable(let reason): "The search is unavailable: \(reason)"
    }
  }
}

extension SearchError: ClientFailure {}
