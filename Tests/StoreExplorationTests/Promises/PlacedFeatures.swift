import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A meter on the second of two tabs. The pause before another try goes on on the first one, and starts the meter there, unless it is fixed.
struct EnergyTabs: Reducer {
  struct State: Equatable {
    var isLive = false
    var isInBackground = false
    var isConnected = false
  }

  enum Input { case liveChosen, historyChosen, wentToBackground, cameToForeground }
  enum Feedback { case measured, disconnected, pauseEnded }

  private enum CancelID { case meter, pause }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var events
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.liveChosen):
      guard !state.isLive else { return .none }
      state.isLive = true
      return listen()
    case .input(.historyChosen):
      guard state.isLive else { return .none }
      state.isLive = false
      state.isConnected = false
      return isFixed ? stop() : .cancel(id: CancelID.meter)
    case .input(.wentToBackground):
      state.isInBackground = true
      state.isConnected = false
      return stop()
    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isLive ? listen() : .none
    case .feedback(.measured): state.isConnected = true
    case .feedback(.disconnected):
      state.isConnected = false
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(8))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)
    case .feedback(.pauseEnded): return listen()
    }
    return .none
  }

  private func listen() -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.pause),
      .run("meter") { send in
        for await _ in events() { await send(.measured) }
        await send(.disconnected)
      }
      .cancellable(id: CancelID.meter, cancelInFlight: true)
    )
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.meter), .cancel(id: CancelID.pause))
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      state.isInBackground ? [.cameToForeground] : [.liveChosen, .historyChosen, .wentToBackground]
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("events", at: \.suspectEvents) { [.element(1), .finish] }
      return store
    }
  }
}

/// A tank with two tabs. What is loaded for the second goes on on the first, on which a temperature comes. It is right.
struct TankTabs: Reducer {
  struct State: Equatable {
    var showsHistory = false
    var temperature: Int?
    var isLoading = false
    var history: [Int] = []
  }

  enum Input { case appeared, liveChosen, historyChosen }
  enum Feedback { case measured(Int), loaded([Int]), failed }

  private enum CancelID { case watch }

  @Dependency(\.suspectEvents) private var events
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): return state.showsHistory ? .none : watch()
    case .input(.liveChosen):
      guard state.showsHistory else { return .none }
      state.showsHistory = false
      return watch()
    case .input(.historyChosen):
      guard !state.showsHistory else { return .none }
      state.showsHistory = true
      state.temperature = nil
      guard !state.isLoading else { return .cancel(id: CancelID.watch) }
      state.isLoading = true
      return .merge(
        .cancel(id: CancelID.watch),
        .run("history") { send in
          await send(.loaded(try await load(1)))
        } catch: { _, send in
          await send(.failed)
        }
      )
    case .feedback(.measured(let temperature)): state.temperature = temperature
    case .feedback(.loaded(let history)):
      state.isLoading = false
      state.history = history
    case .feedback(.failed): state.isLoading = false
    }
    return .none
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      for await temperature in events() { await send(.measured(temperature)) }
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.appeared, .liveChosen, .historyChosen],
      gates: [.events(4), .load([4])]
    )
  }
}

/// Rooms whose temperature is changed and saved, and that a link closes once there is nothing left to save. It is right.
struct RoomPlaces: Reducer {
  enum Place: Hashable { case list, room(String) }

  struct State: Equatable {
    var place = Place.list
    var stored = 19
    var chosen = 19
    var isSaving = false
    var next: Place?
  }

  enum Input: Equatable { case opened(String), chosen(Int), saveTapped, closeTapped }
  enum Feedback { case saved(Int), failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let room)): if state.place == .list { state.place = .room(room) }
    case .input(.chosen(let degrees)): state.chosen = degrees
    case .input(.saveTapped):
      guard case .room(let room) = state.place, state.chosen != state.stored, !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save", of: room) { [degrees = state.chosen] send in
        try await post(room)
        await send(.saved(degrees))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closeTapped):
      state.next = .list
      leave(&state)
    case .feedback(.saved(let degrees)):
      state.isSaving = false
      state.stored = degrees
      leave(&state)
    case .feedback(.failed):
      state.isSaving = false
      leave(&state)
    }
    return .none
  }

  /// Leaves the room if nothing is left to save.
  private func leave(_ state: inout State) {
    guard let next = state.next, !state.isSaving, state.chosen == state.stored else { return }
    state.place = next
    state.next = nil
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      state.place == .list
        ? [.opened("Bath"), .opened("Hall")] : [.chosen(19), .chosen(22), .saveTapped, .closeTapped]
    }) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
