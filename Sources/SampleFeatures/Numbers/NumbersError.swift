/// Why there are no numbers.
public enum NumbersError: Error, Hashable, Sendable {
  /// The client gave up without having been asked to.
  case interrupted

  /// The client could not get the numbers, and this is why.
  case unavailable(String)

  /// What to tell the user who wants to know more.
  public var text: String {
    switch self {
    case .interrupted: "The download was interrupted."
    case .unavailable(let reason): "The numbers can't be downloaded: \(reason)"
    }
  }
}

extension NumbersError: ClientFailure {}
