import Foundation
import StoreDependencies
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

  @Test(
    arguments: [
      (0, ""), (1, "1 failure can't be accepted, and stands.\n"), (2, "2 failures can't be accepted, and stand.\n"),
    ]
  )
  func `a run says how many failures stand`(count: Int, text: String) throws {
    let steps = try WrittenSteps("")
    for _ in 0..<count { steps.fail() }
    #expect(AcceptanceReport.apply(steps.changes.result(), as: .patch) == "No assertion was accepted.\n" + text)
  }

  @Test func `a path is written from the current folder, where its patch applies`() {
    let path = FileManager.default.currentDirectoryPath + "/Tests/FeatureTests.swift"
    var result = AcceptedResult()
    result.refusals = [(place: SourcePlace(CallSite(filePath: path, line: 3)), reason: "\(path) can't be read.")]
    #expect(
      AcceptanceReport.apply(result, as: .patch) == """
        Left as they are:
          Tests/FeatureTests.swift:3: Tests/FeatureTests.swift can't be read.
        No assertion was accepted.

        """
    )
  }

  @Test func `all changes of a file are made at once`() throws {
    let all = [try WrittenSteps("a\n"), try WrittenSteps("b\n")]
    var result = AcceptedResult()
    for steps in all {
      let file = try EditedFile(reading: steps.path, builtInto: nil)
      for line in 1...2 {
        let place = SourcePlace(CallSite(filePath: steps.path, line: line))
        result.add([TextEdit(range: 0..<1, replacement: "c")], at: place, file)
      }
    }
    #expect(result.files.map(\.places.count) == [2, 2])
  }
}
