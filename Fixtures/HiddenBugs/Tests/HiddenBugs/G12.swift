import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The valves of the garden, and the sensor that feels rain.
struct G12Pipes: Sendable {
  var open: @Sendable (_ zone: Int) async throws -> Void
  var close: @Sendable (_ zone: Int) async throws -> Void
  var rain: @Sendable () -> AsyncThrowingStream<Bool, any Error>
}

enum G12PipesKey: TestDependencyKey {
  static let testValue = G12Pipes(
    open: unimplemented("G12Pipes.open"),
    close: unimplemented("G12Pipes.close"),
    rain: unimplemented("G12Pipes.rain", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var g12Pipes: G12Pipes {
    get { self[G12PipesKey.self] }
    set { self[G12PipesKey.self] = newValue }
  }
}

struct G12Unreachable: Error {}

/// A zone of the garden, which is watered for two minutes.
struct G12Zone: Reducer {
  enum Valve: Equatable {
    case closed
    /// The valve is being opened. If it was stopped meanwhile, it closes as soon as it is open.
    case opening(thenCloses: Bool)
    case openFailed
    case open(minutesLeft: Int)
    case closing
    case closeFailed
  }

  struct State: Equatable, Identifiable {
    let id: Int
    var valve = Valve.closed
  }

  enum Input: Equatable { case startTapped, stopTapped }
  enum Feedback: Equatable { case opened, openFailed, minutePassed, closed, closeFailed }

  private enum CancelID { case minutes }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.g12Pipes) private var pipes

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.valve) {
    case (.input(.startTapped), .closed), (.input(.startTapped), .openFailed):
      state.valve = .opening(thenCloses: false)
      let id = state.id
      return .run("open", of: id) { send in
        try await pipes.open(id)
        await send(.opened)
      } catch: { _, send in
        await send(.openFailed)
      }

    case (.input(.startTapped), .opening):
      state.valve = .opening(thenCloses: false)
      return .none

    case (.input(.stopTapped), .opening):
      state.valve = .opening(thenCloses: true)
      return .none

    case (.input(.stopTapped), .open), (.input(.stopTapped), .closeFailed):
      return close(&state)

    case (.feedback(.opened), .opening(let thenCloses)):
      guard !thenCloses else { return close(&state) }
      state.valve = .open(minutesLeft: 2)
      return .run("minutes") { send in
        for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
      }
      .cancellable(id: CancelID.minutes, cancelInFlight: true)

    case (.feedback(.openFailed), .opening(let thenCloses)):
      state.valve = thenCloses ? .closed : .openFailed
      return .none

    case (.feedback(.minutePassed), .open(let minutesLeft)):
      guard minutesLeft > 1 else { return close(&state) }
      state.valve = .open(minutesLeft: minutesLeft - 1)
      return .none

    case (.feedback(.closed), .closing):
      state.valve = .closed
      return .none

    case (.feedback(.closeFailed), .closing):
      state.valve = .closeFailed
      return .none

    default:
      return .none
    }
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state.valve = .closing
    let id = state.id
    return .merge(
      .cancel(id: CancelID.minutes),
      .run("close", of: id) { send in
        try await pipes.close(id)
        await send(.closed)
      } catch: { _, send in
        await send(.closeFailed)
      }
    )
  }
}

/// The zones of a garden. Rain stops the watering, and none begins until it has ended.
struct G12Garden: Reducer {
  struct State: Equatable {
    var zones: IdentifiedArray<G12Zone.State> = [G12Zone.State(id: 1), G12Zone.State(id: 2)]
    var isConnected = false
    var isRaining = false
    var hasLostSensor = false
  }

  enum Input: Equatable {
    case connectTapped
    case zone(Int, G12Zone.Input)
  }

  enum Feedback: Equatable {
    case rainChanged(Bool)
    case sensorLost
    case zone(Int, ChildFeedback<G12Zone>)
  }

  let zones = ScopeEach<G12Garden, G12Zone>(\.zones, feedback: Feedback.zone) { G12Zone() }

  @Dependency(\.g12Pipes) private var pipes

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard !state.isConnected else { return .none }
      state.isConnected = true
      state.hasLostSensor = false
      return .run("rain") { send in
        for try await isRaining in pipes.rain() { await send(.rainChanged(isRaining)) }
        await send(.sensorLost)
      } catch: { _, send in
        await send(.sensorLost)
      }

    case .input(.zone(let id, let input)):
      if input == .startTapped, state.isRaining { return .none }
      return zones.reduce(.input(input), id: id, into: &state)

    case .feedback(.zone(let id, .feedback(let feedback))):
      return zones.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.rainChanged(let isRaining)):
      state.isRaining = isRaining
      guard isRaining else { return .none }
      var effects: [Effect<Feedback, Never>] = []
      for id in state.zones.ids { effects.append(zones.reduce(.input(.stopTapped), id: id, into: &state)) }
      return .merge(effects)

    case .feedback(.sensorLost):
      state.isConnected = false
      state.isRaining = false
      state.hasLostSensor = true
      return .none
    }
  }
}

struct G12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .connectTapped, .zone(1, .startTapped), .zone(1, .stopTapped), .zone(2, .startTapped), .zone(2, .stopTapped),
      ]
    ) { () -> TestStore<G12Garden> in
      let store = TestStore(initialState: G12Garden.State()) { G12Garden() }
      store.gate("open", at: \.g12Pipes.open) { _ in [.success(()), .failure(G12Unreachable())] }
      store.gate("close", at: \.g12Pipes.close) { _ in [.success(()), .failure(G12Unreachable())] }
      store.gate("rain", at: \.g12Pipes.rain) { [.element(true), .element(false), .failure(G12Unreachable())] }
      return store
    }
  }
}
