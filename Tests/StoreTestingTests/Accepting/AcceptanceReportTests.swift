import Foundation
import StoreEditing
import Testing

@testable import StoreTesting

/// What a run reports of changes that can't be written.
@Suite struct AcceptanceReportTests {
  private func changedSteps() throws -> WrittenSteps {
    let steps = try WrittenSteps("await store.send(.a)\n", as: .write)
    steps.begin(1)
    #expect(steps.changeArgument() == nil)
    steps.acceptance.end(hasFailed: false)
    return steps
  }

  @Test func `a call that another process has changed in another way is left as it is`() throws {
    let steps = try changedSteps()
    let result = steps.changes.result()
    var other = try #require(result.files.first?.edits.first?.first)
    other.replacement = ".other"
    _ = try EditedFile(reading: steps.path, builtInto: nil).write([[other]])
    #expect(
      AcceptanceReport.apply(result, as: .write) == """
        Left as they are:
          \(steps.path):1: Line 1 would be changed in two different ways.
        No assertion was accepted.

        """
    )
  }

  @Test func `changes of a file that can't be written are printed`() throws {
    let steps = try changedSteps()
    try Data("changed\n".utf8).write(to: URL(fileURLWithPath: steps.path))
    let text = AcceptanceReport.apply(steps.changes.result(), as: .write)
    #expect(text.hasPrefix("Not written:\n--- "))
    #expect(text.added.last == "await store.send(.changed)")
    #expect(text.contains("Left as they are:\n  \(steps.path):1: \(steps.path) has changed since the test was built."))
  }
}
