import StoreTesting
import Testing

/// Returns the failures that `// Fails:` comments of the calling function expect.
///
/// A line that fails ends with the kinds of its failures, in their order:
///
///     await store.receive(.found([]))  // Fails: unexpectedFeedback
///     await store.finish()
///     ...
///     #expect(failures.locations == markedFailures())
///
/// A comment on a line of its own marks the next line. The function reads the source above its call, up to the previous
/// call in the same function. It records an issue if no line is marked there, so that no expectation passes by accident.
package func markedFailures(
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) -> [FailureLocation] {
  marked("Fails", SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Returns the warnings that `// Warns:` comments of the calling function expect, as ``markedFailures(fileID:filePath:line:column:)``
/// does for failures.
package func markedWarnings(
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) -> [FailureLocation] {
  marked("Warns", SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Returns the failures that comments with a name expect, in the function around a call, up to the previous call.
private func marked(_ name: String, _ call: SourceLocation) -> [FailureLocation] {
  func fail(_ text: String) { Issue.record(Comment(rawValue: text), sourceLocation: call) }
  guard let source = try? MarkedSource(path: call.filePath), let function = source.function(around: call.line) else {
    fail("The source of the function around this call was not found.")
    return []
  }
  let above = function.lowerBound..<(call.line - 1)
  let start =
    source.lastIndex(of: name == "Fails" ? "markedFailures()" : "markedWarnings()", in: above) ?? above.lowerBound
  let markers = source.markers(name, in: start..<above.upperBound)
  if markers.isEmpty { fail("No line above is marked with '// \(name): kind'.") }
  return markers.flatMap { marker in
    marker.text.split(separator: ",").compactMap { name in
      let name = String(name.drop { $0 == " " })
      if let kind = kinds[name] { return FailureLocation(kind, marker.line) }
      fail("Line \(marker.line) is marked with the unknown kind '\(name)'.")
      return nil
    }
  }
}

/// The line that the comment `// Here` marks in the calling function, or `// Here: name` anywhere in its file.
///
/// Records an issue unless exactly one line is marked in this way.
package func markedLine(
  _ name: String = "",
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) -> Int {
  let source = try? MarkedSource(path: filePath)
  let markers = source?.markers("Here", in: name.isEmpty ? source?.function(around: line) : nil)
    .filter { $0.text == name }
  guard let markers, markers.count == 1 else {
    Issue.record(
      "\(markers?.count ?? 0) lines are marked with '// Here\(name.isEmpty ? "" : ": ")\(name)', and 1 must be.",
      sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return 0
  }
  return markers[0].line
}

/// The kinds of failures by name.
private let kinds = Dictionary(uniqueKeysWithValues: TestFailure.Kind.allCases.map { ("\($0)", $0) })
