/// An error in loading the user's name.
public enum UsernameError: Error, Hashable, Sendable {
  /// The client threw a cancellation without being cancelled.
  case interrupted

  /// The client failed with this text.
  case unavailable(String)

  /// The text for the user.
  public var text: String {
    switch self {
    case .interrupted: "Loading the name was interrupted."
    case .unavailable(let reason): "The name can't be loaded: \(reason)"
    }
  }
}

extension UsernameError: ClientFailure {}
