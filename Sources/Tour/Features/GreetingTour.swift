import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting

extension FeatureTour {
  /// A view store on two sources.
  static let greeting = FeatureTour(
    name: "Greeting",
    summary: "A name from the user defaults, then from the network, beside the unread mails of a domain store."
  ) {
    let store = TestStore(initialState: Greeting.State()) {
      Greeting()
    } withDependencies: {
      $0.inboxClient.follow = { receive in
        await receive(Inbox.State(mails: [Mail(id: 1, subject: "Welcome")]))
      }
      $0.userDefaultsClient.text = { _ in "Chris" }
      $0.userDefaultsClient.setText = { _, _ in }
      $0.usernameClient = .liveValue
    }
    await store.send(.appeared) { $0.request = .running }
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    await store.receive(.nameRead("Chris")) { $0.name = "Chris" }
    await store.receive(.nameLoaded(.success("Christian"))) {
      $0.name = "Christian"
      $0.request = .none
    }
    await store.receiveEffect("saveName", of: "Christian")
    await store.finish()
  }
}
