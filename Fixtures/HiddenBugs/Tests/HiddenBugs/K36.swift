import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The switches of a home. The hub takes orders, and reports what the devices do: all of them when a stream of reports
/// begins, and then each change.
struct K36Home: Reducer {
  struct State: Equatable {
    var switches: IdentifiedArray<K36Switch.State> = [K36Switch.State(id: "Heater"), K36Switch.State(id: "Charger")]
    var hub = Hub.unknown
  }

  enum Hub: Equatable { case unknown, connected, lost }

  enum Input: Equatable, Sendable {
    case appeared
    case reconnectTapped
    case device(String, K36Switch.Input)
  }

  enum Feedback: Equatable, Sendable {
    case reported(K36Report)
    case hubLost
    case device(String, ChildFeedback<K36Switch>)
  }

  private enum CancelID { case reports }

  @Dependency(\.k36Client) private var client

  private let devices = ScopeEach<K36Home, K36Switch>(\.switches, feedback: Feedback.device) { K36Switch() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.hub == .unknown else { return .none }
      return connect(&state)

    case .input(.reconnectTapped):
      guard state.hub == .lost else { return .none }
      return connect(&state)

    case .feedback(.reported(let report)):
      guard state.switches[id: report.device] != nil else { return .none }
      return devices.reduce(.input(.reported(isOn: report.isOn)), id: report.device, into: &state)

    case .feedback(.hubLost):
      state.hub = .lost
      return .none

    case .input(.device(let id, let input)):
      return devices.reduce(.input(input), id: id, into: &state)

    case .feedback(.device(let id, .feedback(let feedback))):
      return devices.reduce(.feedback(feedback), id: id, into: &state)
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.hub = .connected
    return .run("reports") { send in
      for await report in client.reports() { await send(.reported(report)) }
      await send(.hubLost)
    }
    .cancellable(id: CancelID.reports, cancelInFlight: true)
  }
}

/// One switch. An order is done once the hub reports it.
struct K36Switch: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var isOn = false
    var order = Order.none

    init(id: String) { self.id = id }
  }

  enum Order: Equatable {
    case none
    case running(turnsOn: Bool)
    case failed(turnsOn: Bool)
  }

  enum Input: Equatable, Sendable {
    case tapped
    case retryTapped
    case giveUpTapped
    case reported(isOn: Bool)
  }

  enum Feedback: Equatable, Sendable { case refused, timedOut }

  private enum CancelID { case order }

  @Dependency(\.k36Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped):
      guard state.order == .none else { return .none }
      return turn(on: !state.isOn, &state)

    case .input(.retryTapped):
      guard case .failed(let turnsOn) = state.order else { return .none }
      return turn(on: turnsOn, &state)

    case .input(.giveUpTapped):
      guard case .failed = state.order else { return .none }
      state.order = .none
      return .none

    case .input(.reported(let isOn)):
      state.isOn = isOn
      guard state.order == .running(turnsOn: isOn) || state.order == .failed(turnsOn: isOn) else { return .none }
      state.order = .none
      return .cancel(id: CancelID.order)

    case .feedback(.refused), .feedback(.timedOut):
      guard case .running(let turnsOn) = state.order else { return .none }
      state.order = .failed(turnsOn: turnsOn)
      return .cancel(id: CancelID.order)
    }
  }

  /// Gives the hub an order, and ten seconds to carry it out.
  private func turn(on turnsOn: Bool, _ state: inout State) -> Effect<Feedback, Never> {
    state.order = .running(turnsOn: turnsOn)
    let order: Effect<Feedback, Never> = .run("turn", of: turnsOn) { [id = state.id] _ in
      try await client.turn(id, turnsOn)
    } catch: { _, send in
      await send(.refused)
    }
    let limit: Effect<Feedback, Never> = .run("limit") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.timedOut)
    }
    return .merge(order, limit).cancellable(id: CancelID.order, cancelInFlight: true)
  }
}

struct K36Report: Equatable, Sendable {
  var device: String
  var isOn: Bool
}

struct K36Client: TestDependencyKey, Sendable {
  /// Gives the hub an order. It returns once the hub has understood it.
  var turn: @Sendable (_ device: String, _ isOn: Bool) async throws -> Void
  var reports: @Sendable () -> AsyncStream<K36Report>

  static let testValue = K36Client(
    turn: unimplemented("K36Client.turn"),
    reports: unimplemented("K36Client.reports", placeholder: AsyncStream<K36Report> { $0.finish() })
  )
}

extension DependencyValues {
  var k36Client: K36Client {
    get { self[K36Client.self] }
    set { self[K36Client.self] = newValue }
  }
}

struct K36Refusal: Error {}

struct K36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K36Home.State) -> [K36Home.Input] in
        guard state.hub != .unknown else { return [.appeared] }
        var inputs: [K36Home.Input] = []
        if state.hub == .lost { inputs.append(.reconnectTapped) }
        for device in state.switches {
          switch device.order {
          case .none: inputs.append(.device(device.id, .tapped))
          case .running: break
          case .failed: inputs += [.device(device.id, .retryTapped), .device(device.id, .giveUpTapped)]
          }
        }
        return inputs
      }
    ) { () -> TestStore<K36Home> in
      let store = TestStore(initialState: K36Home.State()) { K36Home() }
      store.gate("turn", at: \.k36Client.turn) { _ in [.success(()), .failure(K36Refusal()), .never] }
      store.gate("reports", at: \.k36Client.reports) {
        [
          .element(K36Report(device: "Heater", isOn: true)),
          .element(K36Report(device: "Heater", isOn: false)),
          .element(K36Report(device: "Charger", isOn: true)),
          .finish,
        ]
      }
      return store
    }
  }
}
