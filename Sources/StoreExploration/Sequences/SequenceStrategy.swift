/// A possible next step of a sequence.
struct SequenceOption {
  let action: SequenceStep.Action

  /// The relative frequency of the step.
  let weight: Int

  /// The number of answers to each waiting call at the gate; empty for a command.
  let answers: [Int]

  /// The names that coverage counts: the step's own, or that of each answer.
  var labels: [String] {
    switch action {
    case .command(let index): ["\(index + 1)"]
    case .answer(let gate): (0..<(answers.max() ?? 0)).map { "\(gate)/\($0 + 1)" }
    }
  }
}

/// The chosen next step of a sequence, with the source of its values.
struct SequenceMove {
  let option: Int

  /// The source of the values; for an answer, the choice of the call and of the answer.
  let choices: Choices

  /// The recorded name of the command's input, if the sequence was recorded.
  var name: String?
}

/// A strategy that chooses the steps of a sequence.
protocol SequenceStrategy: AnyObject {
  /// Chooses the next step.
  ///
  /// - Parameter options: The possible steps, at least one.
  /// - Returns: The chosen step; nil if the sequence has ended.
  func next(from options: [SequenceOption]) -> SequenceMove?
}

/// A strategy that replays a path to a rare mode, if one is known, and then walks at random with some commands disabled
/// (swarm testing).
final class SequenceWalk: SequenceStrategy {
  private var random: ExplorationRandom

  /// The seed that decides which steps are disabled; nil if all are enabled.
  private let swarm: UInt64?

  /// The rest of the path to the rare mode.
  private var prefix: ArraySlice<SequenceStep>

  private var goal: String?

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - seed: The seed of random choices.
  ///   - coverage: The coverage of earlier sequences.
  init(seed: UInt64, _ coverage: inout SequenceCoverage) {
    random = ExplorationRandom(seed: seed)
    // One third of the walks enable all commands, because some failures need all of them.
    swarm = Int.random(in: 0..<3, using: &random) == 0 ? nil : random.next()
    let frontier = Bool.random(using: &random) ? coverage.frontier(&random) : nil
    prefix = frontier?.prefix[...] ?? []
    goal = frontier?.label
  }

  func next(from options: [SequenceOption]) -> SequenceMove? {
    if let step = prefix.popFirst() {
      if let move = SequenceMove(step, in: options) { return move }
      // The test is not deterministic. A failure would reveal that.
      prefix = []
      goal = nil
    }
    if let label = goal {
      goal = nil
      if let move = move(to: label, options) { return move }
    }
    let enabled = options.indices.filter { index in options[index].labels.contains(where: isEnabled) }
    let candidates = enabled.isEmpty ? Array(options.indices) : enabled
    var rest = Int.random(in: 0..<candidates.reduce(0) { $0 + options[$1].weight }, using: &random)
    for index in candidates {
      rest -= options[index].weight
      if rest < 0 { return move(at: index, options[index]) }
    }
    return nil
  }

  /// Returns the move that takes the step with a name.
  private func move(to label: String, _ options: [SequenceOption]) -> SequenceMove? {
    guard let index = options.firstIndex(where: { $0.labels.contains(label) }) else { return nil }
    guard case .answer = options[index].action, let answer = options[index].labels.firstIndex(of: label) else {
      return move(at: index, options[index])
    }
    let calls = options[index].answers.indices.filter { options[index].answers[$0] > answer }
    guard let call = calls.randomElement(using: &random) else { return nil }
    return SequenceMove(option: index, choices: Choices([UInt64(call), UInt64(answer)]))
  }

  /// Returns the move that takes an option with random values.
  private func move(at index: Int, _ option: SequenceOption) -> SequenceMove {
    guard case .answer = option.action else {
      return SequenceMove(option: index, choices: Choices(random: ExplorationRandom(seed: random.next())))
    }
    let ways = option.answers.indices.flatMap { call in (0..<option.answers[call]).map { (call, $0) } }
    let enabled = ways.filter { isEnabled(option.labels[$0.1]) }
    let (call, answer) = (enabled.isEmpty ? ways : enabled).randomElement(using: &random) ?? (0, 0)
    return SequenceMove(option: index, choices: Choices([UInt64(call), UInt64(answer)]))
  }

  /// Whether a step is enabled in this run.
  private func isEnabled(_ label: String) -> Bool {
    guard let swarm else { return true }
    let hash = stableHash(of: label, 14_695_981_039_346_656_037 as UInt64, prime: 1_099_511_628_211)
    return ExplorationRandom.mix(swarm, hash) & 1 == 0
  }
}

/// A strategy that replays known steps.
final class SequenceReplay: SequenceStrategy {
  private let steps: [SequenceStep]

  /// The number of steps taken or skipped.
  private var count = 0

  /// Whether to skip inapplicable steps.
  private let isLenient: Bool

  /// The index of the first inapplicable step, with the applicable ones.
  private(set) var obstacle: (index: Int, options: [SequenceOption])?

  init(_ steps: [SequenceStep], isLenient: Bool = false) {
    self.steps = steps
    self.isLenient = isLenient
  }

  /// The steps that the run did not reach.
  var rest: ArraySlice<SequenceStep> { steps[count...] }

  func next(from options: [SequenceOption]) -> SequenceMove? {
    while count < steps.count, obstacle == nil {
      let step = steps[count]
      count += 1
      if let move = SequenceMove(step, in: options, isLenient: isLenient) { return move }
      if !isLenient { obstacle = (count - 1, options) }
    }
    return nil
  }
}

extension SequenceMove {
  /// Creates the move that repeats a known step; nil if that is impossible.
  init?(_ step: SequenceStep, in options: [SequenceOption], isLenient: Bool = false) {
    guard let index = options.firstIndex(where: { $0.action == step.action }) else { return nil }
    var draws = step.draws
    if case .answer = step.action {
      let answers = options[index].answers
      guard draws.count == 2, let last = answers.indices.last else { return nil }
      if isLenient { draws[0] = min(draws[0], UInt64(last)) }
      guard draws[0] <= last, draws[1] < answers[Int(draws[0])] else { return nil }
    }
    self.init(option: index, choices: Choices(draws), name: isLenient ? nil : step.name)
  }
}
