import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The energy of a home: what it draws now, and the days before.
struct U23Energy: Reducer {
  struct State: Equatable {
    var tab = Tab.history
    var isInBackground = false
    var watts: Int?
    var isConnected = false
    var days: [Int]?
    var isLoading = false
    var loadHasFailed = false
  }

  enum Tab: Equatable, Sendable { case live, history }

  enum Input: Equatable, Sendable {
    case tabChosen(Tab)
    case reloadTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case disconnected
    case pauseEnded
    case loaded([Int])
    case loadFailed
  }

  private enum CancelID { case meter, pause, load }

  @Dependency(\.u23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tabChosen(.live)):
      guard state.tab != .live else { return .none }
      state.tab = .live
      return listen()

    case .input(.tabChosen(.history)):
      guard state.tab != .history else { return .none }
      state.tab = .history
      state.isConnected = false
      let first: Effect<Feedback, Never> = state.days == nil && !state.isLoading ? load(&state) : .none
      return .merge(.cancel(id: CancelID.meter), first)

    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isConnected = false
      return .merge(.cancel(id: CancelID.meter), .cancel(id: CancelID.pause))

    case .input(.cameToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.tab == .live ? listen() : .none

    case .feedback(.measured(let watts)):
      state.isConnected = true
      state.watts = watts
      return .none

    case .feedback(.disconnected):
      state.isConnected = false
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(8))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.pauseEnded):
      return listen()

    case .feedback(.loaded(let days)):
      state.isLoading = false
      state.days = days
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return .none
    }
  }

  /// Connects to the meter, instead of waiting for the next attempt.
  private func listen() -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.pause),
      .run("meter") { send in
        for await watts in client.meter() { await send(.measured(watts)) }
        await send(.disconnected)
      }
      .cancellable(id: CancelID.meter, cancelInFlight: true)
    )
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadHasFailed = false
    return .run("days") { send in
      await send(.loaded(try await client.days()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct U23Client: TestDependencyKey, Sendable {
  var meter: @Sendable () -> AsyncStream<Int>
  var days: @Sendable () async throws -> [Int]

  static let testValue = U23Client(
    meter: unimplemented("U23Client.meter", placeholder: AsyncStream<Int> { $0.finish() }),
    days: unimplemented("U23Client.days")
  )
}

extension DependencyValues {
  var u23Client: U23Client {
    get { self[U23Client.self] }
    set { self[U23Client.self] = newValue }
  }
}

struct U23Offline: Error {}

struct U23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U23Energy.State) -> [U23Energy.Input] in
        if state.isInBackground { return [.cameToForeground] }
        let inputs: [U23Energy.Input] = [.tabChosen(.live), .tabChosen(.history), .wentToBackground]
        return state.tab == .history ? inputs + [.reloadTapped] : inputs
      }
    ) { () -> TestStore<U23Energy> in
      let store = TestStore(initialState: U23Energy.State()) { U23Energy() }
      store.gate("meter", at: \.u23Client.meter) { [.element(350), .finish] }
      store.gate("days", at: \.u23Client.days) { [.success([8, 11]), .failure(U23Offline())] }
      return store
    }
  }
}
