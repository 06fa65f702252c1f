import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import Testing

@testable import StoreExploration

/// Which runs with mutants the tests of a suite make, and which tests are refused.
@Suite("Runs with mutants") struct MutationScopeTests {
  private var options: MutationScope.Options { MutationScope.Options(feature: FeatureMatch(type: Switch.self)) }

  @Test(arguments: [true, false])
  func `each mutant is tried in each test that reaches it, until one has noticed it`(isExhaustive: Bool) async throws {
    let scope = MutationScope(options)
    try await scope.run(Switch.test(isExhaustive: isExhaustive), name: "first", site: CallSite())
    #expect(scope.report.killed == (isExhaustive ? 4 : 0))
    #expect(scope.report.survivors.count == (isExhaustive ? 0 : 4))
    #expect(scope.report.runs == 4)
    try await scope.run(Switch.test(isExhaustive: isExhaustive), name: "second", site: CallSite())
    #expect(scope.report.runs == (isExhaustive ? 4 : 8))
  }

  @Test func `a report has the time of the runs with mutants`() async throws {
    let scope = MutationScope(options)
    #expect(scope.report.duration == .zero)
    try await scope.run(Switch.test(isExhaustive: true), name: "test", site: CallSite())
    #expect(scope.report.duration > .zero)
  }

  @Test func `the gap of a state space is determined once for all mutants of a suite`() async throws {
    let judge = CountingJudge()
    var options = options
    options.judge = { judge }
    let scope = MutationScope(options)
    try await scope.run(Switch.test(isExhaustive: false), name: "test", site: CallSite())
    #expect(scope.report.survivors.count == 4)
    #expect(judge.count == 1)
  }

  @Test func `a test without a store of the feature is left alone, though it fails in its second run`() async throws {
    let scope = MutationScope(options)
    let runs = Atomic(0)
    let body = TestBody {
      if runs.add(1, ordering: .relaxed).newValue > 1 { Issue.record("The fuse has blown.") }
    }
    try await scope.run(body, name: "test", site: CallSite())
    #expect(runs.load(ordering: .relaxed) == 2)
    #expect(scope.report.refused.isEmpty)
  }

  @Test func `a test that fails in its second run is refused for its first failure there`() async throws {
    let scope = MutationScope(options)
    let runs = Atomic(0)
    let body = TestBody {
      try await Switch.test(isExhaustive: true).code()
      guard runs.add(1, ordering: .relaxed).newValue > 1 else { return }
      Issue.record("The fuse has blown.")
      Issue.record("It is dark.")
    }
    try await scope.run(body, name: "test", site: CallSite())
    #expect(scope.report.refused.count == 1)
    let refusal = try #require(scope.report.refused.first)
    #expect(refusal.contains("): it fails when it is run a second time: "))
    #expect(refusal.contains("The fuse has blown."), "\(refusal)")
    #expect(!refusal.contains("It is dark."), "\(refusal)")
  }
}

/// A judge that finds no mutant equivalent, and counts how often it determines its gap.
private final class CountingJudge: MutantJudge, Sendable {
  private let gaps = Atomic(0)

  var count: Int { gaps.load(ordering: .relaxed) }

  func gap() -> SpaceGap? {
    gaps.add(1, ordering: .relaxed)
    return nil
  }

  func isEquivalent(_ baseline: any Baseline, _ index: Int) -> Bool { false }
}

/// A switch, which has two mutants in each of its two modes.
private struct Switch: Reducer {
  struct State: Hashable { var isOn = false }
  enum Input { case press }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    state.isOn.toggle()
    return .none
  }

  /// Returns a test that presses the switch twice.
  static func test(isExhaustive: Bool) -> TestBody {
    TestBody {
      let store = TestStore(initialState: State()) { Switch() }
      guard isExhaustive else {
        store.exhaustivity = .off
        await store.send(.press)
        await store.send(.press)
        return await store.finish()
      }
      await store.send(.press) { $0.isOn = true }
      await store.send(.press) { $0.isOn = false }
      await store.finish()
    }
  }
}
