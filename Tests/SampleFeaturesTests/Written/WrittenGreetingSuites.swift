import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The suite of the greeting, whose calls of the user defaults go on after a cancellation.
extension WrittenSuites {
  @Test(.enabled(if: writesAll)) func `the suite of the greeting says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenGreetingSuite", runs: 300) {
      let store = TestStore(initialState: Greeting.State()) {
        Greeting()
      } withDependencies: {
        $0.inboxClient = .ofStates
      }
      store.gate("saved name", at: \.userDefaultsClient.text) { _ in [.success(nil), .success("Chris")] }
      store.gate("save", at: \.userDefaultsClient.setText) { _, _ in [.success(())] }
      store.gate("username", at: \.usernameClient.username) { [.success("Ada"), .failure(UsernameError.interrupted)] }
      store.gate("inbox", at: \.inboxStates) {
        [.element(Inbox.State(mails: [Mail(id: 1, subject: "Welcome")])), .finish]
      }
      return store
    } commands: {
      Command.send(.appeared)
    }
    #expect(suite.problems == [])
  }
}
