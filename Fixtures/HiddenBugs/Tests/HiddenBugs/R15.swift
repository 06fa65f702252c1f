import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Charging a car at a post, with the power as the post reports it.
struct R15Charger: Reducer {
  struct State: Equatable {
    var isCharging = false
    var isStarting = false
    var isStopping = false
    var hasFailed = false
    var watts: Int?
    var isReconnecting = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case stopTapped
    case errorDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case started
    case startFailed
    case stopped
    case stopFailed
    case measured(Int)
    case meterLost
    case reconnectDue
  }

  private enum CancelID { case meter, reconnect }

  @Dependency(\.r15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard !state.isCharging, !state.isStarting else { return .none }
      state.isStarting = true
      state.hasFailed = false
      return .run("start") { send in
        try await client.start()
        await send(.started)
      } catch: { _, send in
        await send(.startFailed)
      }

    case .input(.stopTapped):
      guard state.isCharging, !state.isStopping else { return .none }
      state.isStopping = true
      state.hasFailed = false
      return .run("stop") { send in
        try await client.stop()
        await send(.stopped)
      } catch: { _, send in
        await send(.stopFailed)
      }

    case .input(.errorDismissed):
      state.hasFailed = false
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.meter)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isCharging ? openMeter(&state) : .none

    case .feedback(.started):
      state.isStarting = false
      state.isCharging = true
      return state.isInBackground ? .none : openMeter(&state)

    case .feedback(.startFailed):
      state.isStarting = false
      state.hasFailed = true
      return .none

    case .feedback(.stopped):
      state.isStopping = false
      state.isCharging = false
      state.isReconnecting = false
      state.watts = nil
      return .merge(.cancel(id: CancelID.meter), .cancel(id: CancelID.reconnect))

    case .feedback(.stopFailed):
      state.isStopping = false
      state.hasFailed = true
      return .none

    case .feedback(.measured(let watts)):
      state.watts = watts
      return .none

    case .feedback(.meterLost):
      state.watts = nil
      state.isReconnecting = true
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return openMeter(&state)
    }
  }

  private func openMeter(_ state: inout State) -> Effect<Feedback, Never> {
    state.isReconnecting = false
    state.watts = nil
    return .merge(
      .cancel(id: CancelID.reconnect),
      .run("meter") { send in
        for try await watts in client.meter() { await send(.measured(watts)) }
        await send(.meterLost)
      } catch: { _, send in
        await send(.meterLost)
      }
      .cancellable(id: CancelID.meter, cancelInFlight: true)
    )
  }
}

struct R15Client: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> Void
  var stop: @Sendable () async throws -> Void
  var meter: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = R15Client(
    start: unimplemented("R15Client.start"),
    stop: unimplemented("R15Client.stop"),
    meter: unimplemented("R15Client.meter", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var r15Client: R15Client {
    get { self[R15Client.self] }
    set { self[R15Client.self] = newValue }
  }
}

struct R15Offline: Error {}

struct R15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R15Charger.State) -> [R15Charger.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [R15Charger.Input] = [.wentToBackground]
        if state.hasFailed { inputs.append(.errorDismissed) }
        if !state.isStarting, !state.isStopping { inputs.append(state.isCharging ? .stopTapped : .startTapped) }
        return inputs
      }
    ) { () -> TestStore<R15Charger> in
      let store = TestStore(initialState: R15Charger.State()) { R15Charger() }
      store.gate("start", at: \.r15Client.start) { [.success(()), .failure(R15Offline())] }
      store.gate("stop", at: \.r15Client.stop) { [.success(()), .failure(R15Offline())] }
      store.gate("meter", at: \.r15Client.meter) { [.element(11_000), .failure(R15Offline())] }
      return store
    }
  }
}
