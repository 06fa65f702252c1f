// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenInboxSuites.swift. It says what the feature does, not what it should do.
// 5 tests assert 11 of 11 pairs of a mode and a message and 11 transitions, and notice 62 of 62 mutants.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: Inbox.self, minimum: 1.0),
  .mutants(of: Inbox.self, minimumScore: 1.0)
)
struct WrittenInboxSuite {
  private func makeStore() -> TestStore<Inbox> {
    func make() -> TestStore<Inbox> {
      let store = TestStore(initialState: Inbox.State()) { Inbox() }
      store.gate("mails", at: \.mailClient.download) {
        [
          .success([Mail(id: 1, subject: "Welcome")]),
          .success([Mail(id: 1, subject: "Welcome"), Mail(id: 2, subject: "Lunch?")]),
          .failure(MailError.unavailable("Offline")),
        ]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `mark all read, download, then mails answers with [Mail(id: 1, subject: "W…: received is sent out, mails changes`() async throws {
    let store = makeStore()
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await store.send(.markRead(7))
    // mails answers after mark read 7.
    let mails = store.gate("mails", as: Gate<Void, [Mail], any Error>.self)
    await mails.fail(with: MailError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(MailError.unavailable("Offline")))) { $0.download = .failed(MailError.unavailable("Offline")) }

    await store.send(.markAllRead)
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    // The name is about this step.
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]
      $0.download = .none
    }
    await store.receiveOutput(.received(2))

    await store.send(.markRead(2)) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: true)]
    }
    await store.send(.markAllRead) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true), Mail(id: 2, subject: "Lunch?", isRead: true)]
    }
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true)]
      $0.download = .none
    }

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) {
      $0.mails.append(Mail(id: 2, subject: "Lunch?", isRead: false))
      $0.download = .none
    }
    await store.receiveOutput(.received(1))
    await store.finish()
  }

  @Test func `download, mails answers with [Mail(id: 1, subject: "W…, then mark all read: mails changes`() async throws {
    let store = makeStore()
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    let mails = store.gate("mails", as: Gate<Void, [Mail], any Error>.self)
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: false)]
      $0.download = .none
    }
    await store.receiveOutput(.received(1))

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) {
      $0.mails.append(Mail(id: 2, subject: "Lunch?", isRead: false))
      $0.download = .none
    }
    await store.receiveOutput(.received(1))

    // The name is about this step.
    await store.send(.markAllRead) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true), Mail(id: 2, subject: "Lunch?", isRead: true)]
    }
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true)]
      $0.download = .none
    }

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) {
      $0.mails.append(Mail(id: 2, subject: "Lunch?", isRead: false))
      $0.download = .none
    }
    await store.receiveOutput(.received(1))

    await store.send(.markAllRead) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true), Mail(id: 2, subject: "Lunch?", isRead: true)]
    }
    await store.send(.markRead(7))
    await store.send(.markAllRead)
    await store.finish()
  }

  @Test func `mark all read, download, then download, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    let mails = store.gate("mails", as: Gate<Void, [Mail], any Error>.self)
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]
      $0.download = .none
    }
    await store.receiveOutput(.received(2))

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await store.send(.markRead(1)) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true), Mail(id: 2, subject: "Lunch?", isRead: false)]
    }
    // mails answers after mark read 1.
    await mails.fail(with: MailError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(MailError.unavailable("Offline")))) { $0.download = .failed(MailError.unavailable("Offline")) }

    await store.send(.markRead(1))
    await store.send(.markAllRead) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true), Mail(id: 2, subject: "Lunch?", isRead: true)]
    }
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    // The name is about this step.
    await store.send(.download)
    // mails answers after download.
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) { $0.download = .none }

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.fail(with: MailError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(MailError.unavailable("Offline")))) { $0.download = .failed(MailError.unavailable("Offline")) }
    await store.finish()
  }

  @Test func `mark read 1, download (2 times), then mark all read, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    let mails = store.gate("mails", as: Gate<Void, [Mail], any Error>.self)
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]
      $0.download = .none
    }
    await store.receiveOutput(.received(2))

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: false)]
      $0.download = .none
    }

    await store.send(.markRead(1)) { $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true)] }
    await store.send(.markAllRead)
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.fail(with: MailError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(MailError.unavailable("Offline")))) { $0.download = .failed(MailError.unavailable("Offline")) }

    await store.send(.markRead(1))
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await store.send(.download)
    // The name is about this step.
    await store.send(.markAllRead)
    // mails answers after mark all read.
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false)]))) { $0.download = .none }
    await store.finish()
  }

  @Test func `mark read 2, mails fails, then mark all read: mails changes`() async throws {
    let store = makeStore()
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    let mails = store.gate("mails", as: Gate<Void, [Mail], any Error>.self)
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]
      $0.download = .none
    }
    await store.receiveOutput(.received(2))

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await store.send(.markRead(2)) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: true)]
    }
    // mails answers after mark read 2.
    await mails.fail(with: MailError.unavailable("Offline"))
    await store.receive(.downloaded(.failure(MailError.unavailable("Offline")))) { $0.download = .failed(MailError.unavailable("Offline")) }

    // The name is about this step.
    await store.send(.markAllRead) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true), Mail(id: 2, subject: "Lunch?", isRead: true)]
    }
    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true)]
      $0.download = .none
    }

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false), Mail(id: 2, subject: "Lunch?", isRead: false)]))) {
      $0.mails.append(Mail(id: 2, subject: "Lunch?", isRead: false))
      $0.download = .none
    }
    await store.receiveOutput(.received(1))

    await store.send(.download) { $0.download = .running }
    await store.receiveEffect("download")
    await store.send(.markAllRead) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true), Mail(id: 2, subject: "Lunch?", isRead: true)]
    }
    // mails answers after mark all read.
    await mails.succeed(with: [Mail(id: 1, subject: "Welcome", isRead: false)])
    await store.receive(.downloaded(.success([Mail(id: 1, subject: "Welcome", isRead: false)]))) {
      $0.mails = [Mail(id: 1, subject: "Welcome", isRead: true)]
      $0.download = .none
    }
    await store.finish()
  }
}
