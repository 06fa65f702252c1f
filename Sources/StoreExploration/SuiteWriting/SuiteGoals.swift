import StoreCore
import StoreTesting

/// What the tests of a generated suite should show, by number.
///
/// Each transition, and each end of an effect, is required. Of the rest, the tests show as much as is worth its steps: how
/// a message changes each part of the state, and each part that decides how the feature reacts. It decides if two
/// situations differ in no other part, and the reactions differ, as in the criterion of coverage called MC/DC.
struct SuiteGoals {
  /// A goal, with its parts by number.
  struct Goal: Hashable {
    enum Kind: UInt8 { case required, reaction, change, decision, novelty, pair, situation }

    let kind: Kind
    let message: Int
    var first = 0
    var second = 0
  }

  /// A message in a situation.
  struct Observation {
    let goal: Int

    /// The values of each field of the state, of the running effects, and of the payload, by number.
    let fields: [Int: Int]

    /// The number of the field of running effects.
    let effects: Int

    let reaction: Int

    /// Returns the values of the other fields. Which effects run follows from the state for the most part.
    func rest(besides own: [Int]) -> [Int: Int] { fields.filter { !own.contains($0.key) && $0.key != effects } }
  }

  private var factors = SuiteFactors()
  private var texts: [String: Int] = [:]
  private var numbers: [Goal: Int] = [:]

  /// The values of the parts in the first situation.
  private var firstValues: [String: String] = [:]

  /// The observations of each message, each situation once.
  private(set) var observations: [Int: [Observation]] = [:]

  /// The decisions that a situation shows.
  var decisions: [Int: Set<Int>] = [:]

  /// How much each goal is worth.
  private(set) var weights: [Int] = []

  /// Whether a goal is required.
  func isRequired(_ goal: Int) -> Bool { weights[goal] == Self.weight(of: .required) }

  /// Whether a goal is worth a test.
  func isWorthTest(_ goal: Int) -> Bool { weights[goal] >= Self.weight(of: .change) }

  private static func weight(of kind: Goal.Kind) -> Int {
    switch kind {
    case .required: 5_000
    // A guard that no test shows is a bug that no test finds.
    case .decision: 300
    case .reaction: 200
    case .novelty, .change: 75
    case .pair: 1
    case .situation: 0
    }
  }

  /// Returns the required goals of transitions and ends of effects.
  mutating func required(_ items: Set<String>) -> [Int] {
    items.sorted().map { number(of: Goal(kind: .required, message: number(of: $0))) }
  }

  /// Returns the goals that the steps of a session reach, and the situation at the end.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - starts: The number of the first event of each step. Earlier events reach nothing.
  mutating func reached<Feature: Reducer>(
    in session: TestSession<Feature>,
    from starts: [Int]
  ) -> (goals: [Set<Int>], situation: String) where Feature.State: Equatable {
    var reached = starts.map { _ in Set<Int>() }
    var step = -1
    var running: [Int: String] = [:]
    var state = session.log.firstState
    var reaction = SuiteReaction()
    func counts() -> [String: Int] { running.values.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    for (index, event) in session.log.events.enumerated() {
      if let reduced = event.message {
        if step >= 0 { reached[step].formUnion(goals(of: reaction)) }
        reaction = SuiteReaction()
        while step + 1 < starts.count, starts[step + 1] <= index { step += 1 }
        if step >= 0 {
          let name = MessageName.text(of: reduced.message)
          let payload = factors.known(identifyingText(of: reduced.value), of: name)
          reaction.message = name
          reaction.before = factors.parts(of: state, counts()) + [("message", payload)]
          reaction.after = factors.parts(of: reduced.after, [:])
        }
        state = reduced.after
        continue
      }
      switch event.content {
      case .started(let effect) where effect.token.description.kind == .run:
        running[effect.token.id] = effect.token.description.sentenceTitle
        reaction.events.append("start \(effect.token.description.sentenceTitle)")
      case .output(let output): reaction.events.append("output \(MessageName.text(of: output))")
      case .finished(let effect), .failed(let effect, _): running[effect.token.id] = nil
      case .cancelled(let effect):
        if let name = running.removeValue(forKey: effect.token.id) { reaction.events.append("cancel \(name)") }
      default: break
      }
    }
    if step >= 0 { reached[step].formUnion(goals(of: reaction)) }
    let parts = factors.parts(of: state, counts())
    if firstValues.isEmpty { firstValues = Dictionary(parts.map { ($0.part, $0.value) }) { first, _ in first } }
    return (reached, parts.map { "\($0.part)=\($0.value)" }.joined(separator: "\n"))
  }

  /// Returns the goals that a reaction shows.
  private mutating func goals(of reaction: SuiteReaction) -> [Int] {
    guard let name = reaction.message else { return [] }
    let message = number(of: name)
    let values = reaction.before.map { number(of: "\($0.part)=\($0.value)") }
    var goals: [Int] = []
    for (index, first) in values.enumerated() {
      for second in values[(index + 1)...] {
        goals.append(number(of: Goal(kind: .pair, message: message, first: first, second: second)))
      }
    }
    let text = number(of: reaction.text)
    for (part, value) in reaction.before where firstValues[part] != value && part != "message" {
      goals.append(number(of: Goal(kind: .novelty, message: message, first: number(of: part), second: text)))
    }
    for change in reaction.changes {
      goals.append(number(of: Goal(kind: .change, message: message, first: number(of: change))))
    }
    goals.append(number(of: Goal(kind: .reaction, message: message, first: text)))
    let situation = number(of: reaction.before.map { "\($0.part)=\($0.value)" }.joined(separator: "\n"))
    let goal = Goal(kind: .situation, message: message, first: situation)
    let isNew = numbers[goal] == nil
    goals.append(number(of: goal))
    if isNew {
      var fields: [String: String] = [:]
      for (part, value) in reaction.before {
        fields[String(part.drop { $0 == " " }.prefix { $0 != " " }), default: ""] += "\n\(part)=\(value)"
      }
      let observation = Observation(
        goal: goals[goals.count - 1],
        fields: fields.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[number(of: $1.key)] = number(of: $1.value) },
        effects: number(of: "effect"),
        reaction: text
      )
      observations[message, default: []].append(observation)
    }
    return goals + (decisions[goals[goals.count - 1]] ?? [])
  }

  private mutating func number(of text: String) -> Int {
    if let known = texts[text] { return known }
    texts[text] = texts.count
    return texts.count - 1
  }

  mutating func number(of goal: Goal) -> Int {
    if let known = numbers[goal] { return known }
    numbers[goal] = weights.count
    weights.append(Self.weight(of: goal.kind))
    return weights.count - 1
  }
}
