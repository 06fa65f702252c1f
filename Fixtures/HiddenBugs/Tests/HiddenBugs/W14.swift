import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The temperature of a furnace, live, and its setpoint.
struct W14Furnace: Reducer {
  struct State: Equatable {
    var link = W14Link.off
    var celsius: Int?
    var setpoint = 800
    var sending: Int?
    var isRefused = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case closeTapped
    case reconnectTapped
    case setpointChosen(Int)
    case refusalDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case dropped
    case reconnectDue
    case accepted(Int)
    case refused
  }

  private enum CancelID { case readings, reconnect }

  @Dependency(\.w14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.openTapped):
      guard state.link == .off else { return .none }
      return connect(&state)

    case .input(.closeTapped):
      state.link = .off
      state.celsius = nil
      return .merge(.cancel(id: CancelID.readings), .cancel(id: CancelID.reconnect))

    case .input(.reconnectTapped):
      guard state.link == .waiting else { return .none }
      return .merge(.cancel(id: CancelID.reconnect), connect(&state))

    case .input(.setpointChosen(let celsius)):
      guard state.sending == nil, celsius != state.setpoint else { return .none }
      state.sending = celsius
      state.isRefused = false
      return .run("setpoint", of: celsius) { send in
        try await client.setSetpoint(celsius)
        await send(.accepted(celsius))
      } catch: { _, send in
        await send(.refused)
      }

    case .input(.refusalDismissed):
      state.isRefused = false
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.readings)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.link != .off else { return .none }
      return .merge(.cancel(id: CancelID.reconnect), connect(&state))

    case .feedback(.measured(let celsius)):
      state.link = .live
      state.celsius = celsius
      return .none

    case .feedback(.dropped):
      state.link = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return connect(&state)

    case .feedback(.accepted(let celsius)):
      state.sending = nil
      state.setpoint = celsius
      return .none

    case .feedback(.refused):
      state.sending = nil
      state.isRefused = true
      return .none
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.link = .connecting
    return .run("readings") { send in
      for try await celsius in client.readings() { await send(.measured(celsius)) }
      await send(.dropped)
    } catch: { _, send in
      await send(.dropped)
    }
    .cancellable(id: CancelID.readings, cancelInFlight: true)
  }
}

enum W14Link: Equatable, Sendable {
  case off
  case connecting
  case live
  case waiting
}

struct W14Client: TestDependencyKey, Sendable {
  var readings: @Sendable () -> AsyncThrowingStream<Int, any Error>
  var setSetpoint: @Sendable (_ celsius: Int) async throws -> Void

  static let testValue = W14Client(
    readings: unimplemented("W14Client.readings", placeholder: AsyncThrowingStream { $0.finish() }),
    setSetpoint: unimplemented("W14Client.setSetpoint")
  )
}

extension DependencyValues {
  var w14Client: W14Client {
    get { self[W14Client.self] }
    set { self[W14Client.self] = newValue }
  }
}

struct W14Offline: Error {}

struct W14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W14Furnace.State) -> [W14Furnace.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [W14Furnace.Input] = [.wentToBackground]
        inputs.append(state.link == .off ? .openTapped : .closeTapped)
        if state.link == .waiting { inputs.append(.reconnectTapped) }
        if state.sending == nil {
          for celsius in [800, 950] where celsius != state.setpoint { inputs.append(.setpointChosen(celsius)) }
        }
        if state.isRefused { inputs.append(.refusalDismissed) }
        return inputs
      }
    ) { () -> TestStore<W14Furnace> in
      let store = TestStore(initialState: W14Furnace.State()) { W14Furnace() }
      store.gate("readings", at: \.w14Client.readings) { [.element(820), .finish, .failure(W14Offline())] }
      store.gate("setpoint", at: \.w14Client.setSetpoint) { _ in [.success(()), .failure(W14Offline())] }
      return store
    }
  }
}
