/// Why source is not edited.
package enum EditError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  case invalidUTF8(path: String)

  /// The file is newer than the program that was built from it.
  case changedSinceBuild(path: String)

  /// The bracket, quote or comment that begins here has no partner.
  case unbalanced(line: Int, column: Int)

  /// Two edits change the same text in different ways.
  case overlapping(line: Int)

  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) can't be read: \(reason)."
    case .unwritable(let path, let reason): "\(path) can't be written: \(reason)."
    case .invalidUTF8(let path): "\(path) is not valid UTF-8."
    case .changedSinceBuild(let path): "\(path) has changed since the test was built. Build it again."
    case .unbalanced(let line, let column): "What opens or closes at line \(line), column \(column) has no partner."
    case .overlapping(let line): "Line \(line) would be changed in two different ways."
    }
  }
}
