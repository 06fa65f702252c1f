import StoreTesting

/// Decides whether a script of ``Errands`` is correct, without a store. It implements the feature a second time.
struct ErrandOracle {
  /// Something that a test may have to assert.
  private enum Entry: Equatable {
    case feedback(Errands.Feedback, after: Errands.State)
    case output(Errands.Output)
    case effect(String)
  }

  private let level: Exhaustivity
  private var state = Errands.State()
  private var asserted = Errands.State()
  private var entries: [Entry] = []

  /// The effects without feedback that the test has passed over. It may still assert them in the same step.
  private var silent: [Entry] = []
  private var now = 0
  private var naps: [Int] = []

  /// Whether each step of a script is right at a level.
  static func accepts(_ steps: [ErrandStep], at level: Exhaustivity) -> Bool {
    var oracle = Self(level: level)
    return steps.allSatisfy { oracle.accepts($0) }
  }

  private init(level: Exhaustivity) { self.level = level }

  // MARK: Right scripts

  /// Returns a right script that is drawn at random.
  ///
  /// - Parameter count: The number of steps before the script only asserts what is left.
  static func script(
    at level: Exhaustivity,
    count: Int,
    using random: inout some RandomNumberGenerator
  ) -> [ErrandStep] {
    var oracle = Self(level: level)
    var steps: [ErrandStep] = []
    func add(_ candidates: [ErrandStep]) -> Bool {
      for candidate in candidates {
        guard let step = oracle.right(candidate) else { continue }
        steps.append(step)
        return true
      }
      return false
    }
    for _ in 0..<count {
      // Inputs are rarely right. So each is tried before the other steps as often as all of these.
      let first = Bool.random(using: &random) ? ErrandStep.inputs : []
      _ = add(first.shuffled(using: &random) + oracle.receipts.shuffled(using: &random) + [.advance(1)])
    }
    while oracle.right(.finish) == nil {
      guard add(oracle.receipts.shuffled(using: &random)) || add([.advance(1)]) else { break }
    }
    return steps + [.finish]
  }

  /// Performs a step if it is right, with the change of the state that is; returns nil if no change makes it right.
  private mutating func right(_ step: ErrandStep) -> ErrandStep? {
    var next = self
    if next.accepts(step) {
      self = next
      return step
    }
    let state = next.asserted
    let changed: ErrandStep
    switch step {
    case .send(let input, _): changed = .send(input) { $0 = state }
    case .receive(let feedback, _): changed = .receive(feedback) { $0 = state }
    default: return nil
    }
    next = self
    guard next.accepts(changed) else { return nil }
    self = next
    return changed
  }

  /// The steps that may be right now.
  private var receipts: [ErrandStep] {
    (entries + silent).map { entry in
      switch entry {
      case .feedback(let feedback, _): .receive(feedback)
      case .output(let output): .receiveOutput(output)
      case .effect(let name): .receiveEffect(name)
      }
    }
    .filter { $0.belongs(to: level) }
  }

  private mutating func accepts(_ step: ErrandStep) -> Bool {
    switch step {
    case .send(let input, let change): accepts(input, change)
    case .receive(let feedback, let change): accepts(feedback, change)
    case .receiveOutput(let output): accepts(output)
    case .receiveEffect(let name): accepts(effect: name)
    case .advance(let seconds): pass(seconds)
    case .finish: isClosed && naps.isEmpty
    }
  }

  // MARK: The feature

  private mutating func pass(_ seconds: Int) -> Bool {
    for deadline in naps.sorted() where deadline <= now + seconds {
      state.mood = "awake"
      entries += [.feedback(.woke, after: state), .output(.ready)]
    }
    naps.removeAll { $0 <= now + seconds }
    now += seconds
    return true
  }

  private mutating func fetch(_ number: Int) {
    state.isLoading = false
    state.items.append(number)
    entries += [.feedback(.fetched(number), after: state), .effect("log"), .output(.counted(state.items.count))]
  }

  // MARK: Required assertions

  private mutating func accepts(_ input: Errands.Input, _ change: ErrandStep.Change?) -> Bool {
    guard isClosed else { return false }
    (entries, silent) = ([], [])
    let before = state
    let after: Errands.State
    switch input {
    case .fetch(let number):
      state.isLoading = true
      after = state
      entries.append(.effect("fetch"))
      fetch(number)
    case .announce(let number):
      after = state
      entries += [.output(.announced(number)), .effect("announce")]
      fetch(number)
    case .nap:
      state.mood = "asleep"
      after = state
      entries.append(.effect("nap"))
      naps.append(now + 1)
    case .stop:
      state.mood = "up"
      after = state
      naps = []
    case .look: after = state
    }
    return accepts(change, from: before, to: after)
  }

  private mutating func accepts(_ feedback: Errands.Feedback, _ change: ErrandStep.Change?) -> Bool {
    let index = entries.firstIndex {
      guard case .feedback(let next, _) = $0 else { return false }
      return level == .observable ? next == feedback : true
    }
    guard let index, case .feedback(feedback, let after) = entries[index] else { return false }
    if level == .observable {
      let outputs = entries[..<index].filter { if case .output = $0 { true } else { false } }
      entries.replaceSubrange(...index, with: outputs)
    } else {
      guard !entries[..<index].contains(where: mustBeAsserted) else { return false }
      pass(through: index)
    }
    return accepts(change, from: asserted, to: after)
  }

  private mutating func accepts(_ output: Errands.Output) -> Bool {
    let index = entries.firstIndex { if case .output = $0 { true } else { false } }
    guard let index, entries[index] == .output(output) else { return false }
    guard level == .observable || !entries[..<index].contains(where: mustBeAsserted) else { return false }
    if level == .observable { entries.remove(at: index) } else { pass(through: index) }
    return true
  }

  private mutating func pass(through index: Int) {
    silent += entries[...index].filter { $0 == .effect("log") }
    entries.removeSubrange(...index)
  }

  private mutating func accepts(effect name: String) -> Bool {
    let end = entries.firstIndex { if case .feedback = $0 { true } else { false } } ?? entries.count
    if let index = entries[..<end].firstIndex(of: .effect(name)) {
      entries.remove(at: index)
    } else if let index = silent.firstIndex(of: .effect(name)) {
      silent.remove(at: index)
    } else {
      return false
    }
    return true
  }

  private mutating func accepts(_ change: ErrandStep.Change?, from before: Errands.State, to after: Errands.State)
    -> Bool
  {
    asserted = after
    guard let change else { return before == after }
    var expected = before
    change(&expected)
    return expected == after && before != after
  }

  private func mustBeAsserted(_ entry: Entry) -> Bool {
    switch entry {
    case .feedback: level == .strict || level == .on
    case .output: true
    case .effect: level == .strict
    }
  }

  /// Whether nothing is left to assert.
  private var isClosed: Bool {
    !entries.contains(where: mustBeAsserted) && (level != .observable || asserted == state)
      && (level != .on || !(entries + silent).contains(.effect("log")))
  }
}
