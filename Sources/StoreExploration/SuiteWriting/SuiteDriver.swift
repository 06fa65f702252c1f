import StoreCore
import StoreDependencies
import StoreTesting

/// Takes the steps of generated tests on real test stores, in the order in which the written test takes them.
final class SuiteDriver<Feature: Reducer> where Feature.State: Equatable {
  private let makeStore: () throws -> TestStore<Feature>
  let commands: SuiteCommands<Feature>
  let feature = FeatureMatch(type: featureType(of: Feature.self))
  let reader = TransitionReader.usual
  private let site: CallSite

  /// The number of runs so far.
  private(set) var runCount = 0

  /// What the runs have shown so far.
  private(set) var goals = SuiteGoals()

  /// The commands that were possible at any time, by position.
  private(set) var possible: Set<Int> = []

  init(_ makeStore: @escaping () throws -> TestStore<Feature>, _ commands: [Command<Feature>], _ site: CallSite) {
    self.makeStore = makeStore
    self.commands = SuiteCommands(commands: commands)
    self.site = site
  }

  /// Finds the parts that decide how the feature reacts.
  ///
  /// - Returns: The decisions that were found.
  func decide() -> Set<Int> { goals.decide() }

  /// Takes steps on a new store, and keeps back its failures.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - writes: Whether the test is written.
  ///   - isolation: The actor of the test.
  /// - Throws: The error of `makeStore`, or a ``DrivenStore.Obstacle``.
  func run(
    _ steps: [DrivenStep],
    writes: Bool = false,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> SuiteRun {
    var run = SuiteRun(steps: steps)
    let failures = try await recordingFailures {
      run = try await perform(steps, writes: writes, isolation: isolation)
    }
    run.problem = failures.first.map { "\($0.headline) (\($0.site))" }
    return run
  }

  /// Takes steps on a new store, and writes the test if that is asked for.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - writes: Whether the test is written.
  ///   - stepsWithEffects: The steps after which the test asserts which effects run; nil for those that cancel any.
  ///   - isolation: The actor of the test.
  func perform(
    _ steps: [DrivenStep],
    writes: Bool,
    asserting stepsWithEffects: Set<Int>? = nil,
    isolation: isolated (any Actor)?
  ) async throws -> SuiteRun {
    runCount += 1
    let collector = CoverageCollector(feature, reader)
    return try await DrivenStore.withNewStore(
      makeStore,
      at: site,
      observers: Hooks.observers + [collector],
      isolation: isolation
    ) { store in
      var run = SuiteRun(steps: steps)
      try await perform(&run, with: store, collector, writes: writes, asserting: stepsWithEffects)
      return run
    }
  }

  private func perform(
    _ run: inout SuiteRun,
    with store: DrivenStore<Feature>,
    _ collector: CoverageCollector,
    writes: Bool,
    asserting stepsWithEffects: Set<Int>?
  ) async throws {
    let session = store.session
    session.exhaustivity = .strict
    await store.begin()
    // A run with a mutant is only compared.
    let isMutated = stepsWithEffects != nil
    var starts = run.steps.isEmpty ? [0] : []
    var firstEvents: [Int] = []
    var required = run.steps.isEmpty ? [Set(goals.required(collector.record.items()))] : []
    for (index, step) in run.steps.enumerated() {
      let isDetailed = !isMutated && (writes || index == run.steps.count - 1)
      let (record, key) = isDetailed ? (collector.record, session.stateKey) : (nil, "")
      let (start, count) = (session.time.now, session.log.events.count)
      firstEvents.append(count)
      if case .answer(let gate, _, _) = step { run.assertions.calls.append(waitingCalls(at: gate, of: store)) }
      let isExact = step == .time && store.nextWake == store.nextDeadline
      run.words.append(try await take(step, on: store))
      if session.time.now > start {
        run.passes.append((start.duration(to: session.time.now), isExact))
      }
      session.discardUnasserted()
      let log = session.log.events
      if stepsWithEffects?.contains(index) ?? log[count...].contains(where: \.isCancellationByFeature) {
        run.stepsWithEffects.insert(index)
        run.assertions.effects.append((log.count, session.ledger.map(\.snapshot)))
      }
      guard isDetailed else { continue }
      starts.append(index == 0 ? 0 : count)
      required.append(Set(goals.required(collector.record.items(since: index == 0 ? nil : record))))
      run.changes.append(key != session.stateKey || log.count > count + 1)
    }
    describe(store, &run)
    run.record = collector.record
    if !isMutated {
      let reached = goals.reached(in: session, from: starts)
      run.stepGoals = zip(reached.goals, required).map { $0.union($1) }
      run.situation = reached.situation
    }
    if writes {
      // A changed feature must fail the test, and not end its process.
      var parts = AssignmentWriter.$avoidsPositions.withValue(true) {
        WrittenTest(session, asserting: run.assertions, dividedBefore: firstEvents).parts
      }
      parts[0].removeAll { $0.hasPrefix("store.") }
      run.parts = SuiteTimes.exact(parts, run.passes, session)
      run.story = SuiteStory(session, run, firstEvents).scenes
      await session.cancelAll()
      run.isStubborn = session.hasEffects
      run.stubbornGates = Set(store.calls.map(\.gate))
    }
  }

  private func describe(_ store: DrivenStore<Feature>, _ run: inout SuiteRun) {
    let (options, found) = commands.options(on: store)
    possible.formUnion(found)
    run.options = options
    run.key = store.session.stateKey
    run.silentGates = Set(store.silentGates)
    run.isOver = !store.session.hasEffects
  }

  /// Takes a step.
  ///
  /// - Returns: The step in words.
  private func take(_ step: DrivenStep, on store: DrivenStore<Feature>) async throws -> String {
    switch step {
    case .time: return try await store.passToNextWake().passing
    case .duration(let duration):
      await store.pass(duration)
      return duration.passing
    case .answer(let gate, let call, let answer):
      let answers = try store.answers(to: call, at: gate)
      guard answers.indices.contains(answer) else { throw DrivenStore<Feature>.Obstacle() }
      await store.give(answers[answer])
      return SuiteNames.words(of: answers[answer], among: answers, at: gate)
    case .command(let index, let draws): return try await commands.take(index, draws, on: store)
    }
  }

  /// Returns the waiting calls at a gate; none if some of them have no answers.
  private func waitingCalls(at gate: String, of store: DrivenStore<Feature>) -> [any WaitingCall] {
    let calls = store.session.environment.gates.openAnswers(at: gate)
    return calls.contains(where: \.isEmpty) ? [] : calls.compactMap { $0.first?.call }
  }
}

extension Event {
  /// Whether the feature has cancelled an effect, and not the test.
  fileprivate var isCancellationByFeature: Bool {
    if case .cancelled(let record) = content { record.canceller != nil } else { false }
  }
}

extension CoverageRecord {
  /// Returns the transitions and the ends of effects, as text.
  ///
  /// - Parameter earlier: The record of an earlier moment, whose counts don't count.
  fileprivate func items(since earlier: CoverageRecord? = nil) -> Set<String> {
    var items: Set<String> = []
    for (transition, count) in transitions where count != earlier?.transitions[transition] {
      items.insert("\(transition.mode)\n\(transition.message)\n\(transition.next)")
    }
    for (effect, outcomes) in effects {
      for (outcome, count) in outcomes where outcome != .stillRunning && count != earlier?.effects[effect]?[outcome] {
        items.insert("\(effect) \(outcome)")
      }
    }
    return items
  }
}
