/// An error in drawing a random number.
public enum RandomNumberError: Error, Hashable, Sendable {
  /// The client threw a cancellation without being cancelled.
  case interrupted

  /// The client failed with this text.
  case unavailable(String)

  /// The text for the user.
  public var text: String {
    switch self {
    case .interrupted: "The draw was interrupted."
    case .unavailable(let reason): "There is no random number: \(reason)"
    }
  }
}

extension RandomNumberError: ClientFailure {}
