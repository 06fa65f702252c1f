/// Something that a sequence could do next.
struct SequenceOption {
  let action: SequenceStep.Action

  /// How often it is chosen, compared with the others.
  let weight: Int

  /// For each call at the gate that waits, how many answers there are; empty for a command.
  let answers: [Int]

  /// The names by which it is counted: its own, or that of each answer.
  var labels: [String] {
    switch action {
    case .command(let index): ["\(index + 1)"]
    case .answer(let gate): (0..<(answers.max() ?? 0)).map { "\(gate)/\($0 + 1)" }
    }
  }
}

/// What a sequence does next: one of its options, and where the values in it come from.
struct SequenceMove {
  let option: Int

  /// Where the values come from; for an answer these are the call and what becomes of it.
  let choices: Choices

  /// What the command made when the sequence was written down, if it was.
  var name: String?
}

/// Decides what a sequence does.
protocol SequenceStrategy: AnyObject {
  /// Decides what comes next.
  ///
  /// - Parameter options: What could, at least one thing.
  /// - Returns: Which of them does; nil if the sequence is over.
  func next(from options: [SequenceOption]) -> SequenceMove?
}

/// Goes the way of a frontier, if there is one, and then anywhere, with some commands left out.
final class SequenceWalk: SequenceStrategy {
  private var random: ExplorationRandom

  /// What decides which answers are left out; nil if nothing is left out.
  private let swarm: UInt64?

  /// What is left of the way to the frontier.
  private var prefix: ArraySlice<SequenceStep>

  private var goal: String?

  /// Prepares a walk.
  ///
  /// - Parameters:
  ///   - seed: What chance goes by.
  ///   - coverage: Where sequences have been.
  init(seed: UInt64, _ coverage: inout SequenceCoverage) {
    random = ExplorationRandom(seed: seed)
    // Now and then nothing is left out: some failures need all commands.
    swarm = Int.random(in: 0..<3, using: &random) == 0 ? nil : random.next()
    let frontier = Bool.random(using: &random) ? coverage.frontier(&random) : nil
    prefix = frontier?.prefix[...] ?? []
    goal = frontier?.label
  }

  /// Decides what comes next.
  func next(from options: [SequenceOption]) -> SequenceMove? {
    if let step = prefix.popFirst() {
      if let move = SequenceMove(step, in: options) { return move }
      // The test does not do the same thing again; a failure would say so.
      prefix = []
      goal = nil
    }
    if let label = goal {
      goal = nil
      if let move = move(to: label, options) { return move }
    }
    let enabled = options.indices.filter { index in options[index].labels.contains(where: isEnabled) }
    let places = enabled.isEmpty ? Array(options.indices) : enabled
    var rest = Int.random(in: 0..<places.reduce(0) { $0 + options[$1].weight }, using: &random)
    for place in places {
      rest -= options[place].weight
      if rest < 0 { return move(at: place, options[place]) }
    }
    return nil
  }

  /// The move that takes the step of a name.
  private func move(to label: String, _ options: [SequenceOption]) -> SequenceMove? {
    guard let place = options.firstIndex(where: { $0.labels.contains(label) }) else { return nil }
    guard case .answer = options[place].action, let answer = options[place].labels.firstIndex(of: label) else {
      return move(at: place, options[place])
    }
    let calls = options[place].answers.indices.filter { options[place].answers[$0] > answer }
    guard let call = calls.randomElement(using: &random) else { return nil }
    return SequenceMove(option: place, choices: Choices([UInt64(call), UInt64(answer)]))
  }

  /// The move that takes an option, in any way.
  private func move(at place: Int, _ option: SequenceOption) -> SequenceMove {
    guard case .answer = option.action else {
      return SequenceMove(option: place, choices: Choices(random: ExplorationRandom(seed: random.next())))
    }
    let ways = option.answers.indices.flatMap { call in (0..<option.answers[call]).map { (call, $0) } }
    let enabled = ways.filter { isEnabled(option.labels[$0.1]) }
    let (call, answer) = (enabled.isEmpty ? ways : enabled).randomElement(using: &random) ?? (0, 0)
    return SequenceMove(option: place, choices: Choices([UInt64(call), UInt64(answer)]))
  }

  /// Whether a step is not left out in this run.
  private func isEnabled(_ label: String) -> Bool {
    guard let swarm else { return true }
    let hash = stableHash(of: label, 14_695_981_039_346_656_037 as UInt64, prime: 1_099_511_628_211)
    return ExplorationRandom.mix(swarm, hash) & 1 == 0
  }
}

/// Goes the way of steps that are known.
final class SequenceReplay: SequenceStrategy {
  private let steps: [SequenceStep]

  /// How many of them are done, or left out.
  private var count = 0

  /// Whether a step is left out where it is not applicable.
  private let isLenient: Bool

  /// The step that was not applicable, by its place, and what was.
  private(set) var obstacle: (index: Int, options: [SequenceOption])?

  init(_ steps: [SequenceStep], isLenient: Bool = false) {
    self.steps = steps
    self.isLenient = isLenient
  }

  /// The steps that were not reached.
  var rest: ArraySlice<SequenceStep> { steps[count...] }

  /// Decides what comes next.
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
  /// A move that makes a known step again; nil if that is not possible.
  init?(_ step: SequenceStep, in options: [SequenceOption], isLenient: Bool = false) {
    guard let place = options.firstIndex(where: { $0.action == step.action }) else { return nil }
    var draws = step.draws
    if case .answer = step.action {
      let answers = options[place].answers
      guard draws.count == 2, let last = answers.indices.last else { return nil }
      if isLenient { draws[0] = min(draws[0], UInt64(last)) }
      guard draws[0] <= last, draws[1] < answers[Int(draws[0])] else { return nil }
    }
    self.init(option: place, choices: Choices(draws), name: isLenient ? nil : step.name)
  }
}
