import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@MainActor
@Suite("Mailbox", .timeLimit(.minutes(15)))
struct MailboxTests {
  @Test func `A tap in the list reaches the badge through the inbox with live stores`() async {
    let mailbox = withDependencies {
      $0.mailClient.download = { [Mail(id: 1, subject: "Welcome"), Mail(id: 2, subject: "Lunch?")] }
    } operation: {
      Mailbox()
    }
    await mailbox.inbox.send(.download).finish()
    mailbox.list.send(.appeared)
    mailbox.badge.send(.appeared)
    await until(mailbox.badge.stateStream) { $0.unread == 2 }

    mailbox.list.send(.mailTapped(1))
    await until(mailbox.badge.stateStream) { $0.unread == 1 }
    await until(mailbox.list.stateStream) { $0.inbox == mailbox.inbox.state }
    #expect(mailbox.inbox.mails.map(\.isRead) == [true, false])

    mailbox.badge.send(.tapped)
    await until(mailbox.list.stateStream) { $0.inbox.unread == 0 }
    await until(mailbox.badge.stateStream) { $0.unread == 0 }
    #expect(mailbox.list.inbox == mailbox.inbox.state)
  }

  @Test func `Releasing the mailbox releases its stores`() async {
    var mailbox: Mailbox? = Mailbox()
    weak let inbox = mailbox?.inbox
    weak let list = mailbox?.list
    let task = mailbox?.list.send(.appeared)
    mailbox = nil

    #expect(list == nil)
    await task?.finish()
    // The cancelled effects release the client, and with it the inbox, when they return.
    while inbox != nil { await Task.yield() }
  }

  private func until<State>(
    _ states: some AsyncSequence<State, Never>,
    _ condition: (State) -> Bool
  ) async {
    for await state in states where condition(state) { return }
  }
}
