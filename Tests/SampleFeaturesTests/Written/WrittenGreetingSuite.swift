// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenGreetingSuites.swift. It says what the feature does, not what it should do.
// 5 tests assert 9 of 9 pairs of a mode and a message and 9 transitions, and notice 79 of 79 mutants.
// Not asserted: what more ways would show: the last ones still showed something. Raise 'runs:'.
import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: Greeting.self, minimum: 1.0),
  .mutants(of: Greeting.self, minimumScore: 1.0)
)
struct WrittenGreetingSuite {
  private func makeStore() -> TestStore<Greeting> {
    func make() -> TestStore<Greeting> {
      let store = TestStore(initialState: Greeting.State()) {
        Greeting()
      } withDependencies: {
        $0.inboxClient = .ofStates
      }
      store.gate("saved name", at: \.userDefaultsClient.text) { _ in [.success(nil), .success("Chris")] }
      store.gate("save", at: \.userDefaultsClient.setText) { _, _ in [.success(())] }
      store.gate("username", at: \.usernameClient.username) { [.success("Ada"), .failure(UsernameError.interrupted)] }
      store.gate("inbox", at: \.inboxStates) {
        [.element(Inbox.State(mails: [Mail(id: 1, subject: "Welcome")])), .finish]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `saved name answers with "Chris", username fails, then appeared: followInbox is cancelled, request becomes running`() async throws {
    let store = makeStore()
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    let savedName = store.gate("saved name", as: Gate<String, String?, Never>.self)
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: "Chris")
    await store.receive(.nameRead("Chris")) { $0.name = "Chris" }
    await store.receiveEffect("loadName")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.interrupted)
    await store.receive(.nameLoaded(.failure(UsernameError.interrupted))) { $0.request = .failed(UsernameError.interrupted) }

    // The name is about this step. This cancels followInbox.
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["followInbox", "readName"])
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: "Chris")
    await store.receive(.nameRead("Chris"))
    await store.receiveEffect("loadName")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `username fails, appeared, then appeared: followInbox is cancelled, followInbox starts`() async throws {
    let store = makeStore()
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    let savedName = store.gate("saved name", as: Gate<String, String?, Never>.self)
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: "Chris")
    await store.receive(.nameRead("Chris")) { $0.name = "Chris" }
    await store.receiveEffect("loadName")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.interrupted)
    await store.receive(.nameLoaded(.failure(UsernameError.interrupted))) { $0.request = .failed(UsernameError.interrupted) }

    // This cancels followInbox.
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["followInbox", "readName"])
    // The name is about this step. This cancels followInbox.
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["readName", "followInbox"])
    // This cancels followInbox.
    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["readName", "followInbox"])
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    // saved name answers after appeared.
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: nil)
    await store.receiveEffect("loadName")
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `inbox sends, username fails, then inbox sends`() async throws {
    let store = makeStore()
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    await inbox.finish()

    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    // saved name answers after appeared.
    let savedName = store.gate("saved name", as: Gate<String, String?, Never>.self)
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: nil)
    await store.receiveEffect("loadName")
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.interrupted)
    await store.receive(.nameLoaded(.failure(UsernameError.interrupted))) { $0.request = .failed(UsernameError.interrupted) }
    // The name is about this step.
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1))
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1))
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `appeared, saved name answers with nil, then username answers: name becomes "Ada", request becomes none`() async throws {
    let store = makeStore()
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    let savedName = store.gate("saved name", as: Gate<String, String?, Never>.self)
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: nil)
    await store.receiveEffect("loadName")
    // The name is about this step.
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.nameLoaded(.success("Ada"))) {
      $0.name = "Ada"
      $0.request = .none
    }
    await store.receiveEffect("saveName", of: "Ada")

    // This cancels followInbox.
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["saveName", "followInbox", "readName"])
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: nil)
    await store.receiveEffect("loadName")
    await username.succeed(with: "Ada")
    await store.receive(.nameLoaded(.success("Ada"))) { $0.request = .none }
    await store.receiveEffect("saveName", of: "Ada")
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1)) { $0.unread = 1 }
    await inbox.yield(Inbox.State(mails: [Mail(id: 1, subject: "Welcome", isRead: false)], download: .none))
    await store.receive(.unreadChanged(1))
    // save answers after appeared.
    let save = store.gate("save", as: Gate<(String, String), Void, Never>.self)
    #expect(save.pending.map(\.description) == ["save(\"Ada\", \"greeting.name\")", "save(\"Ada\", \"greeting.name\")"])
    await save.succeed()
    #expect(save.pending.map(\.description) == ["save(\"Ada\", \"greeting.name\")"])
    await save.succeed()
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `saved name answers with "Chris", username fails, then appeared: request becomes running, followInbox starts`() async throws {
    let store = makeStore()
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    let inbox = store.gate("inbox", as: StreamGate<Void, Inbox.State, Never>.self)
    inbox.receiveListener()
    let savedName = store.gate("saved name", as: Gate<String, String?, Never>.self)
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: nil)
    await store.receiveEffect("loadName")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.nameLoaded(.success("Ada"))) {
      $0.name = "Ada"
      $0.request = .none
    }
    await store.receiveEffect("saveName", of: "Ada")

    // This cancels followInbox.
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    inbox.receiveListener()
    #expect(store.inFlightEffects.map(\.name) == ["saveName", "followInbox", "readName"])
    await inbox.finish()
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: "Chris")
    await store.receive(.nameRead("Chris")) { $0.name = "Chris" }
    await store.receiveEffect("loadName")
    await username.fail(with: UsernameError.interrupted)
    await store.receive(.nameLoaded(.failure(UsernameError.interrupted))) { $0.request = .failed(UsernameError.interrupted) }

    // The name is about this step.
    await store.send(.appeared) { $0.request = .running }
    await store.receiveEffect("followInbox")
    await store.receiveEffect("readName")
    inbox.receiveListener()
    #expect(savedName.pending.map(\.arguments) == ["greeting.name"])
    await savedName.succeed(with: nil)
    await store.receiveEffect("loadName")
    await inbox.finish()

    await store.send(.appeared)
    await store.receiveEffect("followInbox")
    inbox.receiveListener()
    // save answers after appeared.
    let save = store.gate("save", as: Gate<(String, String), Void, Never>.self)
    #expect(save.pending.map(\.description) == ["save(\"Ada\", \"greeting.name\")"])
    await save.succeed()
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
