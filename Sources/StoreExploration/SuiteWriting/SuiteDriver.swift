import StoreCore
import StoreDependencies
import StoreTesting

/// Takes the steps of generated tests on real test stores, in the order in which the written test takes them.
final class SuiteDriver<Feature: Reducer> where Feature.State: Equatable {
  /// A step that isn't possible where it should be taken.
  struct Obstacle: Error {}

  /// The number of work items after which a step counts as an endless loop.
  private static var stepLimit: Int { 1_000 }

  /// The greatest number of values that are tried for the first choice of a command.
  private static var valueLimit: Int { 4 }

  private let makeStore: () throws -> TestStore<Feature>
  let commands: [Command<Feature>]
  let feature = FeatureMatch(type: featureType(of: Feature.self))
  let reader = TransitionReader { StateDiagram.mode(of: $0) }
  private let site: CallSite

  /// The number of runs so far.
  private(set) var runCount = 0

  /// What the runs have shown so far.
  private(set) var goals = SuiteGoals()

  /// The commands that were possible at any time, by position.
  private(set) var possible: Set<Int> = []

  init(_ makeStore: @escaping () throws -> TestStore<Feature>, _ commands: [Command<Feature>], _ site: CallSite) {
    self.makeStore = makeStore
    self.commands = commands
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
  /// - Throws: The error of `makeStore`, or an ``Obstacle``.
  func run(_ steps: [SuiteStep], writes: Bool = false) async throws -> SuiteRun {
    var run = SuiteRun(steps: steps)
    let failures = try await recordingFailures { run = try await perform(steps, writes: writes) }
    run.problem = failures.first.map { "\($0.headline) (\($0.site))" }
    return run
  }

  /// Takes steps on a new store, and writes the test if that is asked for.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - writes: Whether the test is written.
  ///   - stepsWithEffects: The steps after which the test asserts which effects run; nil for those that cancel any.
  func perform(_ steps: [SuiteStep], writes: Bool, asserting stepsWithEffects: Set<Int>? = nil) async throws -> SuiteRun
  {
    runCount += 1
    let collector = CoverageCollector(feature, reader)
    return try await Hooks.$observers.withValue(Hooks.observers + [collector, WholeLog()]) {
      try await ExhaustiveScope.$current.withValue(nil) {
        try await DependencyValues.withOwnDefaults {
          let store = try makeStore()
          defer { withExtendedLifetime(store) {} }
          var run = SuiteRun(steps: steps)
          try await perform(&run, with: store.session, collector, writes: writes, asserting: stepsWithEffects)
          return run
        }
      }
    }
  }

  private func perform(
    _ run: inout SuiteRun,
    with session: TestSession<Feature>,
    _ collector: CoverageCollector,
    writes: Bool,
    asserting stepsWithEffects: Set<Int>?
  ) async throws {
    session.exhaustivity = .strict
    session.environment.gates.answersGatesManually = true
    session.limitSteps(to: Self.stepLimit)
    await session.beginSequence(site)
    // A run with a mutant is only compared.
    let isMutated = stepsWithEffects != nil
    var starts = run.steps.isEmpty ? [0] : []
    var firstEvents: [Int] = []
    var required = run.steps.isEmpty ? [Set(goals.required(collector.record.items()))] : []
    do {
      for (index, step) in run.steps.enumerated() {
        let isDetailed = !isMutated && (writes || index == run.steps.count - 1)
        let (record, key) = isDetailed ? (collector.record, session.stateKey) : (nil, "")
        let (start, count) = (session.time.now, session.log.events.count)
        firstEvents.append(count)
        if case .answer(let gate, _, _) = step { run.assertions.calls.append(waitingCalls(at: gate, in: session)) }
        run.words.append(try await take(step, in: session))
        if session.time.now > start {
          run.passes.append((start.duration(to: session.time.now), step == .time))
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
    } catch {
      await session.endSequence()
      throw error
    }
    describe(session, &run)
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
      run.parts = exact(parts, run.passes, session)
      run.story = SuiteStory(session, run, firstEvents).scenes
    }
    await session.endSequence()
  }

  private func describe(_ session: TestSession<Feature>, _ run: inout SuiteRun) {
    let state = session.engine.state
    run.key = session.stateKey
    let calls = session.environment.gates.openAnswers
    run.options = options(in: state, calls, session)
    run.silentGates = Set(calls.filter { $0.value.contains(where: \.isEmpty) }.keys)
    run.isOver = !session.hasEffects
  }

  /// Returns the steps of a test with an assertion of each deadline in place of an advance that could be longer than needed.
  private func exact(
    _ parts: [[String]],
    _ passes: [(duration: Duration, isExact: Bool)],
    _ session: TestSession<Feature>
  ) -> [[String]] {
    var passes = passes[...]
    func exact(_ line: String) -> [String] {
      var total = Duration.zero
      for (offset, pass) in passes.enumerated() {
        total += pass.duration
        guard session.advance(by: total) == line else { continue }
        let parts = passes.prefix(offset + 1)
        passes = passes.dropFirst(offset + 1)
        guard parts.allSatisfy(\.isExact) else { return [line] }
        return parts.map { part in
          let text = SourceWriter().source(of: part.duration, declared: Duration.self).text
          return
            "#expect(await \(line.contains("store.clock") ? "store." : "")clock.advanceToNextDeadline() == \(text))"
        }
      }
      return [line]
    }
    return parts.map { $0.flatMap(exact) }
  }
}

// MARK: - Steps

extension SuiteDriver {
  /// Takes a step.
  ///
  /// - Returns: The step in words.
  private func take(_ step: SuiteStep, in session: TestSession<Feature>) async throws -> String {
    switch step {
    case .time:
      guard !session.time.pendingSleeps.isEmpty else { throw Obstacle() }
      let start = session.time.now
      session.environment.begin(site)
      _ = await session.time.advanceToNextDeadline(
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
      return start.duration(to: session.time.now).passing
    case .answer(let gate, let call, let answer):
      let calls = session.environment.gates.openAnswers[gate] ?? []
      guard calls.indices.contains(call), calls[call].indices.contains(answer) else { throw Obstacle() }
      let open = calls[call][answer]
      await session.act(site) { open.give() }
      return SuiteNames.words(of: open, among: calls[call], at: gate)
    case .command(let index, let draws): return try await take(commands[index], draws, in: session)
    }
  }

  /// Returns the waiting calls at a gate; none if some of them have no answers.
  private func waitingCalls(at gate: String, in session: TestSession<Feature>) -> [any WaitingCall] {
    let calls = session.environment.gates.openAnswers[gate] ?? []
    return calls.contains(where: \.isEmpty) ? [] : calls.compactMap { $0.first?.call }
  }

  private func take(_ command: Command<Feature>, _ draws: [UInt64], in session: TestSession<Feature>) async throws
    -> String
  {
    var choices = Choices(draws)
    switch command.action {
    case .send(_, let make):
      guard command.isApplicable(in: session.engine.state) else { throw Obstacle() }
      let input = try DependencyValues.withValues(session.engine.dependencies) {
        try make(session.engine.state, &choices)
      }
      await session.take(input, site)
      return SuiteNames.words(ofInput: input)
    case .advance(let durations):
      let duration = durations[Int(choices.draw(upTo: UInt64(durations.count - 1)))]
      await session.pass(duration, site)
      return duration.passing
    case .answer: throw Obstacle()
    }
  }

  /// Returns the steps that are possible in a state, the author's commands first.
  private func options(
    in state: Feature.State,
    _ calls: [String: [[OpenAnswer]]],
    _ session: TestSession<Feature>
  ) -> [SuiteStep] {
    var steps: [SuiteStep] = []
    for (index, command) in commands.enumerated() where command.isApplicable(in: state) {
      possible.insert(index)
      switch command.action {
      case .send(_, let make):
        var choices = Choices()
        let input = try? DependencyValues.withValues(session.engine.dependencies) { try make(state, &choices) }
        guard input != nil else { continue }
        let count = min(Self.valueLimit, Int(clamping: choices.limits.first ?? 0) + 1)
        steps += (0..<count).map { .command(index, draws: choices.limits.isEmpty ? [] : [UInt64($0)]) }
      case .advance(let durations): steps += durations.indices.map { .command(index, draws: [UInt64($0)]) }
      case .answer: break
      }
    }
    if !session.time.pendingSleeps.isEmpty { steps.append(.time) }
    for (gate, calls) in calls.sorted(by: { $0.key < $1.key }) where mayAnswer(gate, in: state) {
      // Of many waiting calls, the oldest and the newest differ most.
      for call in Set([0, calls.count - 1]).sorted() {
        steps += calls[call].indices.map { .answer(gate: gate, call: call, answer: $0) }
      }
    }
    return steps
  }

  /// Whether no command of the author forbids answers at a gate in a state.
  private func mayAnswer(_ gate: String, in state: Feature.State) -> Bool {
    for (index, command) in commands.enumerated() {
      guard case .answer(gate) = command.action else { continue }
      guard command.isApplicable(in: state) else { return false }
      possible.insert(index)
    }
    return true
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
