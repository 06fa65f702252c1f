import SampleFeatures
import StoreExploration
import StoreTesting
import Testing

@Suite("Inbox", .mutants(of: Inbox.self), .coverage(of: Inbox.self, minimum: 1))
struct InboxTests {
  struct Offline: Error {}

  @Test func `A download stores the mails, and announces the new ones`() async {
    let mails = [Mail(id: 1, subject: "Welcome"), Mail(id: 2, subject: "Lunch?")]
    let store = TestStore(initialState: Inbox.State(mails: [mails[0]])) {
      Inbox()
    } withDependencies: {
      $0.mailClient.download = { mails }
    }
    store.exhaustivity = .strict

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await store.receive(.downloaded(.success(mails))) {
      $0.download = .none
      $0.mails = mails
    }
    await store.receiveOutput(.received(1))
    await store.finish()
  }

  @Test func `A download without new mails announces nothing`() async {
    let mails = [Mail(id: 1, subject: "Welcome")]
    let store = TestStore(initialState: Inbox.State(mails: mails)) {
      Inbox()
    } withDependencies: {
      $0.mailClient.download = { mails }
    }

    await store.send(.download) { $0.download = .running }
    await store.receive(.downloaded(.success(mails))) { $0.download = .none }
    await store.finish()
  }

  @Test func `A mail that is read during a download stays read`() async {
    let mail = Mail(id: 1, subject: "Welcome")
    let store = TestStore(initialState: Inbox.State(mails: [mail])) {
      Inbox()
    } withDependencies: {
      $0.mailClient.download = {
        try await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
        return [mail]
      }
    }
    store.exhaustivity = .strict

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await store.send(.markRead(1)) { $0.mails[0].isRead = true }
    await store.send(.download)
    await store.clock.advance(by: .milliseconds(999))
    await store.receiveNothing()
    await store.clock.advance(by: .milliseconds(1))
    await store.receive(.downloaded(.success([mail]))) { $0.download = .none }
    await store.finish()
  }

  @Test(arguments: [.none, .running, .failed(.interrupted)] as [Inbox.Download])
  func
    `The inbox marks one mail or all mails as read, and ignores an unknown mail, before, during and after a download`(
      during download: Inbox.Download
    ) async
  {
    let mails = (1...3).map { Mail(id: $0, subject: "\($0)") }
    let store = TestStore(initialState: Inbox.State(mails: mails, download: download)) { Inbox() }
    store.exhaustivity = .strict

    await store.send(.markRead(2)) { $0.mails[1].isRead = true }
    #expect(store.state.unread == 2)
    await store.send(.markRead(7))
    await store.send(.markAllRead) {
      $0.mails[0].isRead = true
      $0.mails[2].isRead = true
    }
    #expect(store.state.unread == 0)
    await store.finish()
  }

  @Test func `A failure keeps the mails, and the next download can succeed`() async {
    let store = TestStore(initialState: Inbox.State(mails: [Mail(id: 1, subject: "Welcome")])) {
      Inbox()
    } withDependencies: {
      $0.mailClient.download = { throw Offline() }
    }

    await store.send(.download) { $0.download = .running }
    await store.receive(.downloaded(.failure(.unavailable("Offline()")))) {
      $0.download = .failed(.unavailable("Offline()"))
    }
    store.dependencies.mailClient.download = { throw CancellationError() }
    await store.send(.download) { $0.download = .running }
    await store.receive(.downloaded(.failure(.interrupted))) { $0.download = .failed(.interrupted) }
    store.dependencies.mailClient.download = { [] }
    await store.send(.download) { $0.download = .running }
    await store.receive(.downloaded(.success([]))) {
      $0.download = .none
      $0.mails = []
    }
    await store.finish()
  }

  @Test func `A failure has a readable reason`() {
    #expect(MailError.interrupted.text == "The download was interrupted.")
    #expect(MailError.unavailable("No luck.").text == "The mails can't be downloaded: No luck.")
  }

  @Test func `A test without a client fails`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Inbox.State()) { Inbox() }
      store.exhaustivity = .off
      await store.send(.download)
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unimplementedDependency])
    #expect(failures.first?.headline.contains("MailClient.download") == true)
  }
}
