// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenInboxSuites.swift. It says what the feature does, not what it should do.
// 3 tests assert 10 of 10 pairs of a mode and a message and 10 transitions, and notice 58 of 58 mutants.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: MailList.self, minimum: 1.0),
  .mutants(of: MailList.self, minimumScore: 1.0)
)
struct WrittenMailListSuite {
  private func makeStore() -> TestStore<MailList> {
    func make() -> TestStore<MailList> {
      let store = TestStore(initialState: MailList.State()) {
        MailList()
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

  @Test func `appeared (2 times), filter tapped, then inbox sends State(mails: [Mail(id: 1…`() async throws {
    let store = makeStore()
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))) { $0.inbox.mails = [Mail(id: 1, subject: "Welcome", isRead: false)] }

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
    await store.send(.filterTapped) { $0.hidesRead = true }
    // The name is about this step.
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none)))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none)))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none)))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none)))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none)))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none)))
    await inbox.yield(Inbox.State(mails: [], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [], download: .none))) { $0.inbox.mails = [] }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `pulled: download is sent out`() async throws {
    let store = makeStore()
    // The name is about this step.
    await store.send(.pulled)
    await store.receiveOutput(.download)
    await store.send(.mailTapped(1))
    await store.receiveOutput(.markRead(1))
    await store.send(.filterTapped) { $0.hidesRead = true }
    await store.send(.filterTapped) { $0.hidesRead = false }
    await store.send(.filterTapped) { $0.hidesRead = true }
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    await store.send(.pulled)
    await store.receiveOutput(.download)
    await store.send(.mailTapped(1))
    await store.receiveOutput(.markRead(1))
    await inbox.finish()

    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))) { $0.inbox.mails = [Mail(id: 1, subject: "Welcome", isRead: false)] }

    await store.send(.pulled)
    await store.receiveOutput(.download)
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `appeared, inbox sends State(mails: [Mail(id: 1…, then mail tapped 1: mark read is sent out`() async throws {
    let store = makeStore()
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))) { $0.inbox.mails = [Mail(id: 1, subject: "Welcome", isRead: false)] }

    // The name is about this step.
    await store.send(.mailTapped(1))
    await store.receiveOutput(.markRead(1))
    await inbox.finish()

    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    await store.send(.filterTapped) { $0.hidesRead = true }
    // This cancels followInbox.
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["followInbox"])
    await store.send(.filterTapped) { $0.hidesRead = false }
    await store.send(.pulled)
    await store.receiveOutput(.download)
    await inbox.yield(Inbox.State(mails: [], download: .none))
    await store.receive(.inboxChanged(Inbox.State(mails: [], download: .none))) { $0.inbox.mails = [] }

    // This cancels followInbox.
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["followInbox"])
    await store.send(.filterTapped) { $0.hidesRead = true }
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
