import StoreCore
import StoreDependencies
import StoreTesting

/// The result of one sequence.
struct SequenceResult {
  /// The steps, up to the failing one.
  var steps: [SequenceStep] = []

  /// The first failure; nil if the sequence passed.
  var problem: ScheduleAttempt.Problem?

  var brokenInvariants: Set<String> = []

  /// The steps as test code, if requested.
  var script = SequenceScript()

  /// The possible next steps, if requested.
  var options: [SequenceOption] = []

  /// The text that identifies the final state and the waits of the effects, if requested.
  var stateKey = ""

  /// The first step with a different input than recorded; nil if every input was as recorded.
  var mismatch: (index: Int, expected: String, found: String)?

  /// Whether another run has the same failure: the same line, kind and invariant.
  func fails(like other: Self) -> Bool {
    guard let problem, let expected = other.problem, problem.isAlike(expected) else { return false }
    // All invariants of a store fail at the same line, so the comparison includes their names.
    return other.brokenInvariants.isEmpty || !brokenInvariants.isDisjoint(with: other.brokenInvariants)
  }
}

/// A runner of sequences, each with a separate store.
final class SequenceRunner<Feature: Reducer> where Feature.State: Equatable {
  /// The parameters of a run.
  struct Request {
    let strategy: any SequenceStrategy
    let limit: Int
    var recordsCoverage = false

    /// Whether to write the steps as test code.
    var writesScript = false

    /// Whether to return the possible next steps.
    var looksAhead = false
  }

  /// The number of work items after which a step counts as an endless loop. It is low, because a search may enter many
  /// such loops.
  private static var stepLimit: Int { 1_000 }

  private let makeStore: () throws -> TestStore<Feature>
  let commands: [Command<Feature>]
  private let classify: (Feature.State) -> String
  private let site: CallSite

  /// The runner of the code, which collects its failures. `checkSequences` sets it before the first run.
  var scheduleRunner: ScheduleRunner!

  var coverage = SequenceCoverage()

  /// The indices of the commands that were applicable at any time.
  private(set) var applicable: Set<Int> = []

  /// The greatest distance of each command's only choice; the maximum if it has several choices.
  private(set) var greatestDraws: [Int: UInt64] = [:]

  private(set) var stepCount = 0

  /// The mode before the current step.
  private var mode = ""

  private var request: Request!

  private var log = ProblemLog()

  private var result = SequenceResult()

  init(
    _ makeStore: @escaping () throws -> TestStore<Feature>,
    _ commands: [Command<Feature>],
    mode classify: @escaping (Feature.State) -> String,
    _ site: CallSite
  ) {
    self.makeStore = makeStore
    self.commands = commands
    self.classify = classify
    self.site = site
  }

  func run(_ request: Request) async -> SequenceResult {
    self.request = request
    log = ProblemLog()
    result = SequenceResult()
    let attempt = await scheduleRunner.attempt(ScheduledPolicy(Schedule()), log: log, answersGatesManually: true)
    // The end of the run may cause failures after the last step, which are ignored. Without steps, the failure may be
    // an error in the creation of the store.
    if result.problem == nil, result.steps.isEmpty, makingStoreThrew { result.problem = attempt.problems.first }
    return result
  }

  /// Whether the creation of the store threw an error.
  private var makingStoreThrew = false

  /// Creates a store, and takes the steps. The schedule runner calls this method.
  func perform() async throws {
    makingStoreThrew = true
    guard let controller = ScheduleController.current else { return }
    let store = try makeStore()
    makingStoreThrew = false
    await perform(with: store.session, controller)
  }

  private func perform(with session: TestSession<Feature>, _ controller: ScheduleController) async {
    // An exhaustive level enables the purity check of reducers. Each step discards its unasserted events.
    session.exhaustivity = .on
    session.limitSteps(to: Self.stepLimit)
    if request.recordsCoverage { observe(session) }
    await session.beginSequence(site)
    var last: String?
    while log.problems.isEmpty, log.lostIssue(in: site) == nil, !session.isEnded, result.mismatch == nil {
      let state = session.engine.state
      let calls = controller.openAnswers(in: session.environment)
      let options = options(in: state, calls)
      if request.recordsCoverage {
        mode = classify(state)
        coverage.arrive(in: mode, by: result.steps, from: last, labels: options.flatMap(\.labels))
        last = mode
      }
      guard result.steps.count < request.limit, !options.isEmpty, let move = request.strategy.next(from: options) else {
        break
      }
      await take(move, options[move.option], calls, session, controller)
      if request.recordsCoverage { stepCount += 1 }
    }
    result.problem = log.problems.first ?? log.lostIssue(in: site)
    result.brokenInvariants = Set(session.invariants.filter(\.isBroken).map(\.name))
    if request.looksAhead, result.problem == nil {
      result.options = options(in: session.engine.state, controller.openAnswers(in: session.environment))
      result.stateKey = session.stateKey
    }
    await session.endSequence {
      guard let answer = controller.openAnswers(in: session.environment).first?.first else { return false }
      controller.perform(ScheduleOption(.answer(answer), label: ""))
      return true
    }
  }

  /// Records the reduced messages of each mode.
  private func observe(_ session: TestSession<Feature>) {
    // A name that no test gives an invariant.
    let invariant = Invariant<Feature>(name: "\u{0}", site: site) { [unowned self] old, message, _ in
      let action =
        switch message {
        case .input(let input): ModeClassifier.action(of: input)
        case .feedback(let feedback): ModeClassifier.action(of: feedback)
        }
      coverage.note(action, in: classify(old))
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
    _ controller: ScheduleController
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
      if request.writesScript { result.script.answer(open.script(), at: gate, position: open.call.position) }
      await session.act(site) { controller.perform(ScheduleOption(.answer(open), label: "")) }
    case .command(let index):
      defer { noteBreadth(of: index, choices) }
      await perform(commands[index], &step, &choices, move.name, option.labels[0], session)
    }
    session.discardUnasserted()
  }

  private func perform(
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
        if request.writesScript { result.script.fail(at: command.site) }
        let reason = error is NothingToChoose ? "the collection of choices is empty." : describe(error: error)
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
      await session.pass(duration, site)
    case .answer: break
    }
  }

  private func noteBreadth(of index: Int, _ choices: Choices) {
    let limit = choices.limits.count < 2 ? choices.limits.first ?? 0 : .max
    greatestDraws[index] = max(greatestDraws[index] ?? 0, limit)
  }

  /// Records a step before the runner takes it.
  private func note(_ step: SequenceStep, label: String, in session: TestSession<Feature>) {
    result.steps.append(step)
    if request.recordsCoverage { coverage.take(label, in: mode) }
  }

  /// Records a step, unless it differs from the expected one.
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
