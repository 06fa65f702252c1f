import StoreCore
import StoreDependencies
import StoreTesting

/// What came of one sequence.
struct SequenceResult {
  /// The steps that were made, up to the one that fails.
  var steps: [SequenceStep] = []

  /// What has failed first, if anything has.
  var problem: ScheduleAttempt.Problem?

  var brokenInvariants: Set<String> = []

  /// The steps as code of a test, where it was asked for.
  var script = SequenceScript()

  /// What could come next, where it was asked for.
  var options: [SequenceOption] = []

  /// What tells the situation at the end from others, where it was asked for.
  var situation = ""

  /// Where a command made another input than the one that was written down, if one did.
  var mismatch: (index: Int, expected: String, found: String)?

  /// Whether a run fails in the same way: at the same line, by a failure of the same kind, and of the same invariant.
  func fails(like other: Self) -> Bool {
    guard let problem, let expected = other.problem, problem.isAlike(expected) else { return false }
    // All invariants of a store fail at the same line, and tell each other apart by name.
    return other.brokenInvariants.isEmpty || !brokenInvariants.isDisjoint(with: other.brokenInvariants)
  }
}

/// Runs sequences, each with a store of its own.
final class SequenceRunner<Feature: Reducer> where Feature.State: Equatable {
  /// What a run is asked for.
  struct Request {
    let director: any SequenceStrategy
    let limit: Int
    var counts = false

    /// Whether it puts its steps into code.
    var writesScript = false

    /// Whether it says what could come next.
    var looksAhead = false
  }

  private let makeStore: () throws -> TestStore<Feature>
  let commands: [Command<Feature>]
  private let mode: (Feature.State) -> String
  private let site: CallSite

  /// Runs code, and keeps what fails to itself; it is there as soon as there is code to run.
  var attempts: ScheduleRunner!

  var coverage = SequenceCoverage()

  /// Which commands could be chosen at some time.
  private(set) var applicable: Set<Int> = []

  /// How far from the simplest the one choice of a command may be; the greatest number if it has more than one.
  private(set) var breadths: [Int: UInt64] = [:]

  private(set) var stepCount = 0

  private var request: Request!

  private var log = ProblemLog()

  private var result = SequenceResult()

  init(
    _ makeStore: @escaping () throws -> TestStore<Feature>,
    _ commands: [Command<Feature>],
    mode: @escaping (Feature.State) -> String,
    _ site: CallSite
  ) {
    self.makeStore = makeStore
    self.commands = commands
    self.mode = mode
    self.site = site
  }

  func run(_ request: Request) async -> SequenceResult {
    self.request = request
    log = ProblemLog()
    result = SequenceResult()
    let attempt = await attempts.attempt(ScheduledPolicy(Schedule()), log: log, answersGatesManually: true)
    // What fails after the last step belongs to none: it is how the run was broken off. But a store may not even be made.
    if result.problem == nil, result.steps.isEmpty, hasThrown { result.problem = attempt.problems.first }
    return result
  }

  /// Whether the store could not be made.
  private var hasThrown = false

  /// Makes a store, and the steps; it is called by the attempts.
  func perform() async throws {
    hasThrown = true
    guard let probe = ScheduleController.current else { return }
    let store = try makeStore()
    hasThrown = false
    await perform(with: store.session, probe)
  }

  private func perform(with session: TestSession<Feature>, _ probe: ScheduleController) async {
    // So that reducers are checked for purity. What was not asserted is let go of after each step.
    session.exhaustivity = .on
    // A step that goes on for longer is taken for one without end, of which the search may see many.
    session.environment.limitSteps(to: 1_000)
    let names = session.invariants.map(\.name)
    if request.counts { observe(session) }
    await session.beginSequence(site)
    var last: String?
    while log.problems.isEmpty, !session.isEnded, result.mismatch == nil {
      let state = session.engine.state
      let calls = probe.openAnswers(in: session.environment)
      let options = options(in: state, calls)
      if request.counts {
        let mode = mode(state)
        coverage.arrive(in: mode, by: result.steps, from: last, labels: options.flatMap(\.labels))
        last = mode
      }
      guard result.steps.count < request.limit, !options.isEmpty, let move = request.director.next(from: options) else {
        break
      }
      await take(move, options[move.option], calls, session, probe)
      if request.counts { stepCount += 1 }
    }
    result.problem = log.problems.first
    result.brokenInvariants = Set(names).subtracting(session.invariants.map(\.name))
    if request.looksAhead, result.problem == nil {
      result.options = options(in: session.engine.state, probe.openAnswers(in: session.environment))
      result.situation = session.situation
    }
    await session.endSequence(under: probe)
  }

  /// Notes which messages are reduced in which modes.
  private func observe(_ session: TestSession<Feature>) {
    let name = "\u{0}"
    let invariant = Invariant<Feature>(name: name, site: site) { [unowned self] old, message, _ in
      let action =
        switch message {
        case .input(let input): ModeClassifier.action(of: input)
        case .feedback(let feedback): ModeClassifier.action(of: feedback)
        }
      coverage.note(action, in: mode(old))
      return true
    }
    session.invariants.append(invariant)
  }
}

// MARK: - Steps

extension SequenceRunner {
  private func options(in state: Feature.State, _ calls: [[OpenAnswer]]) -> [SequenceOption] {
    var options: [SequenceOption] = []
    var gates: [String: (weight: Int, isApplicable: Bool)] = [:]
    for (index, command) in commands.enumerated() {
      let isApplicable = command.isApplicable(in: state)
      if case .answer(let gate) = command.action {
        let isOpen = isApplicable && calls.contains { $0[0].call.gateName == gate }
        gates[gate] = (command.weight, isApplicable)
        if isOpen { applicable.insert(index) }
      } else if isApplicable {
        applicable.insert(index)
        options.append(SequenceOption(action: .command(index), weight: command.weight, answers: []))
      }
    }
    var names: [String] = []
    for call in calls where !names.contains(call[0].call.gateName) { names.append(call[0].call.gateName) }
    for name in names {
      let (weight, isApplicable) = gates[name] ?? (1, true)
      guard isApplicable else { continue }
      let answers = calls.filter { $0[0].call.gateName == name }.map(\.count)
      options.append(SequenceOption(action: .answer(name), weight: weight, answers: answers))
    }
    return options
  }

  private func take(
    _ move: SequenceMove,
    _ option: SequenceOption,
    _ calls: [[OpenAnswer]],
    _ session: TestSession<Feature>,
    _ probe: ScheduleController
  ) async {
    var choices = move.choices
    var step = SequenceStep(action: option.action, name: "", draws: [])
    switch option.action {
    case .answer(let gate):
      let call = Int(choices.draw(upTo: UInt64(option.answers.count - 1)))
      let answer = Int(choices.draw(upTo: UInt64(option.answers[call] - 1)))
      step.draws = choices.made
      note(step, label: option.labels[answer], in: session)
      let open = calls.filter { $0[0].call.gateName == gate }[call][answer]
      if request.writesScript { result.script.answer(open.script(), at: gate, position: call) }
      await session.answer(open, under: probe, site)
    case .command(let index):
      defer { noteBreadth(of: index, choices) }
      await take(commands[index], &step, &choices, move.name, option.labels[0], session)
    }
    session.discardUnasserted()
  }

  private func take(
    _ command: Command<Feature>,
    _ step: inout SequenceStep,
    _ choices: inout Choices,
    _ expected: String?,
    _ label: String,
    _ session: TestSession<Feature>
  ) async {
    switch command.action {
    case .send(_, let make):
      let input: Feature.Input
      do {
        input = try DependencyValues.withValues(session.engine.dependencies) {
          try make(session.engine.state, &choices)
        }
      } catch {
        step.draws = choices.made
        note(step, label: label, in: session)
        let reason = error is NothingToChoose ? "there was nothing to choose from." : describe(error: error)
        let headline = "The command could not make an input: \(reason)"
        return log.take(.init(headline: headline, details: "", site: command.site, kind: "error"))
      }
      step.draws = choices.made
      step.name = ModeClassifier.action(of: input)
      guard note(step, expecting: expected, label: label, in: session) else { return }
      if request.writesScript { result.script.send(input) }
      await session.take(input, site)
    case .advance(let durations):
      let duration = durations[Int(choices.draw(upTo: UInt64(durations.count - 1)))]
      step.draws = choices.made
      step.name = "advance"
      guard note(step, expecting: expected, label: label, in: session) else { return }
      if request.writesScript { result.script.advance(by: duration, onOwnClock: session.time === session.clock) }
      session.environment.begin(site)
      await session.time.advance(
        by: duration,
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
    case .answer: break
    }
  }

  private func noteBreadth(of index: Int, _ choices: Choices) {
    let limit = choices.limits.count < 2 ? choices.limits.first ?? 0 : .max
    breadths[index] = max(breadths[index] ?? 0, limit)
  }

  /// Writes down a step that is about to be made.
  private func note(_ step: SequenceStep, label: String, in session: TestSession<Feature>) {
    result.steps.append(step)
    if request.counts { coverage.take(label, in: mode(session.engine.state)) }
  }

  /// Writes down a step, unless it is not the one that was expected.
  private func note(
    _ step: SequenceStep,
    expecting name: String?,
    label: String,
    in session: TestSession<Feature>
  ) -> Bool {
    if let name, name != step.name {
      result.mismatch = (result.steps.count, name, step.name)
      return false
    }
    note(step, label: label, in: session)
    return true
  }
}
