import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The suites of the inbox, and of the screens that follow it.
extension WrittenSuites {
  @Test(.enabled(if: writesAll)) func `the suite of the inbox says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenInboxSuite") {
      let store = TestStore(initialState: Inbox.State()) { Inbox() }
      store.gate("mails", at: \.mailClient.download) {
        [
          .success([Mail(id: 1, subject: "Welcome")]),
          .success([Mail(id: 1, subject: "Welcome"), Mail(id: 2, subject: "Lunch?")]),
          .failure(MailError.unavailable("Offline")),
        ]
      }
      return store
    } commands: {
      Command.send(.download)
      Command.sendOne { state in state.mails.map { .markRead($0.id) } }
      Command.send(.markRead(7))
      Command.send(.markAllRead)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the list of mails says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenMailListSuite") {
      let store = TestStore(initialState: MailList.State()) {
        MailList()
      } withDependencies: {
        $0.inboxClient = .ofStates
      }
      store.gate("inbox", at: \.inboxStates) {
        [.element(Inbox.State(mails: [Mail(id: 1, subject: "Welcome")])), .element(Inbox.State(mails: [])), .finish]
      }
      return store
    } commands: {
      Command.send(.appeared)
      Command.send(.pulled)
      Command.send(.mailTapped(1))
      Command.send(.filterTapped)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the badge says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenMailBadgeSuite") {
      let store = TestStore(initialState: MailBadge.State()) {
        MailBadge()
      } withDependencies: {
        $0.inboxClient = .ofStates
      }
      store.gate("inbox", at: \.inboxStates) {
        [.element(Inbox.State(mails: [Mail(id: 1, subject: "Welcome")])), .element(Inbox.State(mails: [])), .finish]
      }
      return store
    } commands: {
      Command.send(.appeared)
      Command.send(.tapped)
    }
    #expect(suite.problems == [])
  }
}

extension InboxClient {
  /// A client whose followers receive the states of a stream that a gate can hold.
  static var ofStates: InboxClient {
    InboxClient { receive in
      @Dependency(\.inboxStates) var states
      for await state in states() { await receive(state) }
    }
  }
}

private enum InboxStatesKey: TestDependencyKey {
  static let testValue: @Sendable () -> AsyncStream<Inbox.State> = { AsyncStream { $0.finish() } }
}

extension DependencyValues {
  /// The states that an inbox publishes.
  var inboxStates: @Sendable () -> AsyncStream<Inbox.State> {
    get { self[InboxStatesKey.self] }
    set { self[InboxStatesKey.self] = newValue }
  }
}
