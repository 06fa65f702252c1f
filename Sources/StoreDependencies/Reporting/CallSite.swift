/// A position in source code, so that a failure can point at it.
///
/// Its parts are the values of `#fileID`, `#filePath`, `#line` and `#column` at the call.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, such as `Search/SearchFeature.swift`.
  public let fileID: String

  /// The absolute path of the file.
  public let filePath: String

  /// The line, counted from 1.
  public let line: Int

  /// The column, counted from 1.
  public let column: Int

  /// Creates a position in source code; without arguments, the position of the call.
  public init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The file's name without its module, such as `SearchFeature.swift`.
  public var fileName: String {
    fileID.lastIndex(of: "/").map { String(fileID[fileID.index(after: $0)...]) } ?? fileID
  }

  /// The file's name and the line, such as `SearchFeature.swift:42`.
  public var description: String { "\(fileName):\(line)" }
}
