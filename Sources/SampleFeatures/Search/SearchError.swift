/// Why a search has no answer.
public enum SearchError: Error, Hashable, Sendable {
  /// The client gave up without having been asked to.
  case interrupted

  /// The client could not search, and this is why.
  case unavailable(String)

  /// What to tell the user.
  public var text: String {
    switch self {
    case .interrupted: "The search was interrupted."
    case .unavailable(let reason): "The search is unavailable: \(reason)"
    }
  }
}

extension SearchError: ClientFailure {}
