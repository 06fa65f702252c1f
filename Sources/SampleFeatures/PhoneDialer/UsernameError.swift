/// Why the user's name is not known.
public enum UsernameError: Error, Hashable, Sendable {
  /// The client gave up without having been asked to.
  case interrupted

  /// The client could not get the name, and this is why.
  case unavailable(String)

  /// What to tell the user.
  public var text: String {
    switch self {
    case .interrupted: "Loading the name was interrupted."
    case .unavailable(let reason): "The name can't be loaded: \(reason)"
    }
  }
}

extension UsernameError: ClientFailure {}
