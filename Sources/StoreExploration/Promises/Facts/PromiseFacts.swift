import StoreCore
import StoreTesting

/// What is known about the situations and steps of a feature, in a form in which promises can be found.
struct PromiseFacts {
  /// A situation.
  struct Situation: Sendable {
    let state: StateFacts

    /// The names of the running effects.
    let running: [String]

    /// Their labels, which tell more of them apart.
    let labels: [String]

    /// Their labels with the ids of the children in which they run.
    let places: [String]
  }

  /// A step with its situations.
  struct Step: Sendable {
    let from: Int
    var to: Int

    /// The position of the step among those of its situation.
    let number: Int

    /// The name of its input; nil if an effect or time led to it.
    var input: String?

    /// Whether a call fails in it.
    var isFailure = false

    /// Whether a stream has a new element in it, or ends.
    var isElement = false

    /// Whether a stream ends in it, be it by an error.
    var endsStream = false

    /// The call that is answered, with its arguments.
    var call: String?

    /// The name of the effect whose call is answered, if the call returns nothing.
    var command: String?

    /// The names of its messages, and the labels of the effects that sent them.
    var messages: [(name: String, sender: String?)] = []

    var started: [String] = []

    /// The labels of the effects that start.
    var startedLabels: [String] = []

    /// The labels of the effects that start because another one ends, and not by a message.
    var continued: [String] = []

    var cancelled: [String] = []

    /// Whether it changes the state.
    var isChange = false

    /// Whether it changes the state, starts or cancels an effect, or sends an output.
    var isEffective = false

    /// The effect after the step for each effect before it.
    var survivors: [Int?] = []

    /// Whether a call succeeds in it, be it one that returns nothing.
    var isSuccess: Bool { input == nil && call != nil && !isFailure && !isElement }

    /// Whether a wait for the clock ends in it.
    var isWake: Bool { input == nil && call == nil }

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

  /// The labels of the running effects of each situation, with the ids of the children in which they run.
  let places: [[String]]

  /// The elements of lists as text, by the paths of the lists, for each situation.
  let lists: [[String: [String]]]

  /// The orders of lists, by their paths and the fields of their elements, for each situation.
  let orders: [[String: [String: ListOrder]]]

  /// The numbers in the state, by their paths, for each situation.
  let amounts: [[String: Int]]

  /// The ids of the elements of lists, and the keys of dictionaries, by their paths, for each situation.
  let ids: [[String: [String]]]

  /// The elements of sets, and of lists of values without ids, by their paths, for each situation.
  let members: [[String: Set<String>]]

  /// The values of optionals and of texts, by their paths, for each situation.
  let contents: [[String: String]]

  /// The values of all fields in each situation.
  let fields: FieldTable

  /// The names of effects, by their labels.
  let names: [String: String]

  /// The names of the effects that an effect starts by a message or its end, directly or by others, by its name.
  let successors: [String: Set<String>]

  /// The conditions about the same field as each condition.
  let sameSubject: [[Int]]

  /// The conditions that say the same of a value as each condition, in whichever case of an enum the value is.
  let alike: [[Int]]

  let situationCount: Int

  /// Whether all steps from each situation are known.
  let isExplored: [Bool]

  /// Whether the state of each situation is that of the start.
  private(set) var likeStart: [Bool] = []

  /// Whether each situation belongs to the last mode of the feature, in which no input does anything any more.
  private(set) var isLast: [Bool] = []

  /// Whether only failures make each condition true.
  private(set) var isOfFailures: [Bool] = []

  /// Whether failures make each condition true, and else only time, which gives up as well.
  private(set) var isOfFailuresOrTime: [Bool] = []

  /// Whether this is what some tests have shown of a feature, in which numbers and optionals agree by chance.
  let isPart: Bool

  /// Whether all steps without an input from each situation are known. Where nothing runs, there are none.
  private let isSettled: [Bool]

  /// - Parameters:
  ///   - situations: The situations, the start first.
  ///   - steps: The known steps between them, those of a situation in the order of their numbers.
  ///   - isExplored: Whether all steps from each situation are known.
  init(_ situations: [Situation], steps: [Step], isExplored: [Bool]) {
    let sets = situations.map { situation in
      situation.state.atoms.union(situation.running.map { SpaceAtom(subject: $0, kind: .running) })
    }
    let all = sets.reduce(into: Set<SpaceAtom>()) { $0.formUnion($1) }.sorted { $0.text < $1.text }
    atoms = all
    holds = all.map { atom in sets.map { $0.contains(atom) } }
    let subjects = Dictionary(grouping: all.indices.filter { all[$0].isOfState }) { all[$0].subject }
    sameSubject = all.map { $0.isOfState ? subjects[$0.subject] ?? [] : [] }
    alike = Self.alike(all)
    running = situations.map(\.running)
    labels = situations.map(\.labels)
    places = situations.map(\.places)
    lists = situations.map(\.state.lists)
    orders = situations.map(\.state.orders)
    amounts = situations.map(\.state.amounts)
    ids = situations.map(\.state.ids)
    members = situations.map(\.state.members)
    contents = situations.map(\.state.contents)
    fields = FieldTable(situations.map(\.state))
    names = situations.reduce(into: [:]) { names, situation in
      for (label, name) in zip(situation.labels, situation.running) { names[label] = name }
    }
    situationCount = situations.count
    var stepsFrom: [[Int]] = Array(repeating: [], count: situations.count)
    for (position, step) in steps.enumerated() { stepsFrom[step.from].append(position) }
    self.steps = steps
    successors = Self.successors(in: steps, situations, names)
    self.stepsFrom = stepsFrom
    self.isExplored = isExplored
    isPart = !isExplored.contains(true)
    isSettled = zip(situations, isExplored).map { $1 || $0.running.isEmpty }
    likeStart = situations.indices.map { isLikeStart($0) }
    isLast = lastSituations
    isOfFailures = areOfFailures()
    isOfFailuresOrTime = areOfFailures(or: \.isWake)
  }

  /// Returns the condition about the same field that holds in a situation instead of another; nil if there is none.
  func value(insteadOf atom: Int, at node: Int) -> Int? {
    guard !holds[atom][node] else { return nil }
    return sameSubject[atom].first { $0 != atom && holds[$0][node] }
  }

  /// Returns the situations from which a condition can become true without an input.
  func reachingWithoutInput(_ isGoal: [Bool]) -> [Bool] {
    reaching(zip(isGoal, isSettled).map { $0 || !$1 }) { $0.input == nil }
  }

  /// Returns the situations from which a condition can become true.
  ///
  /// - Parameters:
  ///   - isGoal: Where it is true.
  ///   - failing: Whether a call may fail on the way.
  func reaching(_ isGoal: [Bool], failing: Bool = true) -> [Bool] {
    reaching(zip(isGoal, isExplored).map { $0 || !$1 }) { failing || !$0.isFailure }
  }

  /// Returns the situations from which some steps lead to others. What follows on an unexplored situation is unknown.
  func reaching(_ isGoal: [Bool], by isTaken: (Step) -> Bool) -> [Bool] {
    var predecessors: [[Int]] = Array(repeating: [], count: situationCount)
    for step in steps where isTaken(step) { predecessors[step.to].append(step.from) }
    var reaches = isGoal
    var rest = reaches.indices.filter { reaches[$0] }
    while let node = rest.popLast() {
      for from in predecessors[node] where !reaches[from] {
        reaches[from] = true
        rest.append(from)
      }
    }
    return reaches
  }

  /// The paths of the lists that don't belong to elements of others, sorted.
  var listPaths: [String] { paths(in: lists) }

  /// The paths of all numbers, sorted.
  var allAmountPaths: [String] { Set(amounts.flatMap(\.keys)).filter { !$0.isEmpty }.sorted() }

  /// The paths of the numbers that don't belong to elements of lists, sorted.
  var amountPaths: [String] { paths(in: amounts) }

  /// The paths of fields that don't belong to elements of lists, sorted.
  func paths<Value>(in fields: [[String: Value]]) -> [String] {
    Set(fields.flatMap(\.keys)).filter { !$0.isEmpty && !$0.contains("[") }.sorted()
  }

  /// The numbers, and the lists, with many values, with their number. They can make a space endless.
  var growth: [String] {
    let values =
      amountPaths.map { path in (path, Set(amounts.compactMap { $0[path] }).count, "values") }
      + listPaths.map { path in (path, Set(lists.compactMap { $0[path]?.count }).count, "lengths") }
    return values.filter { $0.1 > Self.fewValues }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(3)
      .map { "\($0) has \(grouped($1)) \($2)" }
  }

  /// The greatest number of values with which a number hardly makes a space endless.
  private static var fewValues: Int { 10 }

  /// What nothing says anything about.
  var unjudged: [String] {
    let inputs = Set(steps.compactMap(\.input)).sorted()
    let idle = inputs.filter { input in !steps.contains { $0.input == input && $0.isEffective } }
    return Dictionary(grouping: idle, by: withoutValues).values.sorted { $0[0] < $1[0] }.map { alike in
      let others = alike.count == 1 ? "" : " and \(count(alike.count - 1, "other")) like it"
      return "\(alike[0])\(others), which never did anything"
    }
  }
}

extension PromiseFacts.Step {
  /// Adds a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - sender: The label of the effect that sent it; nil for an input.
  ///   - isChange: Whether it changes the state.
  ///   - state: Returns the state before. Screens of stacks are named by their places in it, as their ids never come back.
  mutating func add<Input, Feedback>(
    _ message: Message<Input, Feedback>,
    from sender: String?,
    isChange: Bool,
    at state: () -> Any = { () }
  ) {
    switch message {
    case .input(let value):
      var hasScreens = false
      var name = describe(value, limit: 60) { part in
        hasScreens = hasScreens || part is ScreenID
        return nil
      }
      if hasScreens {
        let screens = ScreenNames.ids(in: state()).sorted()
        name = describe(value, limit: 60) { part in
          (part as? ScreenID).flatMap { screens.firstIndex(of: $0) }.map(String.init)
        }
      }
      messages.append((name, nil))
    case .feedback(let feedback):
      messages.append((MessageName.text(of: feedback), sender))
      isEffective = true
    }
    guard isChange else { return }
    self.isChange = true
    isEffective = true
  }

  mutating func addStart(of effect: EffectDescription) {
    started.append(PromiseFacts.name(of: effect))
    startedLabels.append(effect.label)
    if messages.isEmpty { continued.append(effect.label) }
    isEffective = true
  }

  mutating func addCancellation(of effect: EffectDescription) {
    cancelled.append(PromiseFacts.name(of: effect))
    isEffective = true
  }

  mutating func addOutput() { isEffective = true }
}
