import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

struct InboxTests {
  struct Refused: Error {}

  let date = Date(timeIntervalSince1970: 0)

  func mail(_ number: Int, _ flags: Set<Inbox.Flag> = [.unread]) -> Inbox.Mail {
    Inbox.Mail(id: UUID(number), from: "eve", subject: "Hi", date: date, flags: flags)
  }

  @Test func receives() async {
    let (mails, server) = AsyncStream.makeStream(of: (String, String).self)
    let store = TestStore(initialState: Inbox.State()) {
      Inbox()
    } withDependencies: {
      $0.date.now = date
      $0.uuid = .incrementing
      $0.mailClient.connect = { ("example.org", mails) }
    }
    await store.send(.connectTapped) { $0.connection = .connecting(since: date) }
    await store.receive(.connected(server: "example.org", port: 993)) { $0.connection = .on(server: "example.org", port: 993) }
    server.yield(("eve", "Hi"))
    await store.receive(.arrived(from: "eve", subject: "Hi")) {
      $0.mails = [Inbox.Mail(id: UUID(0), from: "eve", subject: "Hi", date: date, flags: [.unread])]
    }
    await store.receive(.counted(1))
    await store.receiveOutput(.badge(1))
    server.yield(("bob", "Re: Hi"))
    await store.receive(.arrived(from: "bob", subject: "Re: Hi")) {
      $0.mails.append(Inbox.Mail(id: UUID(1), from: "bob", subject: "Re: Hi", date: date, flags: [.unread]))
    }
    await store.clock.advance(by: .seconds(5))
    await store.receive(.counted(2))
    await store.receiveOutput(.badge(2))
    await store.send(.disconnectTapped) { $0.connection = .off }
    await store.finish()
  }

  @Test func isRefused() async {
    let store = TestStore(initialState: Inbox.State()) {
      Inbox()
    } withDependencies: {
      $0.date.now = date
      $0.mailClient.connect = { throw Refused() }
    }
    store.exhaustivity = .strict
    await store.send(.connectTapped) { $0.connection = .connecting(since: date) }
    await store.receiveEffect("connection")
    await store.receive(.lost("Refused()")) { $0.connection = .lost(Inbox.Loss(reason: "Refused()")) }
    await store.finish()
  }

  @Test func stars() async {
    let store = TestStore(initialState: Inbox.State(mails: [mail(1), mail(2)])) { Inbox() }
    await store.send(.selected(UUID(2))) { $0.selection = [UUID(2)] }
    await store.send(.starTapped) { $0.mails[1].flags = [.starred] }
    await store.send(.selected(UUID(1))) { $0.selection.insert(UUID(1)) }
    await store.send(.selected(UUID(2))) { $0.selection = [UUID(1)] }
    await store.finish()
  }

  @Test func deletes() async {
    let store = TestStore(initialState: Inbox.State(mails: [mail(1), mail(2, []), mail(3)], selection: [UUID(1), UUID(3)])) {
      Inbox()
    } withDependencies: {
      $0.mailClient.delete = { _ in }
    }
    store.exhaustivity = .strict
    await store.send(.deleteTapped) {
      $0.mails = [mail(2, [])]
      $0.selection = []
    }
    await store.receiveOutput(.deleted([UUID(1), UUID(3)]))
    await store.receiveEffect("delete", of: [UUID(1), UUID(3)])
    await store.finish()
  }
}
