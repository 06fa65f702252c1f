/// The measurement of one row.
struct Measurement {
  let benchmark: Benchmark

  /// The time of one action, by round.
  let times: [Duration]

  /// The ratios to the yardstick's time, by round; empty without a yardstick.
  let ratios: [Double]

  /// The median time of one action.
  var median: Duration { Benchmarks.median(times) }

  /// The shortest time, which is that of a machine without other load.
  var least: Duration { times.min() ?? .zero }

  /// The median ratio to the yardstick's time.
  var ratio: Double? { ratios.isEmpty ? nil : Benchmarks.median(ratios) }

  /// Whether the row reaches its goals; nil without goals.
  var isReached: Bool? {
    let verdicts = [
      benchmark.goal.map { median <= $0 },
      benchmark.ratioGoal.flatMap { goal in ratio.map { $0 < goal } },
    ]
    let known = verdicts.compactMap(\.self)
    return known.isEmpty ? nil : known.allSatisfy(\.self)
  }
}

extension Benchmark {
  /// Measures rows, each next to its yardstick.
  ///
  /// All rows have a turn in each round, so that other load on the machine affects all of them equally. A ratio
  /// compares two turns of one round.
  static func measure(_ benchmarks: [Benchmark], _ sampling: Sampling) async -> [Measurement] {
    let rows = Yardstick.allCases.map(\.benchmark) + benchmarks
    var counts: [Int] = []
    for row in rows { counts.append(await row.calibrate(sampling.roundLength)) }
    var times = Array(repeating: [Duration](), count: rows.count)
    for _ in 0..<sampling.rounds {
      for (index, row) in rows.enumerated() {
        times[index].append(await row.round(counts[index]) / counts[index])
      }
    }
    return rows.indices.map { index in
      let yardstick = rows[index].yardstick.flatMap { Yardstick.allCases.firstIndex(of: $0) }
      let ratios = yardstick.map { zip(times[index], times[$0]).map { $0 / $1 } } ?? []
      return Measurement(benchmark: rows[index], times: times[index], ratios: ratios)
    }
  }

  /// Warms the row up, and returns the number of repetitions for a turn of a length.
  private func calibrate(_ length: Duration) async -> Int {
    var count = 1
    // One turn may be long because of other load on the machine. Several turns rarely are.
    while !(await lasts(length, count, turns: 3)) {
      // A row that lasts as long with any number would overflow it.
      if count > 1 << 40 { fatalError("The row '\(name)' ignores how often it is to be repeated.") }
      count *= 2
    }
    return count
  }

  /// Whether each of several turns lasts at least a length.
  private func lasts(_ length: Duration, _ count: Int, turns: Int) async -> Bool {
    for _ in 0..<turns {
      // The time includes the preparation, which also uses the machine.
      guard await time(1, { keep(await round(count)) }) >= length else { return false }
    }
    return true
  }
}

func median(_ values: [Duration]) -> Duration {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .zero }
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .zero }
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
