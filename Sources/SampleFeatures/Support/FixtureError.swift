/// What is wrong with a fixture file.
public enum FixtureError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(file: String)

  /// There is something by that name, but it can't be read.
  case unreadable(file: String)

  /// The file is not JSON.
  case malformed(file: String)

  /// The JSON is not what is expected at the given place, such as `entries[3].title`.
  case unexpected(file: String, place: String, problem: String)
}

extension FixtureError: CustomStringConvertible {
  /// The file, and what is wrong with it.
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
  /// Makes the error of what a decoder has thrown.
  ///
  /// The decoder's own words differ from platform to platform, so only its findings are used.
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

  /// A path as it is written in code: `entries[3].title`.
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
