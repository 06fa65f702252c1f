import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Photos that are backed up one by one. Where the storage is full, all others fail, too.
struct PhotoBackup: Reducer {
  enum Status: Hashable { case here, uploading, backedUp, failed }

  struct State: Hashable { var statuses: [Int: Status] = [1: .here, 2: .here] }

  enum Input: Hashable { case tapped(Int), cancelled(Int) }
  enum Feedback { case uploaded(Int), failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let id)):
      guard state.statuses[id] == .here || state.statuses[id] == .failed else { return .none }
      state.statuses[id] = .uploading
      return .run("upload", of: id) { send in
        try await post("\(id)")
        await send(.uploaded(id))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: id)
    case .input(.cancelled(let id)):
      guard state.statuses[id] == .uploading else { return .none }
      state.statuses[id] = .here
      return .cancel(id: id)
    case .feedback(.uploaded(let id)): state.statuses[id] = .backedUp
    case .feedback(.failed):
      let ids = state.statuses.filter { isFixed ? $0.value == .uploading : $0.value != .here }.keys.sorted()
      for id in ids { state.statuses[id] = .failed }
      return .merge(ids.map { .cancel(id: $0) })
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.tapped(1), .tapped(2), .cancelled(1), .cancelled(2)],
      gates: [.post]
    )
  }
}

/// Books that download under one id of cancellation, so that one stops the other, which waits for ever.
struct BookShelf: Reducer {
  struct State: Hashable {
    var local: Set<Int> = []
    var downloading: Set<Int> = []
    var reading: Int?
  }

  enum Input: Hashable { case tapped(Int), removed(Int), closed }
  enum Feedback { case downloaded(Int), failed(Int) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let id)):
      guard state.reading == nil else { return .none }
      guard !state.local.contains(id) else {
        state.reading = id
        return .none
      }
      guard state.downloading.insert(id).inserted else { return .none }
      return .run("download", of: id) { send in
        try await post("\(id)")
        await send(.downloaded(id))
      } catch: { _, send in
        await send(.failed(id))
      }
      .cancellable(id: isFixed ? id : 0, cancelInFlight: true)
    case .input(.removed(let id)): if state.reading == nil { state.local.remove(id) }
    case .input(.closed): state.reading = nil
    case .feedback(.downloaded(let id)):
      state.downloading.remove(id)
      state.local.insert(id)
    case .feedback(.failed(let id)): state.downloading.remove(id)
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.tapped(1), .tapped(2), .removed(1), .removed(2), .closed],
      gates: [.post]
    )
  }
}

/// A conversation. While it is left, nothing can be sent again. The other side's message ends its typing, and may be followed by more.
struct Conversation: Reducer {
  enum Status: Hashable { case received, sending, sent, failed }
  enum Connection: Hashable { case off, listening, waiting }

  struct State: Hashable {
    var connection = Connection.off
    var bubbles: [Int: Status] = [:]
    var isTyping = false
  }

  enum Input: CaseIterable { case appeared, disappeared, sendTapped, retryTapped }
  enum Feedback { case event(Int), ended, reconnectDue, typingEnded, sent, failed }
  enum CancelID { case events, reconnect, typing }

  @Dependency(\.suspectEvents) private var events
  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .off else { return .none }
      return listen(&state)
    case .input(.disappeared):
      state.connection = .off
      state.isTyping = false
      return .merge(.cancel(id: CancelID.events), .cancel(id: CancelID.reconnect), .cancel(id: CancelID.typing))
    case .input(.sendTapped):
      guard state.connection != .off, state.bubbles[1] == nil else { return .none }
      return deliver(&state)
    case .input(.retryTapped):
      guard state.connection != .off, state.bubbles[1] == .failed else { return .none }
      return deliver(&state)
    case .feedback(.event(0)):
      state.isTyping = true
      return .run("typing") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.typingEnded)
      }
      .cancellable(id: CancelID.typing, cancelInFlight: true)
    case .feedback(.event(let id)):
      state.isTyping = false
      state.bubbles[id] = .received
      return .cancel(id: CancelID.typing)
    case .feedback(.typingEnded): state.isTyping = false
    case .feedback(.ended):
      state.connection = .waiting
      state.isTyping = false
      return .merge(
        .cancel(id: CancelID.typing),
        .run("reconnect") { send in
          try await clock.sleep(for: .seconds(2))
          await send(.reconnectDue)
        }
        .cancellable(id: CancelID.reconnect)
      )
    case .feedback(.reconnectDue): return listen(&state)
    case .feedback(.sent): state.bubbles[1] = .sent
    case .feedback(.failed): state.bubbles[1] = .failed
    }
    return .none
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .listening
    return .run("events") { send in
      for await event in events() { await send(.event(event)) }
      await send(.ended)
    }
    .cancellable(id: CancelID.events)
  }

  private func deliver(_ state: inout State) -> Effect<Feedback, Never> {
    state.bubbles[1] = .sending
    return .run("send") { send in
      try await post("1")
      await send(.sent)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("events", at: \.suspectEvents) { [.element(0), .element(100), .finish] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
