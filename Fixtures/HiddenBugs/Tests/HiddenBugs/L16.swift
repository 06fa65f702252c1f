import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The gate of a flight, live while the app is in front.
struct L16Gate: Reducer {
  struct State: Equatable {
    var flight: String?
    var gate: String?
    var connection = Connection.off
    var hasAlert = false
    var isSettingAlert = false
    var alertFailed = false
  }

  enum Connection: Equatable {
    case off
    case listening
    case lost
    case paused
  }

  enum Input: Equatable, Sendable {
    case flightTapped(String)
    case reconnectTapped
    case alertTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case gateChanged(String)
    case streamEnded
    case reconnectDue
    case alertSet(Bool)
    case alertFailed
  }

  private enum CancelID { case stream, reconnect }

  @Dependency(\.l16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.flightTapped(let flight)):
      guard flight != state.flight, !state.isSettingAlert, state.connection != .paused else { return .none }
      state = State(flight: flight)
      return listen(to: flight, into: &state)

    case .input(.reconnectTapped), .feedback(.reconnectDue):
      guard let flight = state.flight, state.connection == .lost else { return .none }
      return listen(to: flight, into: &state)

    case .input(.alertTapped):
      guard let flight = state.flight, !state.isSettingAlert else { return .none }
      let isOn = !state.hasAlert
      state.isSettingAlert = true
      state.alertFailed = false
      return .run("alert", of: flight) { send in
        try await client.setAlert(flight, isOn)
        await send(.alertSet(isOn))
      } catch: { _, send in
        await send(.alertFailed)
      }

    case .input(.closeTapped):
      guard !state.isSettingAlert else { return .none }
      state = State()
      return hangUp()

    case .input(.wentToBackground):
      guard state.flight != nil else { return .none }
      state.connection = .paused
      return hangUp()

    case .input(.cameToForeground):
      guard let flight = state.flight, state.connection == .paused else { return .none }
      return listen(to: flight, into: &state)

    case .feedback(.gateChanged(let gate)):
      state.gate = gate
      return .none

    case .feedback(.streamEnded):
      state.connection = .lost
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.alertSet(let isOn)):
      state.isSettingAlert = false
      state.hasAlert = isOn
      return .none

    case .feedback(.alertFailed):
      state.isSettingAlert = false
      state.alertFailed = true
      return .none
    }
  }

  private func listen(to flight: String, into state: inout State) -> Effect<Feedback, Never> {
    state.connection = .listening
    return .merge(
      .cancel(id: CancelID.reconnect),
      .run("gates", of: flight) { send in
        for try await gate in client.gates(flight) { await send(.gateChanged(gate)) }
        await send(.streamEnded)
      } catch: { _, send in
        await send(.streamEnded)
      }
      .cancellable(id: CancelID.stream, cancelInFlight: true)
    )
  }

  private func hangUp() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.stream), .cancel(id: CancelID.reconnect))
  }
}

struct L16Client: TestDependencyKey, Sendable {
  var gates: @Sendable (_ flight: String) -> AsyncThrowingStream<String, any Error>
  var setAlert: @Sendable (_ flight: String, _ isOn: Bool) async throws -> Void

  static let testValue = L16Client(
    gates: unimplemented("L16Client.gates", placeholder: AsyncThrowingStream { $0.finish() }),
    setAlert: unimplemented("L16Client.setAlert")
  )
}

extension DependencyValues {
  var l16Client: L16Client {
    get { self[L16Client.self] }
    set { self[L16Client.self] = newValue }
  }
}

struct L16Offline: Error {}

struct L16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L16Gate.State) -> [L16Gate.Input] in
        if state.connection == .paused { return [.cameToForeground] }
        var inputs: [L16Gate.Input] = []
        if !state.isSettingAlert { inputs += [.flightTapped("LX 4"), .flightTapped("LX 9")] }
        if state.flight != nil {
          inputs.append(.wentToBackground)
          if !state.isSettingAlert { inputs += [.alertTapped, .closeTapped] }
        }
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        return inputs
      }
    ) { () -> TestStore<L16Gate> in
      let store = TestStore(initialState: L16Gate.State()) { L16Gate() }
      store.gate("gates", at: \.l16Client.gates) { flight in
        [.element("A1 for \(flight)"), .element("B2 for \(flight)"), .finish, .failure(L16Offline())]
      }
      store.gate("alert", at: \.l16Client.setAlert) { _ in [.success(()), .failure(L16Offline())] }
      return store
    }
  }
}
