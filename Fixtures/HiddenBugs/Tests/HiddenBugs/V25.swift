import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The notices of the account that is signed in. They are asked for again each minute.
struct V25Inbox: Reducer {
  struct State: Equatable {
    var account: String?
    var notices: [V25Notice] = []
    var work: Work?
    var hasFailed = false
    var onlyUnread = false

    /// The number on the badge of the tab.
    var unread: Int { notices.filter { !$0.isRead }.count }

    /// The rows of the list.
    var shown: [V25Notice] { onlyUnread ? notices.filter { !$0.isRead } : notices }
  }

  enum Work: Equatable { case loading, marking }

  enum Input: Equatable, Sendable {
    case accountChosen(String)
    case refreshTapped
    case markAllTapped
    case onlyUnreadTapped
    case bannerDismissed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([V25Notice])
    case marked([V25Notice])
    case failed
    case pollDue
  }

  private enum CancelID { case load, poll }

  @Dependency(\.v25Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.accountChosen(let account)):
      guard state.account == nil else { return .none }
      state.account = account
      return load(of: account, into: &state)

    case .input(.refreshTapped), .feedback(.pollDue):
      guard let account = state.account, state.work == nil else { return .none }
      return load(of: account, into: &state)

    case .input(.markAllTapped):
      guard let account = state.account, state.work == nil, state.unread > 0 else { return .none }
      return markAll(of: account, into: &state)

    case .input(.onlyUnreadTapped):
      state.onlyUnread.toggle()
      return .none

    case .input(.bannerDismissed):
      state.hasFailed = false
      return .none

    case .input(.signOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))

    case .feedback(.loaded(let notices)), .feedback(.marked(let notices)):
      state.work = nil
      state.notices = notices
      return poll()

    case .feedback(.failed):
      state.work = nil
      state.hasFailed = true
      return poll()
    }
  }

  private func load(of account: String, into state: inout State) -> Effect<Feedback, Never> {
    state.work = .loading
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("notices", of: account) { send in
        await send(.loaded(try await client.notices(account)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  /// Marks all notices as read. The server answers with the new list.
  private func markAll(of account: String, into state: inout State) -> Effect<Feedback, Never> {
    state.work = .marking
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("mark all", of: account) { send in
        await send(.marked(try await client.markAll(account)))
      } catch: { _, send in
        await send(.failed)
      }
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct V25Notice: Equatable, Sendable {
  var text: String
  var isRead: Bool
}

struct V25Client: TestDependencyKey, Sendable {
  var notices: @Sendable (_ account: String) async throws -> [V25Notice]
  var markAll: @Sendable (_ account: String) async throws -> [V25Notice]

  static let testValue = V25Client(
    notices: unimplemented("V25Client.notices"),
    markAll: unimplemented("V25Client.markAll")
  )
}

extension DependencyValues {
  var v25Client: V25Client {
    get { self[V25Client.self] }
    set { self[V25Client.self] = newValue }
  }
}

struct V25Offline: Error {}

struct V25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V25Inbox.State) -> [V25Inbox.Input] in
        if state.account == nil { return [.accountChosen("ana"), .accountChosen("ben")] }
        var inputs: [V25Inbox.Input] = [.refreshTapped, .markAllTapped, .onlyUnreadTapped, .signOutTapped]
        if state.hasFailed { inputs.append(.bannerDismissed) }
        return inputs
      }
    ) { () -> TestStore<V25Inbox> in
      let store = TestStore(initialState: V25Inbox.State()) { V25Inbox() }
      store.gate("notices", at: \.v25Client.notices) { account in
        [
          .success([
            V25Notice(text: "Cleo follows \(account)", isRead: false),
            V25Notice(text: "Welcome, \(account)", isRead: true),
          ]),
          .failure(V25Offline()),
        ]
      }
      store.gate("markAll", at: \.v25Client.markAll) { account in
        [
          .success([
            V25Notice(text: "Cleo follows \(account)", isRead: true),
            V25Notice(text: "Welcome, \(account)", isRead: true),
          ]),
          .failure(V25Offline()),
        ]
      }
      return store
    }
  }
}
