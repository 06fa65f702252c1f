import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// The counter of the interactive drawing: the short cycle, and the full cycle through a client.
  static let counter = FeatureTour(
    name: "Counter",
    summary: "Counting goes from message to state. A random number takes the whole cycle through the environment."
  ) {
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient = .liveValue
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 42))
    }
    await store.send(.increment) { $0.count = 1 }
    await store.send(.increment) { $0.count = 2 }
    await store.send(.decrement) { $0.count = 1 }
    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receive(Counter.Feedback.randomNumberDrawn) { state, result in
      state.request = .none
      if case .success(let number) = result { state.count = number }
    }
    await store.finish()
  }
}

/// A generator that produces the same numbers in each run.
private struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The state of the generator.
  private var state: UInt64

  /// Creates a generator.
  init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number, by SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
