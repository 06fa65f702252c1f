import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import LoginApp

/// Tests of the form in a live store: its streams, and its state for views.
@Suite("The app's store")
@MainActor
struct AppStoreTests {
  @Test func `a subscriber of the outputs receives the session`() async {
    let store = Store(initialState: Login.State.complete) {
      Login()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.loginClient.signIn = { Session(email: $0.email) }
    }
    let outputs = store.outputStream

    await store.send(.submitTapped).finish()

    #expect(store.isSubmitting == false)
    for await output in outputs {
      #expect(output == .signedIn(.kim))
      break
    }
  }

  @Test func `a subscriber of the state receives its changes`() async {
    let store = Store(initialState: Login.State()) { Login() }
    let states = store.stateStream

    store.send(.codeChanged("1"))
    store.send(.codeChanged("12"))

    var codes: [String] = []
    for await state in states.prefix(3) { codes.append(state.code) }
    #expect(codes == ["", "1", "12"])
  }
}
