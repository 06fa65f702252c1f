import SampleFeatures
import StoreTesting
import Testing

@MainActor
@Suite("Phone dialer actions")
struct PhoneDialerActionsTests {
  @Test func `Each action is one input`() {
    var inputs: [PhoneDialer.Input] = []
    let actions: any PhoneDialerActions = PhoneDialerInputs { inputs.append($0) }
    actions.appeared()
    actions.inputPhoneNumber("555")
    actions.dialButtonPressed()
    #expect(inputs == [.loadUsername, .inputPhoneNumber("555"), .dialButtonPressed])
  }

  @Test func `A test of the feature with actions asserts all states and outputs`() async {
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient.username = { "Christian" }
    }
    store.exhaustivity = .strict

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.receive(.usernameLoaded(.success("Christian"))) { $0.username = .known("Christian") }
    await store.send(.inputPhoneNumber("555-0123")) { $0.phoneNumber = "555-0123" }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.finish()
  }
}
