import StoreCore
import StoreExploration
import StoreTesting

extension Benchmark {
  /// The cost of a step of a generated sequence.
  static let sequences = [
    Benchmark("sequences: one step of 20 runs of 30", against: nil, reach: .microseconds(100)) { count in
      await time(of: count) {
        await checkSequences(runs: 20, steps: 30) {
          let store = TestStore(initialState: Counter.State()) { Counter() }
          store.always("it holds") { _ in true }
          return store
        } commands: {
          Command.send(.increment)
          Command.advance(by: [.seconds(1)])
        }
        .steps
      }
    }
  ]
}
