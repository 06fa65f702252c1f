import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A map that follows one truck. The dispatcher may ask its driver to call back.
struct M35Map: Reducer {
  enum Connection: Equatable { case off, connecting, live, waiting, lost }
  enum Call: Equatable { case asking, asked, failed }

  struct State: Equatable {
    var truck: String?
    /// Where the truck was seen last.
    var position: String?
    var connection = Connection.off
    /// How often the connection was lost since the last position.
    var losses = 0
    /// The requests to call back, by truck.
    var calls: [String: Call] = [:]
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case truckTapped(String)
    case closeTapped
    case reconnectTapped
    case callTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case moved(String)
    case ended
    case pauseOver
    case callAsked(String)
    case callFailed(String)
  }

  private enum CancelID { case positions, pause }

  @Dependency(\.m35Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.truckTapped(let truck)):
      guard truck != state.truck else { return .none }
      state.truck = truck
      state.position = nil
      state.losses = 0
      return follow(truck, in: &state)

    case .input(.closeTapped):
      state.truck = nil
      state.position = nil
      state.losses = 0
      return unfollow(&state)

    case .input(.reconnectTapped):
      guard let truck = state.truck, state.connection == .waiting || state.connection == .lost else { return .none }
      state.losses = 0
      return follow(truck, in: &state)

    case .input(.callTapped):
      guard let truck = state.truck, state.calls[truck] == nil || state.calls[truck] == .failed else { return .none }
      // The request is of the truck: it goes on when another one is followed.
      state.calls[truck] = .asking
      return .run("call", of: truck) { send in
        try await client.askForCall(truck)
        await send(.callAsked(truck))
      } catch: { _, send in
        await send(.callFailed(truck))
      }

    case .input(.wentToBackground):
      state.isInBackground = true
      return unfollow(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      state.losses = 0
      guard let truck = state.truck else { return .none }
      return follow(truck, in: &state)

    case .feedback(.moved(let position)):
      state.position = position
      state.connection = .live
      state.losses = 0
      return .none

    case .feedback(.ended):
      state.losses += 1
      guard state.losses < 3 else {
        state.connection = .lost
        return .none
      }
      state.connection = .waiting
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseOver)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.pauseOver):
      guard let truck = state.truck else { return .none }
      return follow(truck, in: &state)

    case .feedback(.callAsked(let truck)):
      state.calls[truck] = .asked
      return .none

    case .feedback(.callFailed(let truck)):
      state.calls[truck] = .failed
      return .none
    }
  }

  private func follow(_ truck: String, in state: inout State) -> Effect<Feedback, Never> {
    state.connection = .connecting
    return .merge(
      .cancel(id: CancelID.pause),
      .run("positions", of: truck) { send in
        for try await position in client.positions(truck) { await send(.moved(position)) }
        await send(.ended)
      } catch: { _, send in
        await send(.ended)
      }
      .cancellable(id: CancelID.positions, cancelInFlight: true)
    )
  }

  private func unfollow(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .off
    return .merge(.cancel(id: CancelID.positions), .cancel(id: CancelID.pause))
  }
}

struct M35Client: TestDependencyKey, Sendable {
  var positions: @Sendable (_ truck: String) -> AsyncThrowingStream<String, any Error>
  var askForCall: @Sendable (_ truck: String) async throws -> Void

  static let testValue = M35Client(
    positions: unimplemented("M35Client.positions", placeholder: AsyncThrowingStream { $0.finish() }),
    askForCall: unimplemented("M35Client.askForCall")
  )
}

extension DependencyValues {
  var m35Client: M35Client {
    get { self[M35Client.self] }
    set { self[M35Client.self] = newValue }
  }
}

struct M35NoSignal: Error {}

struct M35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M35Map.State) -> [M35Map.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [M35Map.Input] = [.truckTapped(state.truck == "T-1" ? "T-2" : "T-1"), .wentToBackground]
        guard let truck = state.truck else { return inputs }
        inputs.append(.closeTapped)
        if state.connection == .waiting || state.connection == .lost { inputs.append(.reconnectTapped) }
        if state.calls[truck] == nil || state.calls[truck] == .failed { inputs.append(.callTapped) }
        return inputs
      }
    ) { () -> TestStore<M35Map> in
      let store = TestStore(initialState: M35Map.State()) { M35Map() }
      store.gate("positions", at: \.m35Client.positions) { truck in
        [.element("\(truck) near the port"), .finish, .failure(M35NoSignal())]
      }
      store.gate("call", at: \.m35Client.askForCall) { _ in [.success(()), .failure(M35NoSignal())] }
      return store
    }
  }
}
