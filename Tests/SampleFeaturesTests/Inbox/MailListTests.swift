import SampleFeatures
import StoreExploration
import StoreTesting
import Testing

@Suite("Mail list", .mutants(of: MailList.self), .coverage(of: MailList.self, minimum: 1))
struct MailListTests {
  private static let mails = [Mail(id: 1, subject: "Welcome", isRead: true), Mail(id: 2, subject: "Lunch?")]

  private let published = PublishedInbox(Inbox.State(mails: mails))

  private func makeStore(_ state: MailList.State = MailList.State()) -> TestStore<MailList> {
    let store = TestStore(initialState: state) {
      MailList()
    } withDependencies: {
      $0.inboxClient = published.client
    }
    store.exhaustivity = .strict
    return store
  }

  /// The states of the inbox and the filter in which the list can be.
  static let states = [Inbox.Download.none, .running, .failed(.interrupted)].flatMap { download in
    [false, true].map { MailList.State(inbox: Inbox.State(download: download), hidesRead: $0) }
  }

  @Test(arguments: states)
  func `The list follows the inbox from its appearance on, and follows it once`(_ state: MailList.State) async {
    let store = makeStore(state)
    let inbox = Inbox.State(mails: Self.mails)
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    await store.receive(.inboxChanged(inbox)) { $0.inbox = inbox }
    for download in [.running, .failed(.interrupted), .none] as [Inbox.Download] {
      let inbox = Inbox.State(mails: Self.mails, download: download)
      await published.publish(inbox)
      await store.receive(.inboxChanged(inbox)) { $0.inbox = inbox }
    }
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    await store.receive(.inboxChanged(inbox))
    #expect(store.inFlightEffects.count == 1)
    await published.publish(Inbox.State())
    await store.receive(.inboxChanged(Inbox.State())) { $0.inbox = Inbox.State() }
    await published.finish()
    await store.finish()
  }

  @Test(arguments: states)
  func `A pull and a tap are commands to the inbox, and change nothing`(_ state: MailList.State) async {
    var state = state
    state.inbox.mails = Self.mails
    let store = makeStore(state)
    await store.send(.pulled)
    await store.receiveOutput(.download)
    await store.send(.mailTapped(2))
    await store.receiveOutput(.markRead(2))
    await store.finish()
  }

  @Test(arguments: states)
  func `The filter hides read mails, and belongs to the list alone`(_ state: MailList.State) async {
    var state = state
    state.inbox.mails = Self.mails
    let store = makeStore(state)
    let hidesRead = state.hidesRead
    #expect(store.state.mails == (hidesRead ? [Self.mails[1]] : Self.mails))
    await store.send(.filterTapped) { $0.hidesRead = !hidesRead }
    #expect(store.state.mails == (hidesRead ? Self.mails : [Self.mails[1]]))
    await store.finish()
  }
}
