/// Why there is no random number.
public enum RandomNumberError: Error, Hashable, Sendable {
  /// The client gave up without having been asked to.
  case interrupted

  /// The client could not draw a number, and this is why.
  case unavailable(String)

  /// What to tell the user.
  public var text: String {
    switch self {
    case .interrupted: "The draw was interrupted."
    case .unavailable(let reason): "There is no random number: \(reason)"
    }
  }
}

extension RandomNumberError: ClientFailure {}
