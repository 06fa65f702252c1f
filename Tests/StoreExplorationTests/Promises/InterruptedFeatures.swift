import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A contract that is edited while it is saved. What was typed meanwhile counts as saved, unless it is fixed.
struct Contract: Reducer {
  struct State: Hashable {
    var text = ""
    var hasChanges = false
    var isSaving = false
  }

  enum Input { case typed(String), saveTapped }
  enum Feedback { case saved(String), failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let text)):
      guard text != state.text else { return .none }
      state.text = text
      state.hasChanges = true
    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save", of: state.text) { [text = state.text] send in
        try await post(text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.saved(let text)):
      state.isSaving = false
      state.hasChanges = isFixed && text != state.text
    case .feedback(.failed): state.isSaving = false
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.typed("A"), .typed("B"), .saveTapped],
      gates: [.post]
    )
  }
}

/// An audiobook that a call interrupts. After the call it plays, though it was paused before, unless it is fixed.
struct Audiobook: Reducer {
  struct State: Hashable {
    var isOpen = false
    var isPlaying = false
    var isInCall = false
    var playsOn = false
  }

  enum Input: CaseIterable { case opened, playTapped, pauseTapped }
  enum Feedback { case callBegan, callEnded }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var calls

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return .run("calls") { send in
        for await call in calls() { await send(call == 1 ? .callBegan : .callEnded) }
      }
    case .input(.playTapped):
      guard state.isOpen, !state.isInCall else { return .none }
      state.isPlaying = true
    case .input(.pauseTapped): state.isPlaying = false
    case .feedback(.callBegan):
      guard !state.isInCall else { return .none }
      state.isInCall = true
      state.playsOn = isFixed && state.isPlaying
      state.isPlaying = false
    case .feedback(.callEnded):
      guard state.isInCall else { return .none }
      state.isInCall = false
      state.isPlaying = !isFixed || state.playsOn
      state.playsOn = false
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("calls", at: \.suspectEvents) { [.element(1), .element(2)] }
      return store
    }
  }
}

/// Pages of advertisements. Another category keeps the end of the one before, unless it is fixed.
struct Classifieds: Reducer {
  struct State: Hashable {
    var category = 0
    var ads: [Int] = []
    var hasReachedEnd = false
    var isLoading = false
  }

  enum Input { case categoryTapped(Int), scrolledDown, refreshed }
  enum Feedback { case page([Int]), failed }
  enum CancelID { case page }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.categoryTapped(let category)):
      guard category != state.category else { return .none }
      state = State(category: category, hasReachedEnd: !isFixed && state.hasReachedEnd)
      return nextPage(&state)
    case .input(.scrolledDown):
      guard !state.isLoading, !state.hasReachedEnd, !state.ads.isEmpty else { return .none }
      return nextPage(&state)
    case .input(.refreshed):
      guard state.category != 0 else { return .none }
      state = State(category: state.category)
      return nextPage(&state)
    case .feedback(.page(let page)):
      state.isLoading = false
      state.ads += page
      if page.contains(where: { $0 % 10 == 2 }) { state.hasReachedEnd = true }
    case .feedback(.failed): state.isLoading = false
    }
    return .none
  }

  private func nextPage(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    let page = 10 * state.category + state.ads.count + 1
    return .run("page", of: page) { send in
      await send(.page(try await load(page)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.categoryTapped(1), .categoryTapped(2), .scrolledDown, .refreshed]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { page in [.success([page]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// The temperature of an oven on a shared panel, which locks itself. The lock that comes by itself cancels a save, unless it is fixed.
struct OvenPanel: Reducer {
  struct State: Equatable {
    var isUnlocked = false
    var isSaving = false
    var hasFailed = false
  }

  enum Input: CaseIterable { case unlockTapped, saveTapped, lockTapped }

  enum Feedback { case saved, failed, tookTooLong, idled }

  private enum CancelID { case save, limit, idle }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.unlockTapped):
      guard !state.isUnlocked else { return .none }
      state.isUnlocked = true
      return wait()
    case .input(.saveTapped):
      guard state.isUnlocked, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let save: Effect<Feedback, Never> = .run("save") { send in
        try await post("180")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      let limit: Effect<Feedback, Never> = .run("limit") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.tookTooLong)
      }
      return .merge(wait(), save.cancellable(id: CancelID.save), limit.cancellable(id: CancelID.limit))
    case .input(.lockTapped):
      guard !state.isSaving else { return .none }
      return lock(&state)
    case .feedback(.saved): return end(&state, failing: false)
    case .feedback(.failed), .feedback(.tookTooLong): return end(&state, failing: true)
    case .feedback(.idled): return isFixed && state.isSaving ? wait() : lock(&state)
    }
  }

  private func end(_ state: inout State, failing: Bool) -> Effect<Feedback, Never> {
    state.isSaving = false
    state.hasFailed = failing
    return .merge(.cancel(id: CancelID.save), .cancel(id: CancelID.limit))
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("idle") { send in
      try await clock.sleep(for: .seconds(8))
      await send(.idled)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }

  private func lock(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(.cancel(id: CancelID.idle), .cancel(id: CancelID.save), .cancel(id: CancelID.limit))
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.post])
  }
}
