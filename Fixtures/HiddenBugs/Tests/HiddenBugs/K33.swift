import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The flow of power between roof, battery and grid, live, and a boost of the battery.
struct K33PowerFlow: Reducer {
  struct State: Equatable {
    var flow: K33Flow?
    var connection = Connection.closed
    var boost = Boost.off
    var couldNotBoost = false
    var isInBackground = false
  }

  enum Connection: Equatable { case closed, live, lost }
  enum Boost: Equatable { case off, requested, on }

  enum Input: Equatable, Sendable {
    case appeared
    case reconnectTapped
    case boostTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case flowed(K33Flow)
    case lost
    case reconnectDue
    case boosted
    case notBoosted
    case boostCheckDue
    case boostChecked(isOn: Bool)
    case boostUnknown
  }

  private enum CancelID { case connection, boostCheck }

  @Dependency(\.k33Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .closed else { return .none }
      return connect(&state)

    case .input(.reconnectTapped):
      guard state.connection == .lost else { return .none }
      return connect(&state)

    case .feedback(.flowed(let flow)):
      state.flow = flow
      return .none

    case .feedback(.lost):
      state.connection = .lost
      return pause(.seconds(10), then: .reconnectDue, id: .connection, in: state)

    case .feedback(.reconnectDue):
      return connect(&state)

    case .input(.boostTapped):
      guard state.boost == .off else { return .none }
      state.boost = .requested
      state.couldNotBoost = false
      return .run("boost") { send in
        try await client.boost()
        await send(.boosted)
      } catch: { _, send in
        await send(.notBoosted)
      }

    case .feedback(.boosted):
      state.boost = .on
      return pause(.seconds(30), then: .boostCheckDue, id: .boostCheck, in: state)

    case .feedback(.notBoosted):
      state.boost = .off
      state.couldNotBoost = true
      return .none

    case .feedback(.boostCheckDue):
      return checkBoost()

    case .feedback(.boostChecked(let isOn)):
      state.boost = isOn ? .on : .off
      return isOn ? pause(.seconds(30), then: .boostCheckDue, id: .boostCheck, in: state) : .none

    case .feedback(.boostUnknown):
      return pause(.seconds(30), then: .boostCheckDue, id: .boostCheck, in: state)

    case .input(.wentToBackground):
      state.isInBackground = true
      if state.connection == .live { state.connection = .lost }
      return .merge(.cancel(id: CancelID.connection), .cancel(id: CancelID.boostCheck))

    case .input(.cameToForeground):
      state.isInBackground = false
      var effects: [Effect<Feedback, Never>] = []
      if state.connection == .lost { effects.append(connect(&state)) }
      if state.boost == .on { effects.append(checkBoost()) }
      return .merge(effects)
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .live
    return .run("flows") { send in
      for try await flow in client.flows() { await send(.flowed(flow)) }
      await send(.lost)
    } catch: { _, send in
      await send(.lost)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }

  /// Asks the battery whether it still charges from the grid.
  private func checkBoost() -> Effect<Feedback, Never> {
    .run("isBoosting") { send in
      await send(.boostChecked(isOn: try await client.isBoosting()))
    } catch: { _, send in
      await send(.boostUnknown)
    }
    .cancellable(id: CancelID.boostCheck, cancelInFlight: true)
  }

  /// Waits, and goes on. In the background nothing waits, as the way to the foreground asks for all again.
  private func pause(
    _ duration: Duration,
    then feedback: Feedback,
    id: CancelID,
    in state: State
  ) -> Effect<Feedback, Never> {
    guard !state.isInBackground else { return .none }
    return .run("pause") { send in
      try await clock.sleep(for: duration)
      await send(feedback)
    }
    .cancellable(id: id, cancelInFlight: true)
  }
}

struct K33Flow: Equatable, Sendable {
  var roof: Int
  var battery: Int
}

struct K33Client: TestDependencyKey, Sendable {
  var flows: @Sendable () -> AsyncThrowingStream<K33Flow, any Error>
  var boost: @Sendable () async throws -> Void
  var isBoosting: @Sendable () async throws -> Bool

  static let testValue = K33Client(
    flows: unimplemented("K33Client.flows", placeholder: AsyncThrowingStream<K33Flow, any Error> { $0.finish() }),
    boost: unimplemented("K33Client.boost"),
    isBoosting: unimplemented("K33Client.isBoosting")
  )
}

extension DependencyValues {
  var k33Client: K33Client {
    get { self[K33Client.self] }
    set { self[K33Client.self] = newValue }
  }
}

struct K33Offline: Error {}

struct K33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K33PowerFlow.State) -> [K33PowerFlow.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.connection != .closed else { return [.appeared] }
        var inputs: [K33PowerFlow.Input] = [.wentToBackground]
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        if state.boost == .off { inputs.append(.boostTapped) }
        return inputs
      }
    ) { () -> TestStore<K33PowerFlow> in
      let store = TestStore(initialState: K33PowerFlow.State()) { K33PowerFlow() }
      store.gate("flows", at: \.k33Client.flows) {
        [
          .element(K33Flow(roof: 4, battery: 1)),
          .element(K33Flow(roof: 0, battery: -2)),
          .finish,
          .failure(K33Offline()),
        ]
      }
      store.gate("boost", at: \.k33Client.boost) { [.success(()), .failure(K33Offline())] }
      store.gate("isBoosting", at: \.k33Client.isBoosting) {
        [.success(true), .success(false), .failure(K33Offline())]
      }
      return store
    }
  }
}
