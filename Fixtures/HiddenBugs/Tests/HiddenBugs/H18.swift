import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The temperature in a refrigerated container. The readings are followed while somebody can see them.
struct H18Monitor: Reducer {
  enum Tab: Equatable, Sendable { case chart, map }
  enum Alarm: Equatable, Sendable { case ringing, confirming, confirmed }

  struct State: Equatable {
    var container: String?
    var tab = Tab.chart
    var isActive = true
    /// The container whose readings are followed.
    var followed: String?
    var temperature: Int?
    var isLost = false
    var alarm: Alarm?

    /// The container whose readings can be seen.
    var visible: String? { isActive && tab == .chart ? container : nil }
  }

  enum Input: Equatable, Sendable {
    case containerChosen(String)
    case closeTapped
    case tabChosen(Tab)
    case confirmTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case lost
    case confirmed(String)
    case confirmFailed(String)
  }

  private enum CancelID: Hashable { case readings, confirm(String) }

  private static let limit = 5

  @Dependency(\.h18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.containerChosen(let container)):
      guard container != state.container else { return .none }
      show(container, in: &state)
      return follow(&state)

    case .input(.closeTapped):
      show(nil, in: &state)
      return follow(&state)

    case .input(.tabChosen(let tab)):
      state.tab = tab
      return follow(&state)

    case .input(.wentToBackground):
      state.isActive = false
      return follow(&state)

    case .input(.cameToForeground):
      state.isActive = true
      return follow(&state)

    case .input(.confirmTapped):
      guard let container = state.container, state.alarm == .ringing else { return .none }
      state.alarm = .confirming
      return .run("confirm", of: container) { send in
        try await client.confirm(container)
        await send(.confirmed(container))
      } catch: { _, send in
        await send(.confirmFailed(container))
      }
      .cancellable(id: CancelID.confirm(container), cancelInFlight: true)

    case .feedback(.measured(let temperature)):
      state.temperature = temperature
      state.isLost = false
      if temperature <= Self.limit {
        state.alarm = nil
      } else if state.alarm == nil {
        state.alarm = .ringing
      }
      return .none

    case .feedback(.lost):
      state.isLost = true
      return .none

    case .feedback(.confirmed(let container)):
      guard container == state.container, state.alarm == .confirming else { return .none }
      state.alarm = .confirmed
      return .none

    case .feedback(.confirmFailed(let container)):
      guard container == state.container, state.alarm == .confirming else { return .none }
      state.alarm = .ringing
      return .none
    }
  }

  /// Each visit begins anew: whoever opens a container that is too warm hears of it.
  private func show(_ container: String?, in state: inout State) {
    state.container = container
    state.temperature = nil
    state.alarm = nil
  }

  /// Follows the readings that can be seen, and no others.
  private func follow(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.visible != state.followed else { return .none }
    state.followed = state.visible
    state.isLost = false
    guard let container = state.followed else { return .cancel(id: CancelID.readings) }
    return .run("readings", of: container) { send in
      while true {
        do {
          for try await temperature in client.readings(container) { await send(.measured(temperature)) }
        } catch {}
        await send(.lost)
        try await clock.sleep(for: .seconds(10))
      }
    }
    .cancellable(id: CancelID.readings, cancelInFlight: true)
  }
}

struct H18Client: TestDependencyKey, Sendable {
  var readings: @Sendable (_ container: String) -> AsyncThrowingStream<Int, any Error>
  var confirm: @Sendable (_ container: String) async throws -> Void

  static let testValue = H18Client(
    readings: unimplemented("H18Client.readings", placeholder: AsyncThrowingStream { $0.finish() }),
    confirm: unimplemented("H18Client.confirm")
  )
}

extension DependencyValues {
  var h18Client: H18Client {
    get { self[H18Client.self] }
    set { self[H18Client.self] = newValue }
  }
}

struct H18Offline: Error {}

struct H18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H18Monitor.State) -> [H18Monitor.Input] in
        guard state.isActive else { return [.cameToForeground] }
        guard let container = state.container else {
          return [.containerChosen("Fish"), .containerChosen("Roses"), .wentToBackground]
        }
        var inputs: [H18Monitor.Input] = [
          .containerChosen(container == "Fish" ? "Roses" : "Fish"), .closeTapped,
          .tabChosen(state.tab == .chart ? .map : .chart), .wentToBackground,
        ]
        if state.alarm == .ringing { inputs.append(.confirmTapped) }
        return inputs
      }
    ) { () -> TestStore<H18Monitor> in
      let store = TestStore(initialState: H18Monitor.State()) { H18Monitor() }
      store.gate("readings", at: \.h18Client.readings) { _ in [.element(3), .element(9), .failure(H18Offline())] }
      store.gate("confirm", at: \.h18Client.confirm) { _ in [.success(()), .failure(H18Offline())] }
      return store
    }
  }
}
