import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The promises of the dialer are kept beside this file.
@Suite(
  .promises(of: PhoneDialer.self) {
    try await StateSpace(inputs: [
      .loadUsername, .inputPhoneNumber("555-0123"), .inputPhoneNumber(""), .dialButtonPressed,
    ]) {
      let store = TestStore(initialState: PhoneDialer.State()) { PhoneDialer() }
      store.gate("username", at: \.usernameClient.username) {
        [.success("Ada"), .failure(UsernameError.unavailable("Offline"))]
      }
      return store
    }
  }
)
struct KeptPromisesTests {
  @Test func `the promises of a suite are judged after the tests`() {}
}
