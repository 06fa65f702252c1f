/// A measurement of the cost per item as the number of items grows.
struct Growth: Sendable {
  /// A value with a number of items, and the timed work on it.
  struct Trial {
    /// The value, retained until its memory is measured.
    let held: AnyObject

    /// The duration of the work.
    let time: Duration
  }

  /// The sample of one amount of items.
  struct Sample {
    let count: Int

    /// The shortest duration of the work on all of them. The turns are long and few, so longer durations are noise.
    let time: Duration

    /// The additional bytes in use while the items are held; nil if the system doesn't report them.
    let memory: Int?
  }

  /// The result for a growing quantity.
  struct Result {
    /// The action of the case.
    let name: String

    let samples: [Sample]
  }

  /// An object that keeps a value alive.
  final class Box<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// The action of the case.
  let name: String

  /// The numbers of items, by row.
  let amounts: [Int]

  /// Performs the action once.
  let trial: @Sendable (_ count: Int) async -> Trial

  /// Creates a part of the table.
  ///
  /// - Parameters:
  ///   - name: The action of the case.
  ///   - most: The largest number of items.
  ///   - trial: Performs the action once.
  init(_ name: String, upTo most: Int = 10_000, trial: @escaping @Sendable (_ count: Int) async -> Trial) {
    self.name = name
    amounts = [10, 100, 1_000, 10_000, 100_000].filter { $0 <= most }
    self.trial = trial
  }

  /// Measures every amount.
  func measure(_ sampling: Sampling) async -> Result {
    keep(await trial(amounts[0]).time)
    var samples: [Sample] = []
    for count in amounts {
      let memory = await memory(of: count)
      var times: [Duration] = []
      for _ in 0..<sampling.growthRounds { times.append(await trial(count).time) }
      samples.append(Sample(count: count, time: times.min() ?? .zero, memory: memory))
    }
    return Result(name: name, samples: samples)
  }

  /// Returns the bytes of a number of items.
  private func memory(of count: Int) async -> Int? {
    let before = Memory.resident
    let trial = await trial(count)
    let after = Memory.resident
    withExtendedLifetime(trial.held) {}
    guard let before, let after else { return nil }
    return max(after - before, 0)
  }
}
