import StoreCore

extension Benchmark.Yardstick {
  /// The yardstick as a separate row.
  var benchmark: Benchmark {
    switch self {
    case .task:
      Benchmark("yardstick: task, await Task {}.value", against: nil) { count in
        await time(count) { await Task {}.value }
      }
    case .reduce:
      Benchmark("yardstick: reduce, by itself, and compare", against: nil) { count in
        let counter = Counter()
        var state = Counter.State()
        return await time(count) {
          var expected = state
          expected.count += 1
          keep(counter.reduce(message: .input(.increment), into: &state))
          keep(state == expected)
        }
      }
    }
  }
}
