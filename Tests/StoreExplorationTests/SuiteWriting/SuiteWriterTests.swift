import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// The lines of generated tests, and what a suite says of what it lacks.
@Suite struct SuiteWriterTests {
  /// Returns the lines of a test between its start and its end. Each step is a line.
  private func lines(of steps: [DrivenStep]) -> [String] {
    let driver = SuiteDriver<Lamp>({ Lamp.makeStore() }, [], CallSite())
    let search = SuiteSearch(driver, within: .init(runs: 1, steps: 1))
    var run = SuiteRun(steps: steps)
    run.words = steps.indices.map { "step \($0)" }
    run.changes = steps.map { _ in true }
    run.stepGoals = steps.map { _ in [] }
    run.story = steps.map { _ in SuiteScene() }
    run.parts = [["start"]] + run.words.map { [$0] } + [["end"]]
    let lines = SuiteWriter(ways: SuiteWays(driver, search, CallSite())).tests(of: [run]).flatMap { $0.lines }
    #expect(lines.first == "start" && lines.last == "end")
    return Array(lines.dropFirst().dropLast())
  }

  @Test(
    arguments: [
      ([.command(0)], ["step 0"]),
      ([.command(0), .command(0)], ["// The name is about this step.", "step 0", "step 1"]),
      (
        [.command(0), .time, .command(0), .time],
        ["// The name is about this step.", "step 0", "step 1", "", "step 2", "step 3"]
      ),
    ] as [([DrivenStep], [String])]
  )
  func `an input after effects begins a paragraph, and one of several steps is that of the name`(
    steps: [DrivenStep],
    expected: [String]
  ) {
    #expect(lines(of: steps) == expected)
  }

  @Test(arguments: [
    (false, 100, "the command at Box.swift:7: its condition was never met."),
    (true, 1, "what more ways would show: the last ones still showed something. Raise 'runs:'."),
  ])
  func `a suite says which command was never possible, and that more runs would show more`(
    isPossible: Bool,
    runs: Int,
    gap: String
  ) async throws {
    var suite: GeneratedSuite?
    _ = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentBoxSuite", runs: runs) {
        TestStore(initialState: Strongbox.State()) { Strongbox() }
      } commands: {
        Command.send(.turned, when: { _ in isPossible }, fileID: "Tests/Box.swift", line: 7)
      }
    }
    #expect(suite?.gaps == [gap])
  }
}
