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
  let before = try value()
  var expected = before
  try changes(&expected)
  try operation()
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  expectChange(from: before, expected: expected, to: try value(), at: site)
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
  let before = try value()
  var expected = before
  try changes(&expected)
  try await operation()
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  expectChange(from: before, expected: expected, to: try value(), at: site)
}

/// Fails the test unless a value is the expected one, or changes the test's source.
private func expectChange<Value: Equatable>(from before: Value, expected: Value, to after: Value, at site: CallSite) {
  let isExpected = after == expected
  let isAccepted = AcceptedChanges.accept(
    "expectDifference",
    at: site,
    headline: isExpected ? nil : "The value differs from the expected one."
  ) { .closure(ClosureChange(from: before, asserted: expected, to: after, near: site.filePath)) }
  guard isExpected || !isAccepted else { return }
  reportDifference(after, expected, at: site)
}
