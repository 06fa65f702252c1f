import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// The same small feature in the styles of other systems, without a reducer.
  static let containers = [mavericks, orbit]

  /// A view model that sets its own state.
  private static let mavericks = FeatureTour(
    name: "Mavericks",
    summary: "A loader as a view model. It loads Fixtures/numbers.json, and every state on the way is received."
  ) { @MainActor in
    let store = TestStore {
      MavericksLoader()
    } withDependencies: {
      $0.numbersClient = .liveValue
    }
    await store.call("load") { $0.load() }
    await store.receiveChange { $0.requests = 1 }
    await store.receiveChange { $0.numbers = .loading(nil) }
    await store.receiveChange { $0.numbers = .success([1, 2, 3]) }
    await store.finish()
  }

  /// An intent that reduces the state, and posts side effects.
  private static let orbit = FeatureTour(
    name: "Orbit",
    summary: "A loader as one method. Its states and side effects are received in one order, and it is cancelled."
  ) { @MainActor in
    let store = TestStore {
      OrbitLoader()
    } withDependencies: {
      $0.numbersClient.numbers = {
        try await DependencyValues.current.continuousClock.sleep(for: .seconds(5))
        return [7]
      }
    }
    let first = await store.call("load") { await $0.load() }
    await store.receiveChange { $0.isLoading = true }
    await first.cancel()
    await store.receiveChange { $0.isLoading = false }
    await store.call("load again") { await $0.load() }
    await store.receiveChange { $0.isLoading = true }
    await store.clock.advance(by: .seconds(5))
    await store.receiveChange { $0.numbers = [7] }
    await store.receiveOutput(.showCount(1))
    await store.receiveChange { $0.isLoading = false }
    await store.finish()
  }
}
