import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// What an exploration passes on of the issues of its runs.
@Suite struct ExplorationIssueTests {
  /// Asks twice without waiting, which has three orders. In one of them an old answer is shown.
  private func askTwice(isMended: Bool = true) async -> Int? {
    let store = TestStore(initialState: StaleSearch.State()) { StaleSearch(isMended: isMended) }
    store.exhaustivity = .off
    store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
    await store.send(.ask(1))
    await store.send(.ask(2))
    await store.finish()
    return store.state.answer
  }

  @Test func `a warning and a known issue of all orders are reported once`() async throws {
    let issues = Recorder<Bool>()
    let reports = try await recordingReports {
      try await observingIssues(issues.record) {
        try await explore(suspects: false) {
          withKnownIssue { Issue.record("It is known.") }
          let store = TestStore(initialState: 0) {
            Machine<Int, Int, Never, Never> { _, state in
              state += 1
              return .none
            }
          }
          store.exhaustivity = .off(showSkipped: true)
          await store.send(1)
          await store.finish()
          _ = await askTwice()
        }
      }
    }
    #expect(reports.kinds == [.skippedAssertion])
    #expect(issues.values == [true])
  }

  @Test func `an issue of a helper in another file fails the default order as without an exploration`() async throws {
    let test = try #require(Test.current)
    let issues = Recorder<String>()
    let reported = Recorder<TestFailure>()
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      issues.record(issue.comments.first?.rawValue ?? "")
      return nil
    }
    try await trait.provideScope(for: test, testCase: Test.Case.current) {
      let failures = try await recordingFailures {
        try await explore {
          _ = await askTwice()
          let place = SourceLocation(fileID: "Other/Helper.swift", filePath: "/Other/Helper.swift", line: 1, column: 1)
          Issue.record("It is wrong.", sourceLocation: place)
        }
      }
      for failure in failures { reported.record(failure) }
    }
    #expect(issues.values == ["It is wrong."])
    #expect(reported.values.isEmpty)
  }

  @Test(arguments: [
    (1, ""), (2, "1 further failure follows in this run."), (3, "2 further failures follow in this run."),
  ])
  func `the first of several issues at a line is reported, with the number of the others`(
    count: Int,
    remark: String
  ) async throws {
    let failures = try await recordingFailures {
      try await explore {
        guard await askTwice(isMended: false) == 1 else { return }
        for number in 1...count { Issue.record("It is wrong, said \(number).") }
      }
    }
    #expect(failures.kinds == [.failedSchedule])
    #expect(failures.first?.headline.contains("It is wrong, said 1.") ?? false)
    let remarks = failures.first?.details.split(separator: "\n").filter { $0.contains("further failure") } ?? []
    #expect(remarks.joined() == remark)
  }

  /// Records a page for each run.
  private final class PageMaker: Observer {
    func observerOfOneRun() -> (any Observer)? { PageMaker() }

    func attachments(titled title: String) -> [TestAttachment] { [TestAttachment(name: "page", text: title)] }
  }

  @Test func `a failing order has the page of its run attached`() async throws {
    let attachments = try await recordingAttachments {
      _ = try await Hooks.$observers.withValue(Hooks.observers + [PageMaker()]) {
        try await explore {
          guard await askTwice(isMended: false) == 1 else { return }
          Issue.record("It is wrong.")
        }
      }
    }
    let pages = attachments.filter { $0.name == "page" }
    #expect(pages.count == 1)
    #expect(pages.first?.text.hasPrefix("In another order: ") ?? false)
  }

  @Test func `work that only the second run of the default order has makes the exploration incomplete`() async throws {
    let runs = Recorder<Int>()
    func makeStore() -> TestStore<Runner> { TestStore(initialState: Runner.State()) { Runner() } }
    let report = try await explore(granularity: .jobs) {
      runs.record(1)
      let first = makeStore()
      await first.send(.idle)
      if runs.values.count == 2 {
        let second = makeStore()
        await second.send(.idle)
        await second.finish()
      }
      await first.finish()
    }
    #expect(runs.values.count == 2)
    #expect(!report.isComplete)
    #expect("\(report)".contains("a second store"))
  }
}
