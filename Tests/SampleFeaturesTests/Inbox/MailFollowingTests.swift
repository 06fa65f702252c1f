import SampleFeatures
import StoreCore
import StoreTesting
import Testing

@MainActor
@Suite("Inbox: a view store that follows a live one")
struct MailFollowingTests {
  @Test func `The test of a view can follow the real domain store, and receives each of its states`() async {
    let inbox = Store(initialState: Inbox.State(mails: [Mail(id: 1, subject: "Welcome")])) { Inbox() }
    let badge = TestStore(initialState: MailBadge.State()) {
      MailBadge()
    } withDependencies: {
      $0.inboxClient = .following(inbox)
    }

    await badge.send(.appeared)
    await badge.receive(.unreadChanged(1)) { $0.unread = 1 }
    await badge.send(.tapped)
    await badge.receiveOutput(.markAllRead)
    inbox.send(.markAllRead)
    await badge.receive(.unreadChanged(0)) { $0.unread = 0 }
    await badge.cancelInFlightEffects()
    await badge.finish()
  }
}
