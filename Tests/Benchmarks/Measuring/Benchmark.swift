/// An operation whose duration is measured over many repetitions.
struct Benchmark: Sendable {
  /// Something that the machine needs an own time for, which a row is compared with.
  enum Yardstick: String, CaseIterable, Codable, Sendable {
    /// A bare task that is made and awaited.
    case task

    /// A message that is reduced without a store, and the state compared.
    case reduce
  }

  /// The action of the case.
  let name: String

  /// The yardstick that the row is compared with.
  let yardstick: Yardstick?

  /// The longest time the row may take, if limited.
  let goal: Duration?

  /// The largest multiple of the yardstick's time that the row may take, if limited.
  let ratioGoal: Double?

  /// Repeats the action, and returns the time it took without the preparation.
  let round: @Sendable (_ count: Int) async -> Duration

  /// Creates a row of the table.
  ///
  /// - Parameters:
  ///   - name: The action of the case.
  ///   - yardstick: The yardstick for the row; by default a bare task.
  ///   - goal: The longest time the row may take, if limited.
  ///   - ratioGoal: The largest multiple of the yardstick's time that the row may take, if limited.
  ///   - round: Repeats the action, and returns the time it took without the preparation.
  init(
    _ name: String,
    against yardstick: Yardstick? = .task,
    reach goal: Duration? = nil,
    ratio ratioGoal: Double? = nil,
    round: @escaping @Sendable (_ count: Int) async -> Duration
  ) {
    self.name = name
    self.yardstick = yardstick
    self.goal = goal
    self.ratioGoal = ratioGoal
    self.round = round
  }

  /// Every row, in the order of the table.
  static let all =
    steps + clocks + dependencies + stores + composition + observed + spaces + schedules + sequences + mutants
}

/// How much is done for one figure.
struct Sampling {
  /// How often each row has its turn.
  let rounds: Int

  /// How long one turn lasts, at least.
  let roundLength: Duration

  /// How often each amount of a growing quantity is measured.
  let growthRounds: Int

  /// Enough for figures that repeat.
  static let thorough = Sampling(rounds: 25, roundLength: .milliseconds(20), growthRounds: 9)

  /// Enough to see that nothing has gone wrong.
  static let quick = Sampling(rounds: 7, roundLength: .milliseconds(4), growthRounds: 3)
}

/// Keeps the optimizer from removing the computation of a value.
///
/// Swift has no supported attribute for this. Its own benchmarks also use a function that is never inlined.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: Value) {}

/// The duration of a number of repetitions.
func time(_ count: Int = 1, _ body: () async -> Void) async -> Duration {
  let clock = ContinuousClock()
  let start = clock.now
  for _ in 0..<count { await body() }
  return clock.now - start
}
