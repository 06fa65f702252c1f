import StoreDependencies

/// Fails the test at the caller's line unless an operation changes a value exactly as expected.
///
/// ```swift
/// expectDifference(of: model.letter) {
///   model.sign()
/// } changes: {
///   $0.lines.append("Yours, Blob")
/// }
/// ```
///
/// Use it for models without a store. The value is read before and after the operation. An operation that changes
/// nothing fails, unless the closure changes nothing either.
///
/// - Parameters:
///   - value: Reads the value.
///   - operation: Changes the value.
///   - changes: Changes the previous value into the expected one.
///   - fileID: The caller's module and file.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectDifference<Value: Equatable>(
  of value: @autoclosure () throws -> Value,
  operation: () throws -> Void,
  changes: (inout Value) throws -> Void,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows {
  var expected = try value()
  try changes(&expected)
  try operation()
  expectNoDifference(try value(), expected, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Fails the test at the caller's line unless an asynchronous operation changes a value as expected.
///
/// It also fails if the operation changes anything else.
///
/// - Parameters:
///   - value: Reads the value.
///   - operation: Changes the value.
///   - changes: Changes the previous value into the expected one.
///   - fileID: The caller's module and file.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectDifference<Value: Equatable>(
  of value: @autoclosure () throws -> Value,
  operation: () async throws -> Void,
  changes: (inout Value) throws -> Void,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows {
  var expected = try value()
  try changes(&expected)
  try await operation()
  expectNoDifference(try value(), expected, fileID: fileID, filePath: filePath, line: line, column: column)
}
