// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenInboxSuites.swift. It says what the feature does, not what it should do.
// 1 test asserts 3 of 3 pairs of a mode and a message and 3 transitions, and notices 16 of 16 mutants.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: MailBadge.self, minimum: 1.0),
  .mutants(of: MailBadge.self, minimumScore: 1.0)
)
struct WrittenMailBadgeSuite {
  private func makeStore() -> TestStore<MailBadge> {
    func make() -> TestStore<MailBadge> {
      let store = TestStore(initialState: MailBadge.State()) {
        MailBadge()
      } withDependencies: {
        $0.inboxClient = .ofStates
      }
      store.gate("inbox", at: \.inboxStates) {
        [.element(Inbox.State(mails: [Mail(id: 1, subject: "Welcome")])), .element(Inbox.State(mails: [])), .finish]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `appeared, then inbox sends State(mails: [Mail(id: 1…: unread becomes 1`() async throws {
    let store = makeStore()
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    // The name is about this step.
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }

    // This cancels followInbox.
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["followInbox"])
    // This cancels followInbox.
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["followInbox"])
    await store.send(.tapped)
    await store.receiveOutput(.markAllRead)
    await inbox.finish()

    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1))
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
