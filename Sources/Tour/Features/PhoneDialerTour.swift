import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// A screen with one output, an intention.
  static let phoneDialer = FeatureTour(
    name: "PhoneDialer",
    summary: "Dialling is an output: an intention for the platform, and only for a number that can be dialled."
  ) {
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient = .liveValue
    }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receive(.usernameLoaded(.success("Christian"))) { $0.username = .known("Christian") }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.finish()
  }
}
