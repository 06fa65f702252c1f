import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A meter that measures on one tab in the foreground. The way back from the background forgets the tab, unless it is fixed.
struct PowerMeter: Reducer {
  enum Tab: Equatable { case now, history }

  struct State: Equatable {
    var hasAppeared = false
    var tab = Tab.now
    var isInBackground = false
    var days: [Int]?
    var span = 7
    var zoom = 0
  }

  enum Input { case appeared, tabChosen(Tab), spanTapped, zoomed, wentToBackground, cameToForeground }

  enum Feedback { case measured, loaded([Int]) }

  private enum CancelID { case power }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      state.hasAppeared = true
      return watch()
    case .input(.tabChosen(let tab)):
      guard tab != state.tab else { return .none }
      (state.tab, state.zoom) = (tab, 0)
      guard tab == .history else { return .merge(.cancel(id: "history"), watch()) }
      return state.days == nil ? .merge(.cancel(id: CancelID.power), load(state.span)) : .cancel(id: CancelID.power)
    case .input(.spanTapped):
      guard state.tab == .history, !state.isInBackground else { return .none }
      (state.span, state.days) = (37 - state.span, nil)
      return load(state.span)
    case .input(.zoomed): if state.tab == .history, !state.isInBackground { state.zoom = (state.zoom + 1) % 4 }
    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.power)
    case .input(.cameToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return isFixed && state.tab != .now ? .none : watch()
    case .feedback(.measured): break
    case .feedback(.loaded(let days)): state.days = days
    }
    return .none
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("power") { send in
      for await _ in events() { await send(.measured) }
    }
    .cancellable(id: CancelID.power, cancelInFlight: true)
  }

  private func load(_ span: Int) -> Effect<Feedback, Never> {
    .run("history", of: span) { send in await send(.loaded(try await load(span))) }
      .cancellable(id: "history", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      guard state.hasAppeared else { return [.appeared] }
      guard !state.isInBackground else { return [.cameToForeground] }
      return [.tabChosen(.now), .tabChosen(.history), .spanTapped, .zoomed, .wentToBackground]
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { [.success([$0])] }
      store.gate("events", at: \.suspectEvents) { [.element(1)] }
      return store
    }
  }
}

/// Two shelves, which are read page by page. The choice of a shelf forgets that the last one was complete, if it is fixed.
struct BookShelves: Reducer {
  struct State: Equatable {
    var shelf = 1
    var isEmpty = true
    var isComplete = false
    var isLoading = false
    var hasFailed = false
  }

  enum Input { case shelfChosen(Int), refreshPulled, retryTapped }

  enum Feedback { case loaded, failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.shelfChosen(let shelf)):
      guard shelf != state.shelf else { return .none }
      (state.shelf, state.isEmpty) = (shelf, true)
      if isFixed { state.isComplete = false }
      return load(&state)
    case .input(.refreshPulled):
      (state.isEmpty, state.isComplete) = (true, false)
      return load(&state)
    case .input(.retryTapped): return state.isLoading || state.isComplete ? .none : load(&state)
    case .feedback(.loaded): (state.isLoading, state.isEmpty, state.isComplete) = (false, false, true)
    case .feedback(.failed): (state.isLoading, state.hasFailed) = (false, true)
    }
    return .none
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    (state.isLoading, state.hasFailed) = (true, false)
    return .run("page", of: state.shelf) { [shelf = state.shelf] send in
      _ = try await load(shelf)
      await send(.loaded)
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "page", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      [.shelfChosen(1), .shelfChosen(2), .refreshPulled] + (state.hasFailed ? [.retryTapped] : [])
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// The document of a user, whose name is part of that of the job. Another user ends what was asked for before, if it is fixed.
struct NamedJob: Reducer {
  struct State: Equatable {
    var user: String?
    var file: String?
  }

  enum Input { case userChosen(String), exportTapped }

  enum Feedback { case written(String) }

  let isFixed: Bool

  @Dependency(\.suspectTranslation) private var write

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.userChosen(let user)):
      guard user != state.user else { return .none }
      state = State(user: user)
      return isFixed ? .cancel(id: "export") : .none
    case .input(.exportTapped):
      guard let user = state.user, state.file == nil else { return .none }
      let job = "\(user)-job"
      return .run("export", of: job) { send in await send(.written(try await write(job, 1))) }
        .cancellable(id: "export", cancelInFlight: true)
    case .feedback(.written(let file)): state.file = file
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.userChosen("Ruth"), .userChosen("Noah"), .exportTapped]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("write", at: \.suspectTranslation) { job, _ in [.success("\(job).pdf")] }
      return store
    }
  }
}

/// A probe whose readings are shown on one tab. Another rate opens them anew, also on the other tab, unless it is fixed.
struct ProbeReadings: Reducer {
  enum Tab: Equatable { case live, history }

  struct State: Equatable {
    var isConnected = false
    var tab = Tab.live
    var rate = 1
    var zoom = 0
  }

  enum Input: Equatable { case connectTapped, disconnectTapped, tabChosen(Tab), rateChosen(Int), zoomed }

  enum Feedback { case measured }

  private enum CancelID { case readings }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard !state.isConnected else { return .none }
      state.isConnected = true
      return state.tab == .live ? listen(at: state.rate) : .none
    case .input(.disconnectTapped):
      state.isConnected = false
      return .cancel(id: CancelID.readings)
    case .input(.tabChosen(let tab)):
      guard tab != state.tab else { return .none }
      state.tab = tab
      return tab == .live && state.isConnected ? listen(at: state.rate) : .cancel(id: CancelID.readings)
    case .input(.rateChosen(let rate)):
      guard rate != state.rate else { return .none }
      state.rate = rate
      return state.isConnected && (!isFixed || state.tab == .live) ? listen(at: rate) : .none
    case .input(.zoomed): if state.tab == .history { state.zoom = (state.zoom + 1) % 4 }
    case .feedback(.measured): break
    }
    return .none
  }

  private func listen(at rate: Int) -> Effect<Feedback, Never> {
    .run("readings", of: rate) { send in
      for await _ in events() { await send(.measured) }
    }
    .cancellable(id: CancelID.readings, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [
        .connectTapped, .disconnectTapped, .tabChosen(.live), .tabChosen(.history), .rateChosen(1), .rateChosen(10),
        .zoomed,
      ],
      gates: [.events(1)]
    )
  }
}
