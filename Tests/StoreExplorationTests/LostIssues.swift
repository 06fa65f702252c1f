import Foundation
import StoreCore
import StoreDependencies
import Synchronization
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// Tests whose detached tasks record issues, which no trait can judge.
///
/// Their issues fail the whole run, so ``LostIssueTests`` runs them in processes of their own.
@Suite(.enabled(if: LostIssueProcess.isCurrent), .serialized) struct LostIssues {
  /// Counts, and sends two feedbacks whose order decides the result.
  private struct Tally: Reducer {
    struct State: Equatable {
      var count = 0
      var last = 0
    }
    enum Input { case up, race }

    func reduce(message: Message<Input, Int>, into state: inout State) -> Effect<Int, Never> {
      switch message {
      case .input(.up):
        state.count += 1
        return .none
      case .input(.race):
        return .merge(.run("first") { send in await send(1) }, .run("second") { send in await send(2) })
      case .feedback(let number):
        state.last = number
        return .none
      }
    }
  }

  @Test func `mutants`() async throws {
    try await printScore {
      let store = TestStore(initialState: Tally.State()) { Tally() }
      store.exhaustivity = .off
      await store.send(.up)
      let count = store.state.count
      await Task.detached { #expect(count == 1) }.value
      await store.finish()
    }
  }

  /// Runs a test with mutants, and prints how many of those that it reaches are noticed and missed.
  private func printScore(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Tally.self)))
    try await scope.run(TestBody(body), name: "test", site: CallSite(#_sourceLocation))
    let report = scope.report
    let survivors = report.survivors.filter { $0.line != nil }
    print("killed: \(report.killed), survivors: \(survivors.count), refused: \(report.refused.count)")
    print(scope.judge(try #require(Test.current), isPartial: false) ?? "")
  }

  @Test(.explore) func `explored in two orders`() async { await race() }

  @Test(.schedule("s1-ce6e 1:second#1")) func `replayed in one order`() async { await race() }

  /// Expects the default order, in a detached task.
  private func race() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    store.exhaustivity = .off
    await store.send(.race)
    await store.finish()
    let last = store.state.last
    await Task.detached { #expect(last == 2) }.value
  }

  @Test(.explore) func `ended in one order`() async throws {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    store.exhaustivity = .off
    await store.send(.race)
    await store.finish()
    if store.state.last != 2 { try Test.cancel("Another order.") }
  }

  @Test(.determinismAudit(runs: 2)) func `attaching`() { Attachment.record("text", named: "own.txt") }

  private static let runs = Atomic(0)

  @Test(.determinismAudit) func `audited`() async { await losing(3) }

  @Test(.explore) func `lost at first`() async { await losing(1) }

  @Test(.explore) func `lost again`() async { await losing(2) }

  /// Fails in one of its runs, in a detached task.
  private func losing(_ lost: Int) async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    await store.send(.up) { $0.count = 1 }
    await store.finish()
    let run = Self.runs.add(1, ordering: .relaxed).newValue
    await Task.detached { #expect(run != lost) }.value
  }

  /// Fails in the default order, and in a detached task when that is run again to report the failure.
  @Test(.explore) func `wrong in two ways`() async {
    if Self.runs.load(ordering: .relaxed) == 0 { Issue.record("It is wrong.") }
    await losing(2)
  }

  @Test func `mutants of a cancelled test`() async throws {
    try await printScore {
      let store = TestStore(initialState: Tally.State()) { Tally() }
      store.exhaustivity = .off
      await store.send(.up)
      if store.state.count != 1 { try Test.cancel("No such count.") }
      await store.finish()
    }
  }
}

/// A process that runs one of ``LostIssues``.
enum LostIssueProcess {
  private static let variable = "STORE_TESTING_LOST_ISSUES"

  /// Whether the current process is one.
  static var isCurrent: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  #if os(Linux)
    /// Runs a test in a process of its own, and returns what the process prints.
    static func output(of test: String) async throws -> String {
      let file = FileManager.default.temporaryDirectory.appending(path: "lost-issues-\(UUID())")
      try Data().write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let output = try FileHandle(forWritingTo: file)
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["--testing-library", "swift-testing", "--filter", "LostIssues/.*\(test)"]
      process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
      (process.standardOutput, process.standardError) = (output, output)
      try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in end.resume() }
        do { try process.run() } catch { end.resume(throwing: error) }
      }
      return try String(contentsOf: file, encoding: .utf8)
    }
  #endif
}
