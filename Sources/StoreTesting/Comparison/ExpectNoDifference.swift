import StoreDependencies

/// Returns the structural differences of two values as text; nil if they don't differ.
///
/// The first lines name each place that differs, in Swift syntax. The changed parts of both values follow, with `-` for
/// the first and `+` for the second. Unchanged parts are counted, not shown:
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
/// The result doesn't depend on `==`: a difference that `==` ignores is shown, with the type whose `==` ignores it. A
/// note states if `==` returns false without a visible difference. Elements of lists are matched by `id`, otherwise by
/// value. Closures can't be compared. If a type provides its own text or mirror, that is shown.
///
/// - Parameters:
///   - first: A value.
///   - second: The value to compare it with.
/// - Returns: A text of limited length, or nil.
public func difference<Value>(_ first: Value, _ second: Value) -> String? {
  Comparison(first, second)?.text()
}

/// Fails the test at the caller's line if two values differ, and prints the difference.
///
/// Use it for values outside of a store, such as the result of a function. `#expect(a == b)` would print both values as
/// a whole:
///
///     expectNoDifference(letter, Letter(title: "Final", lines: ["Dear Blob,"]))
///
/// A difference that `==` ignores is printed as a hint, and doesn't fail the test. It can be called from any task or
/// thread.
///
/// - Parameters:
///   - first: A value.
///   - second: The expected value.
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
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let comparison = Comparison(first, second)
  let isHidden = comparison != nil && first == second
  let isAccepted = AcceptedChanges.accept(
    "expectNoDifference",
    at: site,
    headline: comparison == nil || isHidden ? nil : "The two values differ."
  ) {
    let source = SourceWriter(near: filePath).source(of: first, declared: Value.self)
    return source.isComplete && first == first ? .argument(source.text, at: 1) : nil
  }
  if comparison != nil, isHidden || !isAccepted { reportDifference(first, second, at: site) }
}

/// Reports the difference of two values, if there is one. A difference that `==` ignores is a hint.
func reportDifference<Value: Equatable>(_ first: Value, _ second: Value, at site: CallSite) {
  guard let comparison = Comparison(first, second) else { return }
  let isHidden = first == second
  TestFailure(
    isHidden ? .hiddenDifference : .unexpectedDifference,
    isHidden
      ? "The two values are equal by '==', but a property differs that '==' ignores."
      : "The two values differ.",
    details: comparison.text() + (isHidden ? "" : "\n\n(- is the first value, + the second)"),
    at: site,
    isWarning: isHidden
  )
  .report(to: nil)
}
