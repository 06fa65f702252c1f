import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The milk tank of a dairy: its temperature now, and that of the last days. The sensor measures only while someone listens.
struct P14Tank: Reducer {
  struct State: Equatable {
    var tab = P14Tab.live
    var connection = Connection.off
    var temperature: Int?
    var history: [Int] = []
    var isLoadingHistory = false
    var hasHistoryFailed = false
    var isInBackground = false
  }

  enum Connection: Equatable, Sendable {
    case off, connecting, live, lost
  }

  enum Input: Equatable, Sendable {
    case appeared
    case tabChosen(P14Tab)
    case reconnectTapped
    case retryHistoryTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case disconnected
    case reconnectDue
    case historyLoaded([Int])
    case historyFailed
  }

  private enum CancelID { case watch, history }

  @Dependency(\.p14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.tab == .live, state.connection == .off else { return .none }
      return watch(into: &state)

    case .input(.tabChosen(let tab)):
      guard tab != state.tab else { return .none }
      state.tab = tab
      switch tab {
      case .live:
        return watch(into: &state)
      case .history:
        let stop = unwatch(into: &state)
        return state.isLoadingHistory ? stop : .merge(stop, loadHistory(into: &state))
      }

    case .input(.reconnectTapped):
      guard state.connection == .lost else { return .none }
      return watch(into: &state)

    case .input(.retryHistoryTapped):
      guard state.hasHistoryFailed, !state.isLoadingHistory else { return .none }
      return loadHistory(into: &state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return unwatch(into: &state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return watch(into: &state)

    case .feedback(.measured(let temperature)):
      state.connection = .live
      state.temperature = temperature
      return .none

    case .feedback(.disconnected):
      state.connection = .lost
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(15))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.watch, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return watch(into: &state)

    case .feedback(.historyLoaded(let history)):
      state.isLoadingHistory = false
      state.history = history
      return .none

    case .feedback(.historyFailed):
      state.isLoadingHistory = false
      state.hasHistoryFailed = true
      return .none
    }
  }

  /// Listens to the sensor, instead of waiting for the next attempt.
  private func watch(into state: inout State) -> Effect<Feedback, Never> {
    state.connection = .connecting
    return .run("temperatures") { send in
      for try await temperature in client.temperatures() { await send(.measured(temperature)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  private func unwatch(into state: inout State) -> Effect<Feedback, Never> {
    state.connection = .off
    state.temperature = nil
    return .cancel(id: CancelID.watch)
  }

  private func loadHistory(into state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingHistory = true
    state.hasHistoryFailed = false
    return .run("history") { send in
      await send(.historyLoaded(try await client.history()))
    } catch: { _, send in
      await send(.historyFailed)
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

enum P14Tab: Equatable, Sendable {
  case live, history
}

struct P14Client: TestDependencyKey, Sendable {
  var temperatures: @Sendable () -> AsyncThrowingStream<Int, any Error>
  var history: @Sendable () async throws -> [Int]

  static let testValue = P14Client(
    temperatures: unimplemented("P14Client.temperatures", placeholder: AsyncThrowingStream { $0.finish() }),
    history: unimplemented("P14Client.history")
  )
}

extension DependencyValues {
  var p14Client: P14Client {
    get { self[P14Client.self] }
    set { self[P14Client.self] = newValue }
  }
}

struct P14Offline: Error {}

struct P14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P14Tank.State) -> [P14Tank.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [P14Tank.Input] = [.wentToBackground]
        switch state.tab {
        case .live:
          inputs += [.appeared, .tabChosen(.history)]
          if state.connection == .lost { inputs.append(.reconnectTapped) }
        case .history:
          inputs.append(.tabChosen(.live))
          if state.hasHistoryFailed { inputs.append(.retryHistoryTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<P14Tank> in
      let store = TestStore(initialState: P14Tank.State()) { P14Tank() }
      store.gate("temperatures", at: \.p14Client.temperatures) { [.element(4), .element(9), .failure(P14Offline())] }
      store.gate("history", at: \.p14Client.history) { [.success([4, 5, 4]), .failure(P14Offline())] }
      return store
    }
  }
}
