/// An operation with a duration measured over many repetitions.
struct Benchmark: Sendable {
  /// An operation with a machine-specific duration, for comparison with a row.
  enum Yardstick: String, CaseIterable, Codable, Sendable {
    /// The creation of a bare task, and the wait for its end.
    case task

    /// The reduction of a message without a store, and a comparison of the state.
    case reduce
  }

  /// The action of the case.
  let name: String

  /// The yardstick for the row, if any.
  let yardstick: Yardstick?

  /// The maximum time of the row, if limited.
  let goal: Duration?

  /// The maximum time of the row as a multiple of the yardstick's time, if limited.
  let ratioGoal: Double?

  /// Repeats the action, and returns its time without the preparation.
  let round: @Sendable (_ count: Int) async -> Duration

  /// Creates a row of the table.
  ///
  /// - Parameters:
  ///   - name: The action of the case.
  ///   - yardstick: The yardstick for the row; by default a bare task.
  ///   - goal: The maximum time of the row, if limited.
  ///   - ratioGoal: The maximum time of the row as a multiple of the yardstick's time, if limited.
  ///   - round: Repeats the action, and returns its time without the preparation.
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
    steps + models + clocks + dependencies + stores + composition + observed + spaces + schedules + sequences + mutants
    + suites + accepting
}

/// The amount of measurement for one figure.
struct Sampling {
  /// The number of turns of each row.
  let rounds: Int

  /// The minimum duration of one turn.
  let roundLength: Duration

  /// The number of measurements of each amount of a growing quantity.
  let growthRounds: Int

  /// A sampling for reproducible figures.
  static let thorough = Sampling(rounds: 25, roundLength: .milliseconds(20), growthRounds: 9)

  /// A sampling that only detects large changes.
  static let quick = Sampling(rounds: 7, roundLength: .milliseconds(4), growthRounds: 3)
}

/// Keeps the optimizer from removing the computation of a value.
///
/// Swift doesn't have a supported attribute for this purpose. Its own benchmarks also use a function that is never
/// inlined.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: Value) {}

/// Returns the duration of a number of repetitions.
func time(_ count: Int = 1, _ body: () async -> Void) async -> Duration {
  let clock = ContinuousClock()
  let start = clock.now
  for _ in 0..<count { await body() }
  return clock.now - start
}

/// Returns the duration of a number of parts of a work that is only done as a whole. It is done anew until it has had that many.
///
/// - Parameters:
///   - count: The number of parts.
///   - work: Does all of it, and returns the number of its parts.
func time(of count: Int, partsOf work: () async -> Int) async -> Duration {
  var done = 0
  let duration = await time {
    while done < count { done += max(1, await work()) }
  }
  return duration * count / done
}
