import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The messages of a seller, who may have several accounts.
struct F17Inbox: Reducer {
  struct State: Equatable {
    var account: String
    var threads: [F17Thread] = []
    var unread = 0
    var isLoading = false
    var hasFailed = false
    var isMarking = false
    var markFailed = false
    var detail: F17Detail?
  }

  enum Input: Equatable, Sendable {
    case accountChosen(String)
    case refreshPulled
    case markAllTapped
    case threadTapped(String)
    case detailRetryTapped
    case backTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(F17Overview)
    case failed
    case marked(unread: Int)
    case markFailed
    case opened([String])
    case openFailed
  }

  private enum CancelID { case overview, messages }

  @Dependency(\.f17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.accountChosen(let account)):
      guard state.detail == nil, account != state.account else { return .none }
      state = State(account: account)
      return load(&state)

    case .input(.refreshPulled):
      guard !state.isLoading, !state.isMarking else { return .none }
      return load(&state)

    case .input(.markAllTapped):
      guard state.unread > 0, !state.isLoading, !state.isMarking else { return .none }
      state.isMarking = true
      state.markFailed = false
      return .run("mark", of: state.account) { [account = state.account] send in
        await send(.marked(unread: try await client.markAll(account)))
      } catch: { _, send in
        await send(.markFailed)
      }

    case .input(.threadTapped(let id)):
      guard state.detail == nil, let thread = state.threads.first(where: { $0.id == id }) else { return .none }
      return show(thread, &state)

    case .input(.detailRetryTapped):
      guard let detail = state.detail, detail.hasFailed else { return .none }
      return show(detail.thread, &state)

    case .input(.backTapped):
      state.detail = nil
      return .cancel(id: CancelID.messages)

    case .feedback(.loaded(let overview)):
      state.isLoading = false
      state.threads = overview.threads
      state.unread = overview.unread
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.marked(let unread)):
      state.isMarking = false
      state.unread = unread
      return .none

    case .feedback(.markFailed):
      state.isMarking = false
      state.markFailed = true
      return .none

    case .feedback(.opened(let messages)):
      state.detail?.isLoading = false
      state.detail?.messages = messages
      return .none

    case .feedback(.openFailed):
      state.detail?.isLoading = false
      state.detail?.hasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    state.markFailed = false
    return .run("overview", of: state.account) { [account = state.account] send in
      await send(.loaded(try await client.overview(account)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.overview, cancelInFlight: true)
  }

  private func show(_ thread: F17Thread, _ state: inout State) -> Effect<Feedback, Never> {
    state.detail = F17Detail(thread: thread)
    return .run("messages", of: thread.id) { send in
      await send(.opened(try await client.messages(thread.id)))
    } catch: { _, send in
      await send(.openFailed)
    }
    .cancellable(id: CancelID.messages, cancelInFlight: true)
  }
}

struct F17Thread: Equatable, Identifiable, Sendable {
  var id: String
  var buyer: String
}

struct F17Detail: Equatable, Sendable {
  var thread: F17Thread
  var messages: [String] = []
  var isLoading = true
  var hasFailed = false
}

struct F17Overview: Equatable, Sendable {
  var threads: [F17Thread]
  var unread: Int
}

struct F17Client: TestDependencyKey, Sendable {
  var overview: @Sendable (_ account: String) async throws -> F17Overview
  var messages: @Sendable (_ thread: String) async throws -> [String]
  /// Marks all messages of an account as read, and returns how many have come meanwhile.
  var markAll: @Sendable (_ account: String) async throws -> Int

  static let testValue = F17Client(
    overview: unimplemented("F17Client.overview"),
    messages: unimplemented("F17Client.messages"),
    markAll: unimplemented("F17Client.markAll")
  )
}

extension DependencyValues {
  var f17Client: F17Client {
    get { self[F17Client.self] }
    set { self[F17Client.self] = newValue }
  }
}

struct F17Offline: Error {}

struct F17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F17Inbox.State) -> [F17Inbox.Input] in
        if let detail = state.detail { return detail.hasFailed ? [.detailRetryTapped, .backTapped] : [.backTapped] }
        var inputs: [F17Inbox.Input] = [.accountChosen("Private"), .accountChosen("Shop"), .refreshPulled]
        if state.unread > 0 { inputs.append(.markAllTapped) }
        for thread in state.threads { inputs.append(.threadTapped(thread.id)) }
        return inputs
      }
    ) { () -> TestStore<F17Inbox> in
      let store = TestStore(initialState: F17Inbox.State(account: "Private")) { F17Inbox() }
      store.gate("overview", at: \.f17Client.overview) { account in
        [
          .success(F17Overview(threads: [F17Thread(id: "\(account) 1", buyer: "Kim")], unread: 2)),
          .failure(F17Offline()),
        ]
      }
      store.gate("messages", at: \.f17Client.messages) { _ in
        [.success(["Is it still there?"]), .failure(F17Offline())]
      }
      store.gate("markAll", at: \.f17Client.markAll) { _ in [.success(0), .failure(F17Offline())] }
      return store
    }
  }
}
