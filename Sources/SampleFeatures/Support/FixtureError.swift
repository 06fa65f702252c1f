/// A problem with a fixture file.
public enum FixtureError: Error, Hashable, Sendable {
  /// The file doesn't exist.
  case missing(file: String)

  /// The file can't be read.
  case unreadable(file: String)

  /// The file is not JSON.
  case malformed(file: String)

  /// The JSON is unexpected at the given path, such as `entries[3].title`.
  case unexpected(file: String, place: String, problem: String)
}

extension FixtureError: CustomStringConvertible {
  /// The file, with its problem.
  public var description: String {
    switch self {
    case .missing(let file): "\(file) does not exist."
    case .unreadable(let file): "\(file) can't be read."
    case .malformed(let file): "\(file) is not valid JSON."
    case .unexpected(let file, let place, let problem): "\(file): \(place) \(problem)."
    }
  }
}

extension FixtureError {
  /// Creates the error for a decoding error.
  ///
  /// The texts of decoding errors differ between platforms, so the error uses only their paths and types.
  init(_ error: DecodingError, in file: String) {
    switch error {
    case .keyNotFound(let key, let context):
      self = .unexpected(file: file, place: Self.place(context.codingPath + [key]), problem: "is missing")
    case .valueNotFound(_, let context):
      self = .unexpected(file: file, place: Self.place(context.codingPath), problem: "is null")
    case .typeMismatch(_, let context):
      self = .unexpected(file: file, place: Self.place(context.codingPath), problem: "is of the wrong type")
    case .dataCorrupted:
      self = .malformed(file: file)
    @unknown default:
      self = .malformed(file: file)
    }
  }

  /// Returns a coding path as code: `entries[3].title`.
  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the whole file" }
    return path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
