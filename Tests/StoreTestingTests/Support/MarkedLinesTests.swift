import StoreTesting
import TestSupport
import Testing

/// Nothing, in a line that tests mark.
private func nothing() {}

/// The failures that no line of this function is marked for.
private func unmarked() -> [FailureLocation] { markedFailures() }

@Suite struct MarkedLinesTests {
  @Test func `marked lines are failures by line, in the order of the kinds`() {
    let first = #line
    nothing()  // Fails: misuse
    // Fails: timedOut, livelock
    nothing()
    let expected = markedFailures()
    #expect(expected.map(\.kind) == [.misuse, .timedOut, .livelock])
    #expect(expected.map(\.line) == [first + 1, first + 3, first + 3])
  }

  @Test func `an expectation without a marked line is an issue`() {
    nothing()  // Fails: misuse
    #expect(markedFailures().count == 1)
    withKnownIssue {
      #expect(markedFailures().isEmpty)
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["No line above is marked with '// Fails: kind'."]
    }
  }

  @Test func `the markers of other functions are ignored`() {
    nothing()  // Fails: misuse
    withKnownIssue { #expect(unmarked().isEmpty) }
    #expect(markedFailures().count == 1)
  }

  @Test func `an unknown kind is an issue`() {
    nothing()  // Fails: misuses
    withKnownIssue {
      #expect(markedFailures().isEmpty)
    } matching: { issue in
      issue.comments.first?.rawValue.contains("is marked with the unknown kind 'misuses'") == true
    }
  }

  @Test(arguments: [1])
  func `the function is found after nested functions, closures and a signature of several lines`(
    number: Int
  ) {
    func nested() {
      nothing()  // Here: nested
    }
    nothing()  // Fails: misuse
    for _ in 0..<number {
      nested()
      #expect(markedFailures().count == 1)
    }
  }

  @Test func `a marked place in the function is found, before or after the call`() {
    let line = markedLine()
    #expect(line > #line)
    nothing()  // Here
    #expect(line < #line)
  }

  @Test(arguments: ["nowhere", "twice"])
  func `a missing or repeated mark of a place is an issue`(name: String) {
    nothing()  // Here: twice
    nothing()  // Here: twice
    withKnownIssue { #expect(markedLine(name) == 0) }
  }
}
