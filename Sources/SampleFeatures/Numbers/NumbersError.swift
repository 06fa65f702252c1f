/// An error in downloading numbers.
public enum NumbersError: Error, Hashable, Sendable {
  /// The client threw a cancellation without being cancelled.
  case interrupted

  /// The client failed with this text.
  case unavailable(String)

  /// The text for the user.
  public var text: String {
    switch self {
    case .interrupted: "The download was interrupted."
    case .unavailable(let reason): "The numbers can't be downloaded: \(reason)"
    }
  }
}

extension NumbersError: ClientFailure {}
