import StoreCore
import StoreTesting

/// What an explored space says about conditions and steps, in a form in which promises can be found.
struct PromiseFacts {
  /// A step with its situations.
  struct Step {
    let from: Int
    let to: Int

    /// The position of the step among those of its situation.
    let number: Int

    /// The name of its input; nil if an effect or time led to it.
    let input: String?

    /// Whether a call fails in it.
    let isFailure: Bool

    /// The names of its messages, and the labels of the effects that sent them.
    let messages: [(name: String, sender: String?)]

    let started: [String]
    let cancelled: [String]

    /// Whether it changes the state, starts or cancels an effect, or sends an output.
    let isEffective: Bool

    /// The effect after the step for each effect before it.
    let survivors: [Int?]

    /// The cause in words.
    var cause: String { input ?? messages.first?.name ?? "time" }
  }

  /// The conditions, sorted.
  let atoms: [SpaceAtom]

  /// The situations in which each condition holds.
  let holds: [[Bool]]

  let steps: [Step]

  /// The steps from each situation, by their positions in `steps`.
  let stepsFrom: [[Int]]

  /// The names of the running effects of each situation.
  let running: [[String]]

  /// The labels of the running effects of each situation, which tell more of them apart.
  let labels: [[String]]

  /// The elements of lists as text, by the paths of the lists, for each situation.
  let lists: [[String: [String]]]

  /// The conditions about the same field as each condition.
  private let sameSubject: [[Int]]

  let situationCount: Int

  /// Whether all steps from each situation are known.
  let isExplored: [Bool]

  init(_ space: some ExploredSpace) {
    let situations = (0..<space.situationCount).map { space.situation(at: $0) }
    let facts = situations.map { StateFacts(of: $0.state) }
    let names = situations.map { situation in situation.running.map { Self.name(of: $0.description) } }
    let sets = zip(facts, names).map { facts, names in
      facts.atoms.union(names.map { SpaceAtom(subject: $0, kind: .running) })
    }
    let all = sets.reduce(into: Set<SpaceAtom>()) { $0.formUnion($1) }.sorted { $0.text < $1.text }
    atoms = all
    holds = all.map { atom in sets.map { $0.contains(atom) } }
    let subjects = Dictionary(grouping: all.indices.filter { all[$0].isOfState }) { all[$0].subject }
    sameSubject = all.map { $0.isOfState ? subjects[$0.subject] ?? [] : [] }
    running = names
    labels = situations.map { $0.running.map(\.label) }
    lists = facts.map(\.lists)
    situationCount = situations.count
    var steps: [Step] = []
    var isExplored = Array(repeating: false, count: situations.count)
    var stepsFrom: [[Int]] = Array(repeating: [], count: situations.count)
    for from in 0..<space.expanded {
      isExplored[from] = space.isExplored(at: from)
      for (number, move) in space.moves(from: from).enumerated() {
        let step = space.step(move, from: from)
        guard let to = step.target else { continue }
        stepsFrom[from].append(steps.count)
        steps.append(Step(step, from, to, number, isInput: space.isInput(move)))
      }
    }
    self.steps = steps
    self.stepsFrom = stepsFrom
    self.isExplored = isExplored
  }

  /// Returns the condition about the same field that holds in a situation instead of another; nil if there is none.
  func value(insteadOf atom: Int, at node: Int) -> Int? {
    guard !holds[atom][node] else { return nil }
    return sameSubject[atom].first { $0 != atom && holds[$0][node] }
  }

  static func name(of effect: EffectDescription) -> String { effect.name ?? effect.label }

  /// Returns the situations from which a condition can become true without an input.
  func reachingWithoutInput(_ isGoal: [Bool]) -> [Bool] {
    var predecessors: [[Int]] = Array(repeating: [], count: situationCount)
    for step in steps where step.input == nil { predecessors[step.to].append(step.from) }
    // The steps after the end of the exploration are unknown.
    var reaches = zip(isGoal, isExplored).map { $0 || !$1 }
    var rest = reaches.indices.filter { reaches[$0] }
    while let node = rest.popLast() {
      for from in predecessors[node] where !reaches[from] {
        reaches[from] = true
        rest.append(from)
      }
    }
    return reaches
  }
}

extension PromiseFacts.Step {
  init<Feature: Reducer>(_ step: SpaceStep<Feature>, _ from: Int, _ to: Int, _ number: Int, isInput: Bool)
  where Feature.State: Equatable {
    var messages: [(name: String, sender: String?)] = []
    var (started, cancelled): ([String], [String]) = ([], [])
    var input: String?
    var isEffective = false
    for event in step.events {
      switch event {
      case .reduced(let reduction):
        switch reduction.message {
        case .input(let value):
          let name = describe(value, limit: 60)
          if isInput, input == nil { input = name }
          messages.append((name, nil))
        case .feedback(let feedback):
          messages.append((MessageName.text(of: feedback), reduction.sender?.label))
          isEffective = true
        }
        if reduction.before != reduction.after { isEffective = true }
      case .started(let effect):
        started.append(PromiseFacts.name(of: effect))
        isEffective = true
      case .cancelled(let effect):
        cancelled.append(PromiseFacts.name(of: effect))
        isEffective = true
      case .output: isEffective = true
      case .ended: break
      }
    }
    self.init(
      from: from,
      to: to,
      number: number,
      input: input,
      isFailure: step.cause.isFailure,
      messages: messages,
      started: started,
      cancelled: cancelled,
      isEffective: isEffective,
      survivors: step.survivors
    )
  }
}
