/// Decides what happens next where more than one thing could.
protocol SchedulePolicy: Sendable {
  /// Decides.
  ///
  /// - Parameters:
  ///   - labels: The names of what could happen, the usual one first.
  ///   - number: How many decisions were made before.
  /// - Returns: Which of them happens.
  mutating func choose(from labels: [String], at number: Int) -> Int

  /// Where the run has left the schedule that it was to follow, if it has.
  var divergence: ScheduleDivergence? { get }
}

extension SchedulePolicy {
  /// One that follows no schedule leaves none.
  var divergence: ScheduleDivergence? { nil }
}

/// The usual order, but for what a schedule says.
struct ScheduledPolicy: SchedulePolicy {
  private var rest: ArraySlice<Schedule.Deviation>

  /// Whether a deviation that does not fit waits for the next moment at which it does.
  private let isLenient: Bool

  /// Where something of the schedule was not possible, if it was.
  private var impossible: ScheduleDivergence?

  /// Where the run has left the schedule, if it has; when it is over, that is what it did not come to.
  var divergence: ScheduleDivergence? {
    impossible ?? rest.first.map { ScheduleDivergence(expected: $0, possible: []) }
  }

  init(_ schedule: Schedule, isLenient: Bool = false) {
    rest = schedule.deviations[...]
    self.isLenient = isLenient
  }

  /// Does what the schedule says, or else what is usual.
  mutating func choose(from labels: [String], at number: Int) -> Int {
    guard let next = rest.first, next.choice <= number else { return 0 }
    if let index = labels.firstIndex(of: next.label) {
      rest.removeFirst()
      return index
    }
    if isLenient { return 0 }
    impossible = ScheduleDivergence(expected: next, possible: labels)
    rest = []
    return 0
  }
}

/// Anything, each with the same probability.
struct RandomPolicy: SchedulePolicy {
  private var generator: ExplorationRandom

  init(seed: UInt64) {
    generator = ExplorationRandom(seed: seed)
  }

  /// Decides by chance.
  mutating func choose(from labels: [String], at number: Int) -> Int {
    Int.random(in: 0..<labels.count, using: &generator)
  }
}

/// Whoever has the highest priority, which changes at a few moments: it finds rare orders with a known probability.
///
/// It follows the PCT scheduler of Burckhardt et al., "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs".
struct PriorityPolicy: SchedulePolicy {
  private var generator: ExplorationRandom

  /// The priorities, by name; the greatest goes first.
  private var priorities: [String: UInt64] = [:]

  /// The moments at which whoever would go first goes to the end.
  private let changes: Set<Int>

  /// The priority of the next that goes to the end.
  private var lowest: UInt64 = 1_000_000

  /// Decides by a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - depth: How many orders a bug depends on; there is one change of priorities less.
  ///   - length: About how many decisions a run has.
  init(seed: UInt64, depth: Int, length: Int) {
    var generator = ExplorationRandom(seed: seed)
    changes = Set((1..<max(depth, 1)).map { _ in Int.random(in: 0..<max(length, 1), using: &generator) })
    self.generator = generator
  }

  mutating func choose(from labels: [String], at number: Int) -> Int {
    // The answers to one call are one party.
    let parties = labels.map { String($0.prefix { $0 != "." }) }
    for party in parties where priorities[party] == nil {
      priorities[party] = UInt64.random(in: 1_000_001..<UInt64.max, using: &generator)
    }
    if changes.contains(number), let first = leader(parties) {
      lowest -= 1
      priorities[parties[first]] = lowest
    }
    guard let leader = leader(parties) else { return 0 }
    let alike = parties.indices.filter { parties[$0] == parties[leader] }
    return alike.randomElement(using: &generator) ?? leader
  }

  private func leader(_ parties: [String]) -> Int? {
    parties.indices.max { priorities[parties[$0], default: 0] < priorities[parties[$1], default: 0] }
  }
}
