import StoreCore
import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite("Mutants") struct MutantsTests {
  /// Returns the mutants that a suite notices.
  private func report(of suite: LoaderSuite) async throws -> MutationReport {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Loader.self)))
    for (number, test) in suite.tests.enumerated() {
      try await scope.run(TestBody(test), name: "\(suite) \(number)", site: CallSite())
    }
    return scope.report
  }

  @Test func `weaker suites have lower scores, and a suite that asserts everything kills every mutant`() async throws {
    var scores: [Double] = []
    for suite in LoaderSuite.allCases { scores.append(try await report(of: suite).score) }
    let (full, withoutFailures, withoutOutputs, finalState, phaseOnly) = (
      scores[0], scores[1], scores[2], scores[3], scores[4]
    )
    #expect(full == 1)
    #expect(max(withoutFailures, withoutOutputs) < 0.98)
    #expect(finalState < min(withoutFailures, withoutOutputs) - 0.2)
    #expect(phaseOnly < finalState)
  }

  @Test func `a test with a known issue, of a store or not, is run with mutants`() async throws {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Loader.self)))
    for test in LoaderSuite.full.tests {
      let body = TestBody {
        withKnownIssue { Issue.record("It is known.") }
        await withKnownIssue { await TestClock().advance(by: .seconds(-1)) }
        await test()
      }
      try await scope.run(body, name: "test", site: CallSite())
    }
    #expect(scope.report.killed == (try await report(of: .full)).killed)
    #expect(scope.report.score == 1)
  }

  @Test func `a failure within an intermittent known issue kills no mutant`() async throws {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Loader.self)))
    for test in LoaderSuite.full.tests {
      let body = TestBody { await withKnownIssue(isIntermittent: true) { await test() } }
      try await scope.run(body, name: "test", site: CallSite())
    }
    #expect(scope.report.killed == 0)
    #expect(!scope.report.survivors.isEmpty)
  }

  @Test func `a suite is not judged if one of its tests throws`() async throws {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Loader.self)))
    await #expect(throws: LoaderError.self) {
      try await scope.run(TestBody { throw LoaderError() }, name: "test", site: CallSite())
    }
    #expect(await recordingFailures { scope.judge(at: CallSite()) }.isEmpty)
  }

  #if os(Linux) || os(macOS)
    @Test func `a mutant is printed before its run, as it may end the process`() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try await MutationScope.$printsMutants.withValue(true) {
          _ = try await checkMutants(of: Stack.self) {
            let store = TestStore(initialState: Stack.State()) { Stack() }
            await store.send(.removeLast) {
              $0.items = ["a", "b"]
              $0.selected = 1
            }
            await store.send(.open)
            await store.receiveOutput("b")
            await store.finish()
          }
        }
      }
      // A release build ends without a message of its own, so the last mutant is the evidence.
      let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
      let last = try #require(lines.last { $0.hasPrefix("Mutant of Stack: ") })
      #expect(last.contains("selected"))
    }
  #endif

  @Test(arguments: [-1, 2, .nan, .infinity])
  func `a minimum score outside of 0 to 1 is a misuse, and counts as 1`(minimum: Double) async throws {
    let failures = try await recordingFailures {
      _ = try await checkMutants(of: Loader.self, minimumScore: minimum, LoaderSuite.full.tests[0])  // Fails: misuse
    }
    #expect(failures.locations.prefix(1) == markedFailures()[...])
    #expect(
      failures.first?.headline == "The parameter 'minimumScore' is \(minimum), which is no share between 0 and 1."
    )
    #expect(failures.last?.headline.hasSuffix(", and 100 % is the least.") == true)
  }

  @Test func `a test that records failures is run with mutants`() async throws {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Loader.self)))
    let body = TestBody {
      await LoaderSuite.full.tests[0]()
      let failures = await recordingFailures { await makeLoader().receive(.loaded(1)) }
      #expect(failures.count == 1)
    }
    try await scope.run(body, name: "test", site: CallSite())
    #expect(scope.report.killed > 0)
  }

  @Test func `a suite in which no effect fails doesn't kill mutants that only a failure shows`() async throws {
    let survivors = try await report(of: .withoutFailures).survivors.map(\.item)
    #expect(survivors.count == 2)
    #expect(
      survivors[0].hasPrefix(
        "In every mode: .feedback(.failed) was ignored, and no test noticed: no effect sends it in any test."
      )
    )
    #expect(
      survivors[1].hasPrefix("In every mode: an error of the effect \"load\" was not handled, and no test noticed.")
    )
  }

  @Test(arguments: sample([LoaderSuite.withoutFailures, .withoutOutputs], every: 2))
  func `the order of the tests doesn't change the survivors`(suite: LoaderSuite) async throws {
    var texts: [[String]] = []
    for isReversed in [false, true] {
      let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Loader.self)))
      let tests = suite.tests
      for test in isReversed ? tests.reversed() : tests {
        try await scope.run(TestBody(test), name: "test", site: CallSite())
      }
      texts.append(scope.report.survivors.map(\.item))
    }
    #expect(texts[0] == texts[1])
    #expect(!texts[0].isEmpty)
  }

  @Test func `a survivor is reported with the nearest line, and with lines that would kill it`() async throws {
    let failures = try await recordingFailures {
      try await checkMutants(of: Loader.self) {  // Fails: survivingMutants
        let store = makeLoader(.observable)
        await store.send(.load(1)) { $0.phase = .loading }  // Here
        await store.clock.advance(by: .seconds(1))
        await store.settle {
          $0.phase = .loaded
          $0.value = 2
        }
        await store.receiveOutput(.arrived(2))
        await store.finish()
      }
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == markedFailures())
    #expect(
      failure.text.contains(
        """
            • In "idle", on .input(.load): the effect "load" did not sleep, and no test noticed.
              MutantsTests.swift:\(markedLine()) sends it. This would notice:
                  #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
        """
      )
    )
  }

  @Test func `excepted mutants are left out, and an unused exception is a failure`() async throws {
    let failures = try await recordingFailures {
      let report = try await checkMutants(
        of: Loader.self,
        minimumScore: 0,
        except: ["on .input(.load): the effect \"load\" ran twice", "the effect \"save\""]
      ) {
        let store = makeLoader(.off)
        await store.send(.load(1))
        await store.finish()
      }
      #expect(report.excepted == ["In \"idle\", on .input(.load): the effect \"load\" ran twice"])
    }
    #expect(failures.map(\.headline) == ["An exception holds for no mutant of Loader: \"the effect \\\"save\\\"\"."])
  }

  @Test(arguments: [false, true])
  func `the score is not checked in a run that leaves out tests`(isPartial: Bool) async throws {
    var options = MutationScope.Options(feature: FeatureMatch(type: Loader.self))
    options.exceptions = ["an exception for nothing"]
    let scope = MutationScope(options)
    try await scope.run(TestBody(LoaderSuite.phaseOnly.tests[0]), name: "test", site: CallSite())
    let failures = await recordingFailures { scope.judge(at: CallSite(), isPartial: isPartial) }
    #expect(failures.map(\.kind) == (isPartial ? [] : [.survivingMutants, .misuse]))
  }

  @Test func `a test that fails without a mutant fails as usual, and its suite has no score`() async throws {
    let runs = Atomic(0)
    let failures = try await recordingFailures {
      try await checkMutants(of: Loader.self) {
        runs.add(1, ordering: .relaxed)
        let store = makeLoader()
        await store.send(.cancel) { $0.phase = .failed }
        await store.finish()
      }
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(runs.load(ordering: .relaxed) == 1)
  }

  @Test(.enabled(if: seesShortWaits))
  func `a test that waits for outside work is not run with mutants, and the reason is reported`() async throws {
    let reports = try await recordingReports {
      try await checkMutants(of: Loader.self) {
        let store = makeLoader()
        store.dependencies.loaderClient = { number in
          // Long enough that the test waits for it on a busy machine, too.
          try await Task.sleep(for: .milliseconds(300))
          return number
        }
        store.exhaustivity = .off
        await store.send(.load(1))
        await store.clock.advance(by: .seconds(1))
        await store.receive(.loaded(1))
        await store.finish()
      }
    }
    let warning = try #require(reports.first)
    #expect(warning.isWarning)
    #expect(warning.headline.hasPrefix("A test was not run with mutants of Loader: the code (MutantsTests.swift:"))
    #expect(warning.headline.contains("it waits for work outside its control: the effect load"))
  }

  @Test func `a test that depends on the number of its runs is not run with mutants`() async throws {
    let runs = Atomic(0)
    let reports = try await recordingReports {
      try await checkMutants(of: Loader.self) {
        let run = runs.add(1, ordering: .relaxed).newValue
        let store = makeLoader()
        await store.send(run == 1 ? .cancel : .load(1))
        await store.finish()
      }
    }
    #expect(reports.first?.headline.contains("it fails when it is run a second time: ") == true)
  }

  @Test func `a mutant that runs endlessly is killed by the existing limit`() async throws {
    let report = try await checkMutants(of: Ring.self, minimumScore: 0) {
      let store = TestStore(initialState: Ring.State()) { Ring() }
      store.exhaustivity = .off
      store.stepLimit = 1_000
      await store.send(.turn)
      await store.finish()
    }
    #expect(report.killed > 0)
    #expect(!report.survivors.contains { $0.text.contains("\"rest\" kept its old value") })
  }

  @Test func `a run without a mutant never counts as a kill`() async throws {
    let test = TestBody(LoaderSuite.full.tests[3])
    let kills = Atomic(0)
    for _ in 0..<scaled(5) {
      let problems = await keepingBackFailures(otherwise: CallSite()) { sink in
        let recorder = BaselineRecorder(FeatureMatch(type: Loader.self), TransitionReader { StateDiagram.mode(of: $0) })
        try await FailureSink.$innermost.withValue(sink) {
          try await Hooks.$mutator.withValue(recorder) { try await test.code() }
        }
      }
      if !problems.isEmpty { kills.add(1, ordering: .relaxed) }
    }
    #expect(kills.load(ordering: .relaxed) == 0)
  }
}

/// Whether the runtime detects a wait that is shorter than its wait budget.
private let seesShortWaits = Runtime.isAccelerated

/// A feature that turns until it rests.
private struct Ring: Reducer {
  /// How often it has turned.
  struct State: Hashable {
    /// The number of turns left.
    var rest = 3
  }

  enum Input: Sendable {
    case turn
  }

  /// The effect that follows.
  enum Feedback: Sendable {
    case turned
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    if case .feedback = message { state.rest -= 1 }
    return state.rest > 0 ? .run("turn") { send in await send(.turned) } : .none
  }
}

/// A list with a selection, whose index a mutant may leave out of range.
private struct Stack: Reducer {
  struct State: Equatable {
    var items = ["a", "b", "c"]

    /// The index of the selected element.
    var selected = 2
  }

  enum Input: Equatable {
    case removeLast
    case open
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, String> {
    switch message {
    case .input(.removeLast):
      state.items.removeLast()
      state.selected = min(state.selected, state.items.count - 1)
      return .none
    case .input(.open): return .output(state.items[state.selected])
    }
  }
}
