import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R11Offline: Error {}

struct R11Surf: DependencyKey, Sendable {
  var waves: @Sendable (_ spot: String) async throws -> Int
  var buoy: @Sendable (_ spot: String) -> AsyncStream<Int>

  static let liveValue = R11Surf(waves: { _ in 0 }, buoy: { _ in AsyncStream { $0.finish() } })
  static let testValue = R11Surf(
    waves: unimplemented("R11Surf.waves"),
    buoy: unimplemented("R11Surf.buoy", placeholder: AsyncStream<Int> { $0.finish() })
  )
}

extension DependencyValues {
  var r11Surf: R11Surf {
    get { self[R11Surf.self] }
    set { self[R11Surf.self] = newValue }
  }
}

/// The forecast of one surf spot, every ten minutes, and what the buoy measures. Nothing of it runs in the background.
struct R11SurfForecast: Reducer {
  struct State: Equatable {
    var spot: String?
    var waves: Int?
    var measured: Int?
    var isLoading = false
    var hasFailed = false
    var isLive = false
    var isInBackground = false
    var usesFeet = false
  }

  enum Input {
    case spotChosen(String)
    case refreshTapped
    case unitTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback {
    case loaded(Int)
    case loadFailed
    case refreshDue
    case measured(Int)
    case buoyLost
  }

  @Dependency(\.r11Surf) private var surf
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.spotChosen(let spot)):
      if spot == state.spot { return .none }
      clear(&state)
      state.spot = spot
      return refresh(&state)

    case .input(.refreshTapped):
      if state.isLoading { return .none }
      return refresh(&state)

    case .feedback(.refreshDue):
      return refresh(&state)

    case .feedback(.loaded(let waves)):
      state.isLoading = false
      state.waves = waves
      return refreshLater()

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return refreshLater()

    case .feedback(.measured(let height)):
      state.measured = height
      return .none

    case .feedback(.buoyLost):
      state.isLive = false
      return .none

    case .input(.unitTapped):
      state.usesFeet.toggle()
      return .none

    case .input(.closeTapped):
      clear(&state)
      return stop()

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isLoading = false
      state.isLive = false
      return stop()

    case .input(.cameToForeground):
      if !state.isInBackground { return .none }
      state.isInBackground = false
      return refresh(&state)
    }
  }

  /// Forgets the spot.
  private func clear(_ state: inout State) {
    state.spot = nil
    state.waves = nil
    state.measured = nil
    state.isLoading = false
    state.hasFailed = false
    state.isLive = false
  }

  /// Ends all that runs.
  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: "load"), .cancel(id: "wait"), .cancel(id: "buoy"))
  }

  /// Loads the forecast, and listens to the buoy unless it does so already.
  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    guard let spot = state.spot, !state.isInBackground else { return .none }
    state.isLoading = true
    state.hasFailed = false
    var effects: [Effect<Feedback, Never>] = [.cancel(id: "wait"), load(spot)]
    if !state.isLive {
      state.isLive = true
      effects.append(listen(spot))
    }
    return .merge(effects)
  }

  private func load(_ spot: String) -> Effect<Feedback, Never> {
    .run("load", of: spot) { send in
      await send(.loaded(try await surf.waves(spot)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "load", cancelInFlight: true)
  }

  private func listen(_ spot: String) -> Effect<Feedback, Never> {
    .run("buoy", of: spot) { send in
      for await height in surf.buoy(spot) { await send(.measured(height)) }
      await send(.buoyLost)
    }
    .cancellable(id: "buoy", cancelInFlight: true)
  }

  private func refreshLater() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(600))
      await send(.refreshDue)
    }
    .cancellable(id: "wait", cancelInFlight: true)
  }
}

struct R11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .spotChosen("Ericeira"), .spotChosen("Peniche"), .refreshTapped, .unitTapped, .closeTapped,
        .wentToBackground, .cameToForeground,
      ]
    ) { () -> TestStore<R11SurfForecast> in
      let store = TestStore(initialState: R11SurfForecast.State()) { R11SurfForecast() }
      store.gate("waves", at: \.r11Surf.waves) { _ in [.success(2), .failure(R11Offline())] }
      store.gate("buoy", at: \.r11Surf.buoy) { _ in [.element(3), .finish] }
      return store
    }
  }
}
