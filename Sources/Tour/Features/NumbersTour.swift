import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// A list that downloads its content when it appears.
  static let numbers = FeatureTour(
    name: "Numbers",
    summary: "A list is read from Fixtures/numbers.json when it appears. Its output comes after its state is there."
  ) {
    let store = TestStore(initialState: Numbers.State.idle) {
      Numbers()
    } withDependencies: {
      $0.numbersClient = .liveValue
    }
    await store.send(.onAppear) { $0 = .loading }
    await store.receive(.numbersDownloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    await store.receiveOutput(.numbersDownloaded)
    await store.send(.onAppear)
    await store.finish()
  }
}
