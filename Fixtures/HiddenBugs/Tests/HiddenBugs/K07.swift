import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K07Offline: Error {}

struct K07Message: Equatable, Sendable {
  var id: Int
  var author: String
  var text: String
}

/// A part of the history, the newest messages being on page 0.
struct K07Page: Equatable, Sendable {
  var messages: [K07Message]
  var isLast: Bool
}

struct K07Chat: DependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> K07Page
  var setMuted: @Sendable (_ isMuted: Bool) async throws -> Void

  static let liveValue = K07Chat(page: { _ in K07Page(messages: [], isLast: true) }, setMuted: { _ in })
  static let testValue = K07Chat(page: unimplemented("K07Chat.page"), setMuted: unimplemented("K07Chat.setMuted"))
}

extension DependencyValues {
  var k07Chat: K07Chat {
    get { self[K07Chat.self] }
    set { self[K07Chat.self] = newValue }
  }
}

/// The messages that are loaded, by id, and their order on the screen.
struct K07History: Equatable, Sendable {
  var messages: [Int: K07Message] = [:]
  var order: [Int] = []

  mutating func append(_ page: K07Page) {
    for message in page.messages {
      if messages.updateValue(message, forKey: message.id) == nil { order.append(message.id) }
    }
  }
}

/// How far the history is loaded, and what happens to it.
struct K07Pager: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    case idle
    case loading(Int)
    case failed(Int)
  }

  var phase = Phase.idle
  var next = 0
  var isComplete = false

  /// The page to load when the user scrolls up, or tries again.
  var due: Int? {
    switch phase {
    case .loading: nil
    case _ where isComplete: nil
    case .failed(let page): page
    case .idle: next
    }
  }

  mutating func finish(_ page: Int, isLast: Bool) {
    phase = .idle
    next = page + 1
    isComplete = isLast
  }
}

/// The history of a group chat, which loads page by page, and the switch that mutes the group.
struct K07GroupChat: Reducer {
  struct State: Equatable {
    enum Muting: Equatable { case none, running(Bool), failed }

    var history = K07History()
    var pager = K07Pager()
    var isMuted = false
    var muting = Muting.none
  }

  enum Input: Equatable, Sendable {
    case opened
    case closed
    case scrolledUp
    case retryTapped
    case refreshPulled
    case muteTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, K07Page)
    case loadFailed(Int)
    case muted(Bool)
    case mutingFailed
  }

  private enum CancelID { case load, mute }

  @Dependency(\.k07Chat) private var chat

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.history.order.isEmpty, let page = state.pager.due else { return .none }
      return load(page, &state)

    case .input(.closed):
      if case .loading = state.pager.phase { state.pager.phase = .idle }
      return .cancel(id: CancelID.load)

    case .input(.scrolledUp), .input(.retryTapped):
      guard let page = state.pager.due else { return .none }
      return load(page, &state)

    case .input(.refreshPulled):
      // A refresh replaces what loads at the other end.
      return state.pager.phase == .loading(0) ? .none : load(0, &state)

    case .feedback(.loaded(let number, let page)):
      if number == 0 { state.history = K07History() }
      state.history.append(page)
      state.pager.finish(number, isLast: page.isLast)
      return .none

    case .feedback(.loadFailed(let number)):
      state.pager.phase = .failed(number)
      return .none

    case .input(.muteTapped):
      if case .running = state.muting { return .none }
      let isMuted = !state.isMuted
      state.muting = .running(isMuted)
      return .run("setMuted") { send in
        try await chat.setMuted(isMuted)
        await send(.muted(isMuted))
      } catch: { _, send in
        await send(.mutingFailed)
      }
      .cancellable(id: CancelID.mute)

    case .feedback(.muted(let isMuted)):
      state.isMuted = isMuted
      state.muting = .none
      return .none

    case .feedback(.mutingFailed):
      state.muting = .failed
      return .none
    }
  }

  private func load(_ page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.pager.phase = .loading(page)
    return .run("page", of: page) { send in
      await send(.loaded(page, try await chat.page(page)))
    } catch: { _, send in
      await send(.loadFailed(page))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct K07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.opened, .closed, .scrolledUp, .retryTapped, .refreshPulled, .muteTapped]
    ) { () -> TestStore<K07GroupChat> in
      let store = TestStore(initialState: K07GroupChat.State()) { K07GroupChat() }
      store.gate("page", at: \.k07Chat.page) { number in
        let message = K07Message(id: 2 - number, author: "Mia", text: "Message \(2 - number)")
        return [.success(K07Page(messages: [message], isLast: number > 0)), .failure(K07Offline())]
      }
      store.gate("setMuted", at: \.k07Chat.setMuted) { _ in [.success(()), .failure(K07Offline())] }
      return store
    }
  }
}
