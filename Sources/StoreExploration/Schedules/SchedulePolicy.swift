/// A policy that chooses the next event from several possible ones.
protocol SchedulePolicy: Sendable {
  /// Chooses an event.
  ///
  /// - Parameters:
  ///   - labels: The names of the possible events, the default one first.
  ///   - choice: The number of earlier choices.
  /// - Returns: The index of the chosen event.
  mutating func choose(from labels: [String], at choice: Int) -> Int

  /// The point at which the run diverged from its schedule; nil if it did not.
  var mismatch: ScheduleMismatch? { get }
}

extension SchedulePolicy {
  /// Nil: a policy without a schedule can't diverge.
  var mismatch: ScheduleMismatch? { nil }
}

/// A policy that follows the default order with the deviations of a schedule.
struct ScheduledPolicy: SchedulePolicy {
  private var rest: ArraySlice<Schedule.Deviation>

  /// Whether a deviation that is impossible waits until it becomes possible.
  private let isLenient: Bool

  /// The first impossible deviation, if any.
  private var impossible: ScheduleMismatch?

  /// The point at which the run diverged from its schedule. At the end of the run, that includes unused deviations.
  var mismatch: ScheduleMismatch? {
    impossible ?? rest.first.map { ScheduleMismatch(expected: $0, possible: []) }
  }

  init(_ schedule: Schedule, isLenient: Bool = false) {
    rest = schedule.deviations[...]
    self.isLenient = isLenient
  }

  /// Chooses the event of the schedule, or else the default one.
  mutating func choose(from labels: [String], at choice: Int) -> Int {
    guard let next = rest.first, next.choice <= choice else { return 0 }
    if let index = labels.firstIndex(of: next.label) {
      rest.removeFirst()
      return index
    }
    if isLenient { return 0 }
    impossible = ScheduleMismatch(expected: next, possible: labels)
    rest = []
    return 0
  }
}

/// A policy that chooses at random, with equal probabilities.
struct RandomPolicy: SchedulePolicy {
  private var generator: ExplorationRandom

  init(seed: UInt64) {
    generator = ExplorationRandom(seed: seed)
  }

  mutating func choose(from labels: [String], at choice: Int) -> Int {
    Int.random(in: 0..<labels.count, using: &generator)
  }
}

/// A policy that chooses the event with the highest priority. Priorities change at a few points, so rare orders are
/// found with a known probability.
///
/// The policy follows the PCT scheduler of Burckhardt et al., "A Randomized Scheduler with Probabilistic Guarantees of
/// Finding Bugs".
struct PriorityPolicy: SchedulePolicy {
  private var generator: ExplorationRandom

  /// The priorities, by name; the event with the highest one happens first.
  private var priorities: [String: UInt64] = [:]

  /// The choices at which the highest priority becomes the lowest.
  private let changes: Set<Int>

  /// The least priority at the start. The lower ones are for the changes.
  private static let leastInitialPriority: UInt64 = 1_000_000

  /// The lowest priority given so far.
  private var lowest = Self.leastInitialPriority

  /// Creates a policy from a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - depth: The number of ordered events that a bug depends on. The number of priority changes is one less.
  ///   - length: The approximate number of choices of a run.
  init(seed: UInt64, depth: Int, length: Int) {
    var generator = ExplorationRandom(seed: seed)
    changes = Set((1..<max(depth, 1)).map { _ in Int.random(in: 0..<max(length, 1), using: &generator) })
    self.generator = generator
  }

  mutating func choose(from labels: [String], at choice: Int) -> Int {
    // A label is the name of an effect or a call, then ".", then the answer. The answers to one call share a priority.
    let callers = labels.map { String($0.prefix { $0 != "." }) }
    for caller in callers where priorities[caller] == nil {
      priorities[caller] = UInt64.random(in: Self.leastInitialPriority + 1..<UInt64.max, using: &generator)
    }
    if changes.contains(choice), let first = leader(callers) {
      lowest -= 1
      priorities[callers[first]] = lowest
    }
    guard let leader = leader(callers) else { return 0 }
    let alike = callers.indices.filter { callers[$0] == callers[leader] }
    return alike.randomElement(using: &generator) ?? leader
  }

  private func leader(_ callers: [String]) -> Int? {
    callers.indices.max { priorities[callers[$0], default: 0] < priorities[callers[$1], default: 0] }
  }
}
