import SampleFeatures
import StoreTesting
import Testing

@Suite("Inbox: a domain store and its view stores")
struct InboxFollowersTests {
  @Test func `A tap in one view is a command, and both views receive its state`() async {
    let mails = [Mail(id: 1, subject: "Welcome"), Mail(id: 2, subject: "Lunch?")]
    let inbox = TestStore(initialState: Inbox.State(mails: mails)) { Inbox() }
    let published = PublishedInbox(inbox.state)
    let list = TestStore(initialState: MailList.State()) {
      MailList()
    } withDependencies: {
      $0.inboxClient = published.client
    }
    let badge = TestStore(initialState: MailBadge.State()) {
      MailBadge()
    } withDependencies: {
      $0.inboxClient = published.client
    }
    inbox.exhaustivity = .strict
    list.exhaustivity = .strict
    badge.exhaustivity = .strict

    await list.send(.appeared)
    await list.receiveEffect("followInbox")
    await list.receive(.inboxChanged(inbox.state)) { $0.inbox.mails = mails }
    await badge.send(.appeared)
    await badge.receiveEffect("followInbox")
    await badge.receive(.unreadChanged(2)) { $0.unread = 2 }

    await list.send(.mailTapped(1))
    await list.receiveOutput(.markRead(1))
    await inbox.send(.markRead(1)) { $0.mails[0].isRead = true }
    await published.publish(inbox.state)
    await list.receive(.inboxChanged(inbox.state)) { $0.inbox.mails[0].isRead = true }
    await badge.receive(.unreadChanged(1)) { $0.unread = 1 }

    await badge.send(.tapped)
    await badge.receiveOutput(.markAllRead)
    await inbox.send(.markAllRead) { $0.mails[1].isRead = true }
    await published.publish(inbox.state)
    await list.receive(.inboxChanged(inbox.state)) { $0.inbox.mails[1].isRead = true }
    await badge.receive(.unreadChanged(0)) { $0.unread = 0 }

    await published.finish()
    await list.finish()
    await badge.finish()
    await inbox.finish()
  }

  @Test func `A pull downloads the mails, and the list shows the state of the download`() async {
    let mails = [Mail(id: 1, subject: "Welcome")]
    let inbox = TestStore(initialState: Inbox.State()) {
      Inbox()
    } withDependencies: {
      $0.mailClient.download = { mails }
    }
    let published = PublishedInbox(inbox.state)
    let list = TestStore(initialState: MailList.State()) {
      MailList()
    } withDependencies: {
      $0.inboxClient = published.client
    }

    await list.send(.appeared)
    await list.receive(.inboxChanged(inbox.state))
    await list.send(.pulled)
    await list.receiveOutput(.download)
    await inbox.send(.download) { $0.download = .running }
    await published.publish(inbox.state)
    await list.receive(.inboxChanged(inbox.state)) { $0.inbox.download = .running }
    await inbox.receive(.downloaded(.success(mails))) {
      $0.download = .none
      $0.mails = mails
    }
    await inbox.receiveOutput(.received(1))
    await published.publish(inbox.state)
    await list.receive(.inboxChanged(inbox.state)) { $0.inbox = Inbox.State(mails: mails) }

    await published.finish()
    await list.finish()
    await inbox.finish()
  }

  @Test func `A test without a client fails`() async {
    let failures = await recordingFailures {
      let list = TestStore(initialState: MailList.State()) { MailList() }
      await list.send(.appeared)
      await list.finish()
      let badge = TestStore(initialState: MailBadge.State()) { MailBadge() }
      await badge.send(.appeared)
      await badge.finish()
    }
    #expect(failures.map(\.kind) == [.unimplementedDependency, .unimplementedDependency])
    #expect(failures.allSatisfy { $0.headline.contains("InboxClient.follow") })
  }
}
