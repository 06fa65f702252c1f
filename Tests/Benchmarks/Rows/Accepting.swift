import StoreCore
import StoreTesting

extension Benchmark {
  /// The cost of a run that accepts changes.
  static let accepting = [
    Benchmark("test of ten steps, accepted") { count in
      var elapsed = Duration.zero
      let failures = await recordingFailures {
        elapsed = await time(count) {
          let patch = await printedPatch { await sendUnasserted() }
          precondition(patch.contains("at 10 calls"), "Each step must be accepted.")
        }
      }
      precondition(failures.count == 10 * count, "Each of the steps must be accepted, and nothing else.")
      return elapsed
    }
  ]

  private static func sendUnasserted() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.increment)
    await store.send(.increment)
  }
}
