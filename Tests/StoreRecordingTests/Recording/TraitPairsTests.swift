import StoreCore
import StoreDependencies
import Testing

@testable import StoreExploration
@testable import StoreRecording
@testable import StoreTesting

extension DependencyValues {
  fileprivate var word: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }
}

/// The key of a text.
private enum WordKey: TestDependencyKey {
  static let testValue = "default"
}

/// Each order of two traits, as the guide Schedules lists them.
@Suite struct TraitPairsTests {
  private struct Tally: Reducer {
    enum Input { case up }

    func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
      state += 1
      return .none
    }
  }

  /// A trait.
  enum Kind: String, CaseIterable, Sendable {
    case explore, determinismAudit, recorded, exhaustive, mutants, coverage
    case schedule, sequence, dependency, dependencies, transcripts

    /// Whether the trait changes the dependency ``word``.
    var providesWord: Bool { self == .dependency || self == .dependencies }

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
      case .schedule:
        try await ScheduleTrait.schedule("\(Schedule())").provideScope(for: test, testCase: testCase, performing: body)
      case .sequence:
        let step = SequenceStep(action: .command(0), name: "up", draws: [])
        let trait = SequenceTrait.sequence("\(StepSequence([step]))")
        try await trait.provideScope(for: test, testCase: testCase, performing: body)
      case .dependency:
        try await DependencyTrait.dependency(\.word, "own")
          .provideScope(for: test, testCase: testCase, performing: body)
      case .dependencies:
        try await DependencyTrait.dependencies { $0.word = "own" }
          .provideScope(for: test, testCase: testCase, performing: body)
      case .transcripts:
        try await TranscriptsTrait.transcripts.provideScope(for: test, testCase: nil, performing: body)
      }
    }
  }

  /// What a test with two traits reports.
  struct Result: Equatable {
    var failures: [TestFailure.Kind] = []
    var pages = 0
  }

  /// All pairs but those of mutants with an exploration, a schedule or a coverage, whose verdicts depend on `--filter`.
  static let pairs = Kind.allCases.flatMap { outer in
    Kind.allCases.filter { $0 != outer }.map { (outer, $0) }
  }
  .filter { outer, inner in
    outer != .mutants || ![.explore, .schedule, .coverage].contains(inner)
  }
  .filter { outer, inner in
    inner != .mutants || ![.explore, .schedule, .coverage].contains(outer)
  }

  @Test(arguments: pairs)
  func `two traits work together, or refuse each other, in both orders`(outer: Kind, inner: Kind) async throws {
    let test = try #require(Test.current)
    let sink = FailureSink(keepsAttachments: true)
    try await FailureSink.$innermost.withValue(sink) {
      try await Hooks.$observers.withValue([]) {
        try await outer.provide(for: test) {
          try await inner.provide(for: test) {
            @Dependency(\.word) var word
            #expect(word == (outer.providesWord || inner.providesWord ? "own" : "default"))
            let store = TestStore(initialState: 0) { Tally() }
            await store.send(.up) { $0 = 1 }
            await store.finish()
            guard [outer, inner].contains(.sequence) else { return }
            _ = await checkSequences {
              let store = TestStore(initialState: 0) { Tally() }
              store.always("it stays") { _, _, new in new == 0 }
              return store
            } commands: {
              Command<Tally>.send(.up)
            }
          }
        }
      }
    }
    let failures = sink.all.filter { !$0.isWarning }.map(\.kind)
    let pages = sink.attachments.filter { $0.name == "recording.html" }.count
    #expect(Result(failures: failures, pages: pages) == Self.expected(outer, inner))
  }

  /// What two traits report, as the table says. The sequence of the test fails in each order.
  private static func expected(_ outer: Kind, _ inner: Kind) -> Result {
    let pages = [outer, inner].contains(.recorded) ? 1 : 0
    switch (outer, inner) {
    case (.explore, .determinismAudit), (.determinismAudit, .explore): return Result(failures: [.misuse], pages: pages)
    case (.explore, .sequence), (.sequence, .explore): return Result(failures: [.misuse], pages: pages)
    case (.schedule, .sequence), (.sequence, .schedule): return Result(failures: [.failedSchedule], pages: pages)
    case (.schedule, .determinismAudit): return Result(failures: [.failedSchedule], pages: pages)
    case (.sequence, _), (_, .sequence): return Result(failures: [.failedSequence], pages: pages)
    default: return Result(pages: pages)
    }
  }

  @Test(arguments: [false, true])
  func `no mutant is tried in an exploration, nor the other way round`(exploresOutside: Bool) async throws {
    let test = try #require(Test.current)
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Tally.self)))
    let mutants: @concurrent @Sendable (TestBody) async throws -> Void = { body in
      try await scope.run(body, name: "test", site: CallSite())
    }
    let explore: @concurrent @Sendable (TestBody) async throws -> Void = { body in
      try await ExploreTrait.explore.provideScope(for: test, testCase: Test.Case.current) { try await body.code() }
    }
    let (outer, inner) = exploresOutside ? (explore, mutants) : (mutants, explore)
    let reports = try await recordingReports {
      try await outer(
        TestBody {
          try await inner(
            TestBody {
              let store = TestStore(initialState: 0) { Tally() }
              await store.send(.up) { $0 = 1 }
              await store.finish()
            }
          )
        }
      )
      scope.judge(at: CallSite(#_sourceLocation))
    }
    let reason = "it explores schedules or sequences, which run it many times themselves"
    #expect(scope.report.runs == 0)
    #expect(scope.report.refused.map { $0.hasSuffix(reason) } == [true])
    #expect(reports.map(\.isWarning) == [true, false])
    #expect(
      reports.last?.headline == "No test of the suite reaches a transition of Tally, so no mutant was tried."
    )
  }
}
