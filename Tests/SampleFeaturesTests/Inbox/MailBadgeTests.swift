import SampleFeatures
import StoreExploration
import StoreTesting
import Testing

@Suite("Mail badge", .mutants(of: MailBadge.self), .coverage(of: MailBadge.self, minimum: 1))
struct MailBadgeTests {
  private let published = PublishedInbox(Inbox.State(mails: [Mail(id: 1, subject: "Welcome")]))

  private func makeStore(unread: Int = 0) -> TestStore<MailBadge> {
    let store = TestStore(initialState: MailBadge.State(unread: unread)) {
      MailBadge()
    } withDependencies: {
      $0.inboxClient = published.client
    }
    store.exhaustivity = .strict
    return store
  }

  @Test func `The badge counts the unread mails of the inbox`() async {
    let store = makeStore()
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    await published.publish(Inbox.State(mails: (1...3).map { Mail(id: $0, subject: "\($0)", isRead: $0 == 2) }))
    await store.receive(.unreadChanged(2)) { $0.unread = 2 }
    await published.finish()
    await store.finish()
  }

  @Test func `A badge that appears again follows the inbox once`() async {
    let store = makeStore()
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    await store.receive(.unreadChanged(1))
    #expect(store.inFlightEffects.count == 1)
    await published.publish(Inbox.State())
    await store.receive(.unreadChanged(0)) { $0.unread = 0 }
    await published.finish()
    await store.finish()
  }

  @Test func `A tap is a command to the inbox, and changes nothing`() async {
    let store = makeStore(unread: 3)
    await store.send(.tapped)
    await store.receiveOutput(.markAllRead)
    await store.finish()
  }
}
