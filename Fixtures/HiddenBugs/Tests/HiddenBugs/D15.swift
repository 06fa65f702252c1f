import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The boarding screen of a flight, with the minutes until boarding. They are counted down in the foreground.
struct D15Boarding: Reducer {
  enum Phase: Equatable {
    case closed
    case loading
    case counting(minutes: Int)
    case boarding
    case failed
  }

  struct State: Equatable {
    var flight = ""
    var phase = Phase.closed
    var gate: String?
    var showsSeatMap = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case opened(String)
    case refreshTapped
    case seatMapTapped
    case wentToBackground
    case cameToForeground
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(D15Times)
    case failed
    case delayed(D15Times)
    case minutePassed
  }

  private enum CancelID { case load, delays, countdown }

  @Dependency(\.d15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let flight)):
      guard state.phase == .closed else { return .none }
      state.flight = flight
      return .merge(load(&state), follow(flight))

    case .input(.refreshTapped):
      guard state.phase != .closed, state.phase != .loading else { return .none }
      return load(&state)

    case .input(.seatMapTapped):
      state.showsSeatMap.toggle()
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.countdown)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.phase != .closed, state.phase != .loading else { return .none }
      return load(&state)

    case .input(.closeTapped):
      state = State()
      return .merge(
        .cancel(id: CancelID.load),
        .cancel(id: CancelID.delays),
        .cancel(id: CancelID.countdown)
      )

    case .feedback(.loaded(let times)):
      state.gate = times.gate
      guard times.minutes > 0 else {
        state.phase = .boarding
        return .none
      }
      state.phase = .counting(minutes: times.minutes)
      return state.isInBackground ? .none : countdown()

    case .feedback(.failed):
      state.phase = .failed
      return .none

    case .feedback(.delayed(let times)):
      // It is newer than the answer to a request that is still on its way.
      state.gate = times.gate
      state.phase = .counting(minutes: times.minutes)
      return .merge(.cancel(id: CancelID.load), countdown())

    case .feedback(.minutePassed):
      guard case .counting(let minutes) = state.phase else { return .none }
      guard minutes > 1 else {
        state.phase = .boarding
        return .cancel(id: CancelID.countdown)
      }
      state.phase = .counting(minutes: minutes - 1)
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading
    return .merge(
      .cancel(id: CancelID.countdown),
      .run("times", of: state.flight) { [flight = state.flight] send in
        await send(.loaded(try await client.times(flight)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  /// Follows the delays that the airline announces.
  private func follow(_ flight: String) -> Effect<Feedback, Never> {
    .run("delays", of: flight) { send in
      for await times in client.delays(flight) { await send(.delayed(times)) }
    }
    .cancellable(id: CancelID.delays, cancelInFlight: true)
  }

  private func countdown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}

struct D15Times: Equatable, Sendable {
  var gate: String
  var minutes: Int
}

struct D15Client: TestDependencyKey, Sendable {
  var times: @Sendable (_ flight: String) async throws -> D15Times
  var delays: @Sendable (_ flight: String) -> AsyncStream<D15Times>

  static let testValue = D15Client(
    times: unimplemented("D15Client.times"),
    delays: unimplemented("D15Client.delays", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var d15Client: D15Client {
    get { self[D15Client.self] }
    set { self[D15Client.self] = newValue }
  }
}

struct D15Offline: Error {}

struct D15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D15Boarding.State) -> [D15Boarding.Input] in
        if state.phase == .closed { return [.opened("LX 14")] }
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [D15Boarding.Input] = [.seatMapTapped, .wentToBackground, .closeTapped]
        if state.phase != .loading { inputs.append(.refreshTapped) }
        return inputs
      }
    ) { () -> TestStore<D15Boarding> in
      let store = TestStore(initialState: D15Boarding.State()) { D15Boarding() }
      store.gate("times", at: \.d15Client.times) { _ in
        [.success(D15Times(gate: "A 4", minutes: 2)), .failure(D15Offline())]
      }
      store.gate("delays", at: \.d15Client.delays) { _ in [.element(D15Times(gate: "C 9", minutes: 3))] }
      return store
    }
  }
}
