import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// Children of three styles.
  static let loaderBoard = FeatureTour(
    name: "LoaderBoard",
    summary: "A Mobius loop, a state machine and a workflow under one parent. Switching the machine off ends its work."
  ) {
    let store = TestStore(initialState: LoaderBoard.State()) {
      LoaderBoard()
    } withDependencies: {
      $0.numbersClient.numbers = {
        try await DependencyValues.current.continuousClock.sleep(for: .seconds(5))
        return [1, 2, 3]
      }
    }
    await store.send(.machineSwitched(isOn: true)) { $0.machine = .idle }
    await store.send(.machine(.load)) { $0.machine = .loading(attempt: 1) }
    await store.send(.loop(.load)) { $0.loop = .loading(attempt: 1) }
    await store.send(.workflow(.load)) { $0.workflow = .loading(attempt: 1) }
    await store.send(.machineSwitched(isOn: false)) { $0.machine = nil }
    await store.clock.advance(by: .seconds(5))
    await store.receive(.loop(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.loop = .loaded([1, 2, 3]) }
    await store.receive(.workflow(.feedback(.downloaded(.success([1, 2, 3]))))) { $0.workflow = .idle }
    await store.receive(.workflow(.output(.finished([1, 2, 3])))) { $0.sum = 6 }
    await store.finish()
  }
}
