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

/// A deed that is uploaded and paid for. A failed payment notes nothing to try again, unless it is fixed.
struct Notary: Reducer {
  enum Step: Hashable { case upload, pay }

  struct State: Hashable {
    var isUploaded = false
    var isPaid = false
    var running: Step?
    var error: String?
    var stepToRetry: Step?
  }

  enum Input: CaseIterable { case uploadTapped, payTapped, retryTapped, startedOver }
  enum Feedback { case done(Step), failed(Step) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.uploadTapped):
      guard state.error == nil, !state.isUploaded, state.running == nil else { return .none }
      return run(.upload, &state)
    case .input(.payTapped):
      guard state.error == nil, state.isUploaded, !state.isPaid, state.running == nil else { return .none }
      return run(.pay, &state)
    case .input(.retryTapped):
      guard let step = state.stepToRetry else { return .none }
      return run(step, &state)
    case .input(.startedOver): if state.running == nil { state = State() }
    case .feedback(.done(let step)):
      state.running = nil
      state.isUploaded = true
      state.isPaid = step == .pay
    case .feedback(.failed(let step)):
      state.running = nil
      state.error = "\(step) failed."
      state.stepToRetry = isFixed || step == .upload ? step : nil
    }
    return .none
  }

  private func run(_ step: Step, _ state: inout State) -> Effect<Feedback, Never> {
    state.running = step
    state.error = nil
    state.stepToRetry = nil
    return .run("\(step)") { send in
      try await post("\(step)")
      await send(.done(step))
    } catch: { _, send in
      await send(.failed(step))
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// A message that is tried again after a pause, unless the line is paused. A correction starts the wait on a paused line as well,
/// unless it is fixed.
struct ShipMail: Reducer {
  enum Line: Equatable { case open, paused }

  enum State: Equatable {
    case empty(Line)
    case sending(String, Line)
    case waiting(String, Line)

    var line: Line {
      switch self {
      case .empty(let line), .sending(_, let line), .waiting(_, let line): line
      }
    }
  }

  enum Input: CaseIterable { case sendTapped, corrected, pauseTapped, resumeTapped }

  enum Feedback { case delivered, failed, waited }

  private enum CancelID { case wait }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.sendTapped), .empty(.open)): return send("Hi", &state)
    case (.input(.corrected), .waiting(_, let line)):
      state = .waiting("Hello", line)
      return isFixed && line == .paused ? .none : wait()
    case (.input(.pauseTapped), .empty): state = .empty(.paused)
    case (.input(.pauseTapped), .sending(let text, _)): state = .sending(text, .paused)
    case (.input(.pauseTapped), .waiting(let text, .open)):
      state = .waiting(text, .paused)
      return .cancel(id: CancelID.wait)
    case (.input(.resumeTapped), .empty): state = .empty(.open)
    case (.input(.resumeTapped), .sending(let text, _)): state = .sending(text, .open)
    case (.input(.resumeTapped), .waiting(let text, .paused)), (.feedback(.waited), .waiting(let text, _)):
      return .merge(.cancel(id: CancelID.wait), send(text, &state))
    case (.feedback(.delivered), _): state = .empty(state.line)
    case (.feedback(.failed), .sending(let text, let line)):
      state = .waiting(text, line)
      return line == .open ? wait() : .none
    default: break
    }
    return .none
  }

  private func send(_ text: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = .sending(text, .open)
    return .run("delivery", of: text) { send in
      try await post(text)
      await send(.delivered)
    } catch: { _, send in
      await send(.failed)
    }
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.waited)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State.empty(.open), inputs: Input.allCases, gates: [.post])
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
