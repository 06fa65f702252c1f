import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The battery in a cellar: its charge, what it is used for, and the last days.
struct N35Battery: Reducer {
  enum Mode: String, Sendable { case selfUse, reserve }

  enum History: Equatable {
    case loading
    case loaded([Int])
    case failed
  }

  struct State: Equatable {
    var charge: Int?
    var isRefreshing = false
    var hasFailed = false
    var mode = Mode.selfUse
    var isChangingMode = false
    var modeFailed = false
    /// The sheet with the charge of the last days; nil while it is closed.
    var history: History?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case modeChosen(Mode)
    case historyTapped
    case historyRetryTapped
    case historyClosed
  }

  enum Feedback: Equatable, Sendable {
    case charge(Int)
    case noCharge
    case modeChanged
    case modeNotChanged(back: Mode)
    case historyLoaded([Int])
    case historyNotLoaded
  }

  private enum CancelID { case charge, history }

  @Dependency(\.n35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.charge == nil, !state.isRefreshing else { return .none }
      return refresh(&state)

    case .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      return refresh(&state)

    case .input(.modeChosen(let mode)):
      guard mode != state.mode, !state.isChangingMode else { return .none }
      let previous = state.mode
      state.mode = mode
      state.isChangingMode = true
      state.modeFailed = false
      return .run("mode", of: mode) { send in
        try await client.setMode(mode)
        await send(.modeChanged)
      } catch: { _, send in
        await send(.modeNotChanged(back: previous))
      }

    case .input(.historyTapped):
      guard state.history == nil else { return .none }
      return loadHistory(&state)

    case .input(.historyRetryTapped):
      guard state.history == .failed else { return .none }
      return loadHistory(&state)

    case .input(.historyClosed):
      state.history = nil
      return .cancel(id: CancelID.history)

    case .feedback(.charge(let charge)):
      state.isRefreshing = false
      state.charge = charge
      return .none

    case .feedback(.noCharge):
      state.isRefreshing = false
      state.hasFailed = true
      return .none

    case .feedback(.modeChanged):
      state.isChangingMode = false
      return .none

    case .feedback(.modeNotChanged(back: let mode)):
      state.isChangingMode = false
      state.mode = mode
      state.modeFailed = true
      return .none

    case .feedback(.historyLoaded(let charges)):
      state.history = .loaded(charges)
      return .none

    case .feedback(.historyNotLoaded):
      state.history = .failed
      return .none
    }
  }

  /// Asks the battery for its charge. Its controller is slow, and measures every ten seconds only.
  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    state.hasFailed = false
    return .run("charge") { send in
      await send(.charge(try await client.charge()))
    } catch: { _, send in
      await send(.noCharge)
    }
    .throttle(id: CancelID.charge, for: .seconds(10), latest: false)
  }

  private func loadHistory(_ state: inout State) -> Effect<Feedback, Never> {
    state.history = .loading
    return .run("history") { send in
      await send(.historyLoaded(try await client.history()))
    } catch: { _, send in
      await send(.historyNotLoaded)
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

struct N35Client: TestDependencyKey, Sendable {
  var charge: @Sendable () async throws -> Int
  var setMode: @Sendable (_ mode: N35Battery.Mode) async throws -> Void
  var history: @Sendable () async throws -> [Int]

  static let testValue = N35Client(
    charge: unimplemented("N35Client.charge"),
    setMode: unimplemented("N35Client.setMode"),
    history: unimplemented("N35Client.history")
  )
}

extension DependencyValues {
  var n35Client: N35Client {
    get { self[N35Client.self] }
    set { self[N35Client.self] = newValue }
  }
}

struct N35Offline: Error {}

struct N35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N35Battery.State) -> [N35Battery.Input] in
        if let history = state.history {
          return history == .failed ? [.historyRetryTapped, .historyClosed] : [.historyClosed]
        }
        var inputs: [N35Battery.Input] = [.appeared, .refreshPulled, .historyTapped]
        if !state.isChangingMode { inputs.append(.modeChosen(state.mode == .selfUse ? .reserve : .selfUse)) }
        return inputs
      }
    ) { () -> TestStore<N35Battery> in
      let store = TestStore(initialState: N35Battery.State()) { N35Battery() }
      store.gate("charge", at: \.n35Client.charge) { [.success(64), .failure(N35Offline())] }
      store.gate("setMode", at: \.n35Client.setMode) { _ in [.success(()), .failure(N35Offline())] }
      store.gate("history", at: \.n35Client.history) { [.success([60, 71, 64]), .failure(N35Offline())] }
      return store
    }
  }
}
