import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A tax return, which a stream confirms before the call that files it ends. An amendment ends a call whose result is there.
struct TaxReturn: Reducer {
  struct State: Hashable {
    var isValid = false
    var isFiling = false
    var isFiled = false
    var hasFailed = false
  }

  enum Input: CaseIterable { case checked, edited, fileTapped, amendTapped }
  enum Feedback { case confirmed, filed, failed }
  enum CancelID { case file, confirmations }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var confirmations
  @Dependency(\.suspectLoad) private var file

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.checked): if !state.isFiling, !state.isFiled { state.isValid = true }
    case .input(.edited): if !state.isFiling, !state.isFiled { state.isValid = false }
    case .input(.fileTapped):
      guard state.isValid, !state.isFiling, !state.isFiled else { return .none }
      state.isFiling = true
      state.hasFailed = false
      return .merge(
        .run("confirmations") { send in
          for await _ in confirmations() { await send(.confirmed) }
        }
        .cancellable(id: CancelID.confirmations, cancelInFlight: true),
        .run("file") { send in
          _ = try await file(1)
          await send(.filed)
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.file, cancelInFlight: true)
      )
    case .input(.amendTapped):
      guard state.isFiled else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.file), .cancel(id: CancelID.confirmations))
    case .feedback(.confirmed), .feedback(.filed):
      state.isFiling = false
      state.isFiled = true
      return .cancel(id: CancelID.confirmations)
    case .feedback(.failed):
      state.isFiling = false
      guard !isFixed || !state.isFiled else { return .none }
      state.isFiled = false
      state.hasFailed = true
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("confirmations", at: \.suspectEvents) { [.element(1)] }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

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

/// A queue of boats in a sheet, which pauses when the sheet is closed. The signal's return begins its poll.
struct BoatQueue: Reducer {
  struct Queue: Hashable {
    var isPaused = false
    var hasSignal = true
  }

  struct State: Hashable { var queue: Queue? }

  enum Input: CaseIterable { case opened, closed, signedOff }
  enum Feedback { case counted, signalChanged(Bool) }
  enum CancelID { case poll, signal }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var signal
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard let queue = state.queue else {
        state.queue = Queue()
        return .merge(
          poll,
          .run("signal") { send in
            for await number in signal() { await send(.signalChanged(number > 0)) }
          }
          .cancellable(id: CancelID.signal)
        )
      }
      guard queue.isPaused else { return .none }
      state.queue?.isPaused = false
      return queue.hasSignal ? poll : .none
    case .input(.closed):
      guard state.queue?.isPaused == false else { return .none }
      state.queue?.isPaused = true
      return .cancel(id: CancelID.poll)
    case .input(.signedOff):
      state.queue = nil
      return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.signal))
    case .feedback(.counted): return .none
    case .feedback(.signalChanged(let hasSignal)):
      guard let queue = state.queue, queue.hasSignal != hasSignal else { return .none }
      state.queue?.hasSignal = hasSignal
      guard hasSignal else { return .cancel(id: CancelID.poll) }
      return isFixed && queue.isPaused ? .none : poll
    }
  }

  private var poll: Effect<Feedback, Never> {
    .run("poll") { send in
      for await _ in clock.timer(interval: .seconds(15)) { await send(.counted) }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("signal", at: \.suspectEvents) { [.element(0), .element(1)] }
      return store
    }
  }
}

/// A card that closes after its save. What is typed meanwhile is saved later.
struct ClosingCard: Reducer {
  struct State: Hashable {
    var note = ""
    var saved = ""
    var isSaving = false
    var isClosing = false
    var isClosed = false
  }

  enum Input: Hashable { case typed(String), closeTapped, reopened }
  enum Feedback { case autosaveDue, saved(String), failed }
  enum CancelID { case autosave }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let note)):
      guard !state.isClosed, note != state.note else { return .none }
      state.note = note
      return .run("autosave") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.autosaveDue)
      }
      .cancellable(id: CancelID.autosave, cancelInFlight: true)
    case .input(.closeTapped):
      guard !state.isClosed else { return .none }
      guard state.note != state.saved || state.isSaving else {
        state.isClosed = true
        return .cancel(id: CancelID.autosave)
      }
      state.isClosing = true
      return .merge(.cancel(id: CancelID.autosave), save(&state))
    case .input(.reopened): state.isClosed = false
    case .feedback(.autosaveDue): return save(&state)
    case .feedback(.saved(let note)):
      state.isSaving = false
      state.saved = note
      guard state.note == note else { return save(&state) }
      guard state.isClosing else { return .none }
      state.isClosing = false
      state.isClosed = true
      return .cancel(id: CancelID.autosave)
    case .feedback(.failed):
      state.isSaving = false
      state.isClosing = false
    }
    return .none
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.note != state.saved, !state.isSaving else { return .none }
    state.isSaving = true
    return .run("save", of: state.note) { [note = state.note] send in
      try await post(note)
      await send(.saved(note))
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.typed("A"), .typed(""), .closeTapped, .reopened],
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
