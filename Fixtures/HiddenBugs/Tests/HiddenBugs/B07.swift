import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B07Page: Equatable, Sendable {
  var messages: [String]
  var hasMore: Bool
}

struct B07ChatClient: Sendable {
  /// The messages of the group, newest first, a page at a time.
  var history: @Sendable (_ page: Int) async throws -> B07Page
  var post: @Sendable (_ text: String) async throws -> Void
}

enum B07ChatClientKey: TestDependencyKey {
  static let testValue = B07ChatClient(
    history: unimplemented("B07ChatClient.history"),
    post: unimplemented("B07ChatClient.post")
  )
}

extension DependencyValues {
  var b07Chat: B07ChatClient {
    get { self[B07ChatClientKey.self] }
    set { self[B07ChatClientKey.self] = newValue }
  }
}

/// A group chat: its history, which is loaded further as the user scrolls, and a field for a new message.
struct B07GroupChat: Reducer {
  struct State: Equatable {
    var messages: [String] = []
    var nextPage = 0
    var hasMore = true
    var isLoading = false
    /// The page behind the banner "Something went wrong. Try again".
    var failedPage: Int?

    var draft = ""
    var isSending = false
    var sendFailed = false

    var canLoad: Bool { hasMore && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case draftChanged(String)
    case sendTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, B07Page)
    case loadFailed(Int)
    case sent
    case sendFailed
  }

  private enum CancelID {
    case history
    case send
  }

  @Dependency(\.b07Chat) private var chat

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.messages.isEmpty, !state.isLoading else { return .none }
      return load(0, &state)

    case .input(.endReached):
      guard state.canLoad, !state.messages.isEmpty else { return .none }
      return load(state.nextPage, &state)

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      return load(0, &state)

    case .input(.retryTapped):
      guard state.canLoad, let page = state.failedPage else { return .none }
      return load(page, &state)

    case .feedback(.loaded(let number, let page)):
      state.isLoading = false
      state.messages = number == 0 ? page.messages : state.messages + page.messages
      state.nextPage = number + 1
      state.hasMore = page.hasMore
      return .none

    case .feedback(.loadFailed(let number)):
      state.isLoading = false
      state.failedPage = number
      return .none

    case .input(.draftChanged(let text)):
      // The field is disabled while its text is sent.
      guard !state.isSending else { return .none }
      state.draft = text
      state.sendFailed = false
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty, !state.isSending else { return .none }
      state.isSending = true
      state.sendFailed = false
      let text = state.draft
      return .run("post", of: text) { send in
        try await chat.post(text)
        await send(.sent)
      } catch: { _, send in
        await send(.sendFailed)
      }
      .cancellable(id: CancelID.send)

    case .feedback(.sent):
      state.isSending = false
      state.draft = ""
      // The new message is on the first page. A page that is on its way is replaced by it.
      return load(0, &state)

    case .feedback(.sendFailed):
      state.isSending = false
      state.sendFailed = true
      return .none
    }
  }

  private func load(_ page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("history", of: page) { send in
      await send(.loaded(page, try await chat.history(page)))
    } catch: { _, send in
      await send(.loadFailed(page))
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

struct B07Offline: Error {}

struct B07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .endReached, .refreshPulled, .retryTapped, .draftChanged("Hello"), .sendTapped]
    ) {
      let store = TestStore(initialState: B07GroupChat.State()) { B07GroupChat() }
      store.gate("history", at: \.b07Chat.history) { page in
        [
          .success(
            page == 0 ? B07Page(messages: ["c", "b"], hasMore: true) : B07Page(messages: ["a"], hasMore: false)
          ),
          .failure(B07Offline()),
        ]
      }
      store.gate("post", at: \.b07Chat.post) { _ in [.success(()), .failure(B07Offline())] }
      return store
    }
  }
}
