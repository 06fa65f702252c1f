/// The reason why mails can't be downloaded.
public enum MailError: Error, Hashable, Sendable {
  /// The client threw a cancellation without being cancelled.
  case interrupted

  /// The client failed for this reason.
  case unavailable(String)

  /// The text for the user.
  public var text: String {
    switch self {
    case .interrupted: "The download was interrupted."
    case .unavailable(let reason): "The mails can't be downloaded: \(reason)"
    }
  }
}

extension MailError: ClientFailure {}
