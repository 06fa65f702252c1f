import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// A screen in three parts: state, actions, and outputs.
  static let trifecta = FeatureTour(
    name: "Trifecta",
    summary: "A view that knows its state and its actions only. Each action is an input; what to do is an output."
  ) {
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient = .liveValue
    }
    for input in await inputs({ $0.appeared() }) {
      await store.send(input) { $0.username = .loading }
    }
    await store.receive(.usernameLoaded(.success("Christian"))) { $0.username = .known("Christian") }
    for input in await inputs({ $0.inputPhoneNumber("555-0123") }) {
      await store.send(input) { $0.phoneNumber = "555-0123" }
    }
    for input in await inputs({ $0.dialButtonPressed() }) { await store.send(input) }
    await store.receiveOutput(.dial("555-0123"))
    await store.finish()
  }

  /// Returns the inputs that a view's actions send.
  @MainActor
  private static func inputs(_ act: @MainActor @Sendable (any PhoneDialerActions) -> Void) -> [PhoneDialer.Input] {
    var inputs: [PhoneDialer.Input] = []
    act(PhoneDialerInputs { inputs.append($0) })
    return inputs
  }
}
