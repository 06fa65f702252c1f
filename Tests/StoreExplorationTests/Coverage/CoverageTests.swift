import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Order: ActionReducer {
  struct State: Equatable { var isOrdered = false }

  enum Action: CaseIterable { case ordered, arrived }

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    state.isOrdered = action == .ordered
    return action == .ordered ? .feedback(.arrived) : .none
  }
}

@Suite("Coverage") struct CoverageTests {
  private static func makeSpace() -> StateSpace<Loader> {
    StateSpace(initialState: Loader.State(), inputs: [.load(1), .cancel]) {
      Loader()
    } responses: { _ in
      [.sends(.loaded(2)), .sends(.failed("offline"))]
    }
  }

  /// The coverage of suites of the loader.
  private func report(of suite: LoaderSuite, _ space: StateSpace<Loader>? = nil) async throws -> CoverageReport {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Loader.self))
    if space != nil { options.setGoal { Self.makeSpace() } }
    let scope = CoverageScope(options)
    for test in suite.tests { try await scope.run(test) }
    return try await scope.report()
  }

  @Test func `coverage counts each declared input in each observed mode, and each feedback where it occurred`()
    async throws
  {
    let report = try await report(of: .full)
    // Four modes with two inputs each, and two feedbacks in one mode.
    #expect(report.pairCount == 10)
    #expect(report.assertedPairCount == 7)
    #expect(
      report.untried == [
        "In \"failed\", on .input(.cancel)", "In \"idle\", on .input(.cancel)", "In \"loaded\", on .input(.cancel)",
      ]
    )
    #expect(report.unasserted.isEmpty)
    #expect(report.text.contains("the effect \"load\": succeeded: asserted, failed: asserted, cancelled: asserted"))
    #expect(report.text.contains("'generateTests(completing:)' writes the tests of what is missing"))
    #expect(report.description.hasSuffix("; 7 of 7 transitions asserted"))
  }

  @Test func `the pairs of a space of the real feature are a goal`() async throws {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Loader.self))
    options.setGoal {
      try await StateSpace(inputs: [.load(1), .cancel]) {
        let store = TestStore(initialState: Loader.State()) { Loader() }
        store.gate("load", at: \.loaderClient) { _ in [.success(2), .failure(LoaderError())] }
        return store
      }
    }
    let scope = CoverageScope(options)
    for test in LoaderSuite.full.tests { try await scope.run(test) }
    let report = try await scope.report()
    #expect(report.pairCount == 10)
  }

  @Test func `a judged suite has its report as text, as JSON and as a diagram`() async throws {
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Loader.self)))
    for test in LoaderSuite.full.tests { try await scope.run(test) }
    let attachments = await recordingAttachments { _ = await scope.judge("suite", at: CallSite()) }
    #expect(attachments.map(\.name) == ["coverage.txt", "coverage.json", "coverage.mmd"])
  }

  @Test func `a state space without a response to an effect fails with the response to return`() async throws {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Loader.self))
    options.setGoal { StateSpace(initialState: Loader.State(), inputs: [.load(1)]) { Loader() } }
    let scope = CoverageScope(options)
    for test in LoaderSuite.full.tests { try await scope.run(test) }
    let failures = await recordingFailures { await scope.judge("suite", at: CallSite()) }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(
      failures.first?.headline == "The state space does not say how the outside answers load(1), an effect of Loader."
    )
    #expect(failures.first?.details.hasPrefix("Return its answers from 'responses'") == true)
  }

  @Test func `coverage with a state space counts every reachable pair, and prints the shortest test for each gap`()
    async throws
  {
    let report = try await report(of: .full, Self.makeSpace())
    #expect(report.pairCount == 10)
    #expect(report.assertedPairCount == 7)
    #expect(
      report.suggestedTests == [
        """
        // In "failed", on .input(.cancel).
        await store.send(.load(1)) { $0.phase = .loading }
        await store.receive(.failed("offline")) {
          $0.phase = .failed
          $0.error = "offline"
        }
        await store.send(.cancel) { $0.phase = .idle }
        """,
        """
        // In "idle", on .input(.cancel).
        await store.send(.cancel)
        """,
        """
        // In "loaded", on .input(.cancel).
        await store.send(.load(1)) { $0.phase = .loading }
        await store.receive(.loaded(2)) {
          $0.phase = .loaded
          $0.value = 2
        }
        await store.receiveOutput(.arrived(2))
        await store.send(.cancel) { $0.phase = .idle }
        """,
      ]
    )
  }

  @Test func `an input that a state space lacks counts in each mode that a test has seen, and a warning says so`()
    async throws
  {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Loader.self))
    options.setGoal {
      StateSpace(initialState: Loader.State(), inputs: [.load(1)]) {
        Loader()
      } responses: { _ in
        [.sends(.loaded(2)), .sends(.failed("offline"))]
      }
    }
    let scope = CoverageScope(options)
    for test in LoaderSuite.full.tests { try await scope.run(test) }
    let reports = await recordingReports { await scope.judge("suite", at: CallSite()) }
    #expect(reports.map(\.headline) == ["The state space of Loader lacks .input(.cancel)."])
    #expect(reports.map(\.isWarning) == [true])
    let report = try await scope.report()
    #expect(report.pairCount == 10)
    #expect(report.assertedPairCount == 7)
    #expect(
      report.untried == [
        "In \"failed\", on .input(.cancel)", "In \"idle\", on .input(.cancel)", "In \"loaded\", on .input(.cancel)",
      ]
    )
    #expect(
      report.text.contains("The pairs are what the state space can reach, and what it lacks: .input(.cancel).")
    )
    #expect(report.goal.modes == ["idle", "loading", "loaded", "failed"])
    #expect(report.description.hasSuffix("; 7 of 7 transitions asserted"))
  }

  @Test func `the report of a state space has a test for each gap`() async throws {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Loader.self))
    options.setGoal { Self.makeSpace() }
    let scope = CoverageScope(options)
    try await scope.run {
      let store = makeLoader()
      await store.send(.cancel)
      await store.finish()
    }
    let report = try await scope.report()
    #expect(report.suggestedTests.count > 6)
    #expect(!report.text.contains("more"))
  }

  @Test func `the report of a state space that has met a limit says so`() async throws {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Loader.self))
    options.setGoal {
      StateSpace(initialState: Loader.State(), inputs: [.cancel], bounds: SpaceBounds(depth: 0)) { Loader() }
    }
    let report = try await CoverageScope(options).report()
    #expect(report.text.contains("The space was cut at a depth of 0, so there may be more."))
  }

  @Test func `an effect that runs when the report is made counts as exercised`() async throws {
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Loader.self)))
    var store: TestStore<Loader>?
    try await scope.run {
      store = makeLoader()
      await store?.send(.load(1)) { $0.phase = .loading }
    }
    #expect(try await scope.report().text.contains("still running at the end: exercised"))
    await store?.send(.cancel) { $0.phase = .idle }
    await store?.finish()
    #expect(try await scope.report().text.contains("cancelled: asserted, still running at the end: never"))
  }

  @Test(arguments: [("1/1", true), ("1/2", false), ("2/2", true)])
  func `the last of several processes enforces the minimum`(shard: String, enforces: Bool) {
    let effort = ExplorationEffort { $0 == "STORE_TESTING_SHARD" ? shard : nil }
    ExplorationEffort.$override.withValue(effort) {
      #expect(CoverageFolder(path: "").enforcesMinimum == enforces)
    }
  }

  @Test(arguments: [false, true])
  func `coverage is not checked in a run that leaves out tests`(isPartial: Bool) async throws {
    var options = CoverageScope.Options(feature: FeatureMatch(type: Loader.self))
    options.minimum = 1
    let scope = CoverageScope(options)
    try await scope.run(LoaderSuite.full.tests[0])
    let failures = await recordingFailures { await scope.judge("suite", at: CallSite(), isPartial: isPartial) }
    #expect(failures.map(\.kind) == (isPartial ? [] : [.insufficientCoverage]))
  }

  @Test func `a declared feedback that no test receives is missing`() async throws {
    let report = try await report(of: .withoutFailures)
    #expect(report.text.contains("the effect \"load\": succeeded: asserted, failed: never, cancelled: asserted"))
    #expect(report.untried.contains("On .feedback(.failed), which no test receives"))
  }

  @Test func `a declared input that no test sends is missing in each mode`() async throws {
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Loader.self)))
    try await scope.run(LoaderSuite.full.tests[0])
    let untried = try await scope.report().untried
    #expect(untried.filter { $0.contains(".input(.cancel)") }.count == 3)
  }

  @Test func `an action that only an effect sends is no input`() async throws {
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Order.self)))
    try await scope.run {
      let store = TestStore(initialState: Order.State()) { Order() }
      await store.send(.ordered) { $0.isOrdered = true }
      await store.receive(.arrived) { $0.isOrdered = false }
      await store.finish()
    }
    #expect(try await scope.report().untried == ["In \"isOrdered\", on .input(.ordered)"])
  }

  @Test func `a transition that a test doesn't assert exhaustively counts as exercised`() async throws {
    let report = try await report(of: .phaseOnly)
    #expect(report.assertedPairCount == 0)
    #expect(report.unasserted.count == 7)
    #expect(report.description.hasSuffix("; 0 of 7 transitions asserted"))
    #expect(report.record.transitions.values.allSatisfy { $0.asserted == 0 && $0.exercised > 0 })
  }

  @Test func `insufficient coverage is a failure that lists the untried pairs`() async throws {
    let line = markedLine()
    let failures = try await recordingFailures {
      try await checkCoverage(of: Loader.self, minimum: 0.9) {  // Here
        let store = makeLoader()
        await store.send(.load(1)) { $0.phase = .loading }
        await store.send(.cancel) { $0.phase = .idle }
        await store.finish()
      }
    }
    let failure = try #require(failures.first)
    #expect(failures.count == 1)
    #expect(failure.kind == .insufficientCoverage)
    #expect(failure.line == line)
    #expect(
      failure.headline
        == "The tests assert 2 of 6 pairs of a mode and a message of Loader: 33.3 %, and 90 % is the least."
    )
    #expect(failure.details.contains("    • In \"idle\", on .input(.cancel)"))
    #expect(failure.details.contains("    • On .feedback(.loaded), which no test receives"))
  }

  @Test func `a suite that makes no store of the feature is a failure`() async throws {
    let failures = try await recordingFailures {
      try await checkCoverage(of: Loader.self) {}
    }
    #expect(
      failures.map(\.headline) == ["No test of the suite makes a store of Loader, so there is no coverage of it."]
    )
  }

  @Test func `coverage records survive encoding, and a folder adds up the records of processes`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coverage-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try await report(of: .withoutFailures).record
    #expect(CoverageRecord(json: first.json) == first)
    let second = try await report(of: .full).record
    #expect(CoverageFolder(path: folder.path).exchange(first, of: "first one").isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.map { $0.hasPrefix("Loader.first-one.") } == [true])
    #expect(CoverageFolder(path: folder.path).exchange(second, of: "second") == [first])
    #expect(CoverageFolder(path: folder.path).exchange(second, of: "second").count == 2)
    var merged = first
    merged.merge(second)
    let asserted = try #require(merged.transitions.first { $0.key.message == ".input(.cancel)" })
    #expect(
      asserted.value.asserted == first.transitions[asserted.key]!.asserted + second.transitions[asserted.key]!.asserted
    )
  }

  @Test func `features of one name in two types have a coverage each`() async throws {
    /// Encloses a feature that has the name of another one.
    enum Other {
      enum Loader {}
    }
    var namesake = FeatureMatch(type: Other.Loader.self).makeRecord()
    namesake.noteFirst("elsewhere")
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Loader.self)))
    let report = try await scope.report(merging: [namesake])
    #expect(report.feature == namesake.feature)
    #expect(report.record.firstModes.isEmpty)
  }

  @Test func `private features of one name in two files have a coverage each`() async throws {
    var namesake = makeRecordOfNamesake()
    namesake.noteFirst("elsewhere")
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Namesake.self)))
    let report = try await scope.report(merging: [namesake])
    #expect(report.feature == namesake.feature)
    #expect(report.record.firstModes.isEmpty)
  }

  @Test func `an effect whose feedback carries an error counts as failed, under any name`() async throws {
    let scope = CoverageScope(CoverageScope.Options(feature: FeatureMatch(type: Ending.self)))
    for error in [nil, LoaderError()] as [LoaderError?] {
      try await scope.run {
        let store = TestStore(initialState: 0) { Ending() }
        await store.send(error)
        await store.receive(Ending.Feedback.ended) { count, _ in count = 1 }
        await store.finish()
      }
    }
    #expect(try await scope.report().text.contains("the effect \"work\": succeeded: asserted, failed: asserted"))
  }

  @Test func `the diagram shows the transitions that no test has asserted`() async throws {
    let diagram = try await report(of: .withoutFailures, Self.makeSpace()).diagram
    #expect(diagram.uncovered.contains { $0.message == "failed" })
    #expect(!diagram.uncovered.contains { $0.message == "loaded" })
    #expect(diagram.mermaid.contains("failed (no test)"))
  }

  @Test(
    arguments: [
      (.input(.load(1)), ".input(.load)"), (.feedback(.failed("x")), ".feedback(.failed)"),
    ] as [(Message<Loader.Input, Loader.Feedback>, String)]
  )
  func `messages are named by their cases, and by the cases of their payloads`(
    _ message: Message<Loader.Input, Loader.Feedback>,
    _ name: String
  ) {
    #expect(MessageName.text(of: message) == name)
    #expect(
      MessageName.text(of: Message<Result<Int, LoaderError>, Int>.input(.failure(LoaderError()))) == ".input(.failure)"
    )
  }
}

/// A feature whose effect ends with an error or without one.
private struct Ending: Reducer {
  typealias Input = LoaderError?

  enum Feedback: Sendable {
    /// The effect has ended, perhaps with an error.
    case ended(LoaderError?)
  }

  func reduce(message: Message<LoaderError?, Feedback>, into state: inout Int) -> Effect<Feedback, Never> {
    switch message {
    case .input(let error): return .run("work") { send in await send(.ended(error)) }
    case .feedback: state += 1
    }
    return .none
  }
}

/// A feature that has the name of one in another file.
private enum Namesake {}
