import StoreCore
import Synchronization
import Testing

@testable import StoreExploration
@testable import StoreRecording
@testable import StoreTesting

/// Each order of two traits, as the guide Schedules lists them.
@Suite struct TraitPairsTests {
  private struct Tally: Reducer {
    enum Input { case up }

    func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
      state += 1
      return .none
    }
  }

  enum Kind: String, CaseIterable, Sendable {
    case explore, determinismAudit, recorded, exhaustive, mutants, coverage

    func provide(
      for test: Test,
      _ body: @escaping @concurrent @Sendable () async throws -> Void
    ) async throws {
      let testCase = Test.Case.current
      switch self {
      case .explore: try await ExploreTrait.explore.provideScope(for: test, testCase: testCase, performing: body)
      case .determinismAudit:
        try await DeterminismAuditTrait.determinismAudit.provideScope(for: test, testCase: testCase, performing: body)
      case .recorded: try await RecordedTrait.recorded.provideScope(for: test, testCase: testCase, performing: body)
      case .exhaustive:
        try await ExhaustiveTrait.exhaustive.provideScope(for: test, testCase: testCase, performing: body)
      case .mutants:
        let trait = MutantsTrait.mutants(of: Tally.self)
        try await trait.provideScope(for: test, testCase: nil) {
          try await trait.provideScope(for: test, testCase: testCase, performing: body)
        }
      case .coverage:
        let trait = CoverageTrait.coverage(of: Tally.self)
        try await trait.provideScope(for: test, testCase: nil) {
          try await trait.provideScope(for: test, testCase: testCase, performing: body)
        }
      }
    }
  }

  /// What a test with two traits reports.
  struct Result: Equatable {
    var failures: [TestFailure.Kind] = []
    var pages = 0
  }

  /// All pairs but those of mutants with an exploration or a coverage, whose verdicts depend on `--filter`.
  static let pairs = Kind.allCases.flatMap { outer in
    Kind.allCases.filter { $0 != outer }.map { (outer, $0) }
  }
  .filter { outer, inner in
    Set([outer, inner]) != [.explore, .mutants] && Set([outer, inner]) != [.mutants, .coverage]
  }

  @Test("two traits work together, or refuse each other, in both orders", arguments: pairs)
  func pair(outer: Kind, inner: Kind) async throws {
    let test = try #require(Test.current)
    let sink = FailureSink(keepsAttachments: true)
    try await FailureSink.$innermost.withValue(sink) {
      try await Hooks.$observers.withValue([]) {
        try await outer.provide(for: test) {
          try await inner.provide(for: test) {
            let store = TestStore(initialState: 0) { Tally() }
            await store.send(.up) { $0 = 1 }
            await store.finish()
          }
        }
      }
    }
    var expected = Result()
    if [outer, inner].contains(.recorded) { expected.pages = 1 }
    if Set([outer, inner]) == [.explore, .determinismAudit] { expected.failures = [.misuse] }
    let failures = sink.all.filter { !$0.isWarning }.map(\.kind)
    let pages = sink.attachments.filter { $0.name == "recording.html" }.count
    #expect(Result(failures: failures, pages: pages) == expected)
  }

  @Test func `a warning and a known issue of an explored test are reported once`() async throws {
    let known = Mutex(0)
    let warnings = try await recordingReports {
      try await observingIssues({ isKnown in if isKnown { known.withLock { $0 += 1 } } }) {
        _ = try await explore {
          let store = TestStore(initialState: 0) { Tally() }
          store.exhaustivity = .off(showSkipped: true)
          await store.send(.up)
          withKnownIssue { Issue.record("known") }
          await store.finish()
        }
      }
    }
    #expect(warnings.filter(\.isWarning).count == 1)
    #expect(known.withLock(\.self) == 1)
  }
}
