import StoreDependencies

/// Says how two values differ by structure, or nil if they don't.
///
/// The first lines name each place that differs, as Swift would write it behind the value. Behind them stand the
/// changed parts of both values, `-` for the first and `+` for the second; what is the same is counted, not shown:
///
///     title: "Draft" -> "Final"
///     lines[2]: inserted "The end."
///
///       Letter(
///     -   title: "Draft"
///     +   title: "Final"
///         lines: [
///     +     [2]: "The end."
///           (2 unchanged)
///         ]
///         (1 unchanged)
///       )
///
/// What `==` says is not what decides: a difference that it doesn't see is shown, with the type that hides it. Where it says
/// that two values differ and nothing can be seen, the text says so. Elements of lists are told apart by their `id`, or else
/// by what they are; closures can't be told apart. Types that make a text of themselves, or a mirror, are shown by it.
///
/// - Parameters:
///   - first: A value.
///   - second: Another.
/// - Returns: The text, of bounded length, or nil.
public func difference<Value>(_ first: Value, _ second: Value) -> String? {
  Comparison(first, second)?.text()
}

/// Fails the test at the caller's line if two values differ, and says how.
///
/// It is for values outside a store, such as what a function returned, where `#expect(a == b)` would print both of them:
///
///     expectNoDifference(letter, Letter(title: "Final", lines: ["Dear Blob,"]))
///
/// A difference that `==` doesn't see is a hint, which is shown and fails nothing, as for the state of a store. It may be
/// called from any task or thread.
///
/// - Parameters:
///   - first: A value.
///   - second: What it should be.
///   - fileID: The caller's module and file.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectNoDifference<Value: Equatable>(
  _ first: Value,
  _ second: Value,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  guard let comparison = Comparison(first, second) else { return }
  let isHidden = first == second
  TestFailure(
    isHidden ? .hiddenDifference : .unexpectedDifference,
    isHidden
      ? "The two values are equal by '==', but there is a difference that '==' does not see."
      : "The two values are not the same.",
    details: comparison.text() + (isHidden ? "" : "\n\n(- is the first value, + the second)"),
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
    isWarning: isHidden
  )
  .report(to: nil)
}
