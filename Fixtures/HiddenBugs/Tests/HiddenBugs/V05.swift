import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An aquarium: its temperature, which arrives as a stream while the screen is shown, and its devices.
struct V05Aquarium: Reducer {
  enum Link: Equatable { case off, listening, waiting }

  struct State: Equatable {
    var devices: IdentifiedArray<V05Device.State> = [V05Device.State(id: "lamp"), V05Device.State(id: "heater")]
    var temperature: Int?
    var link = Link.off
    /// The device that has not done what the user wanted.
    var banner: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case connectTapped
    case bannerTapped
    case device(String, V05Device.Input)
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case lost
    case pauseEnded
    case device(String, ChildFeedback<V05Device>)
  }

  private enum CancelID { case stream, pause }

  private let devices = ScopeEach<V05Aquarium, V05Device>(\.devices, feedback: Feedback.device) { V05Device() }

  @Dependency(\.v05Hub) private var hub
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.device(let id, let input)):
      return devices.reduce(.input(input), id: id, into: &state)
    case .feedback(.device(let id, .feedback(let feedback))):
      return devices.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.device(let id, .output(.changed))):
      if state.banner == id { state.banner = nil }
      return .none

    case .feedback(.device(let id, .output(.refused))):
      state.banner = id
      return .none

    case .input(.bannerTapped):
      state.banner = nil
      return .none

    case .input(.appeared):
      guard state.link == .off else { return .none }
      return listen(&state)

    case .input(.disappeared):
      // A device still gets what it was told.
      state.link = .off
      state.temperature = nil
      return .merge(.cancel(id: CancelID.stream), .cancel(id: CancelID.pause))

    case .input(.connectTapped), .feedback(.pauseEnded):
      guard state.link == .waiting else { return .none }
      return listen(&state)

    case .feedback(.measured(let temperature)):
      state.temperature = temperature
      return .none

    case .feedback(.lost):
      state.link = .waiting
      state.temperature = nil
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)
    }
  }

  /// Listens to the thermometer, instead of waiting for the end of a pause.
  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.link = .listening
    return .merge(
      .cancel(id: CancelID.pause),
      .run("thermometer") { send in
        for try await temperature in hub.temperatures() { await send(.measured(temperature)) }
        await send(.lost)
      } catch: { _, send in
        await send(.lost)
      }
      .cancellable(id: CancelID.stream, cancelInFlight: true)
    )
  }
}

/// A device with a switch. The switch shows what the device has confirmed.
struct V05Device: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var isOn = false
    /// What the device was told, until it answers.
    var wanted: Bool?
  }

  enum Input: Equatable, Sendable { case switched }
  enum Feedback: Equatable, Sendable { case confirmed, refused }
  enum Output: Equatable, Sendable { case changed, refused }

  private enum CancelID { case command }

  @Dependency(\.v05Hub) private var hub

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.switched):
      guard state.wanted == nil else { return .none }
      let (id, isOn) = (state.id, !state.isOn)
      state.wanted = isOn
      return .run("switch", of: id) { send in
        try await hub.turn(id, isOn)
        await send(.confirmed)
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.command)

    case .feedback(.confirmed):
      if let wanted = state.wanted { state.isOn = wanted }
      state.wanted = nil
      return .output(.changed)

    case .feedback(.refused):
      state.wanted = nil
      return .output(.refused)
    }
  }
}

struct V05Hub: TestDependencyKey, Sendable {
  var temperatures: @Sendable () -> AsyncThrowingStream<Int, any Error>
  var turn: @Sendable (_ device: String, _ isOn: Bool) async throws -> Void

  static let testValue = V05Hub(
    temperatures: unimplemented("V05Hub.temperatures", placeholder: AsyncThrowingStream { $0.finish() }),
    turn: unimplemented("V05Hub.turn")
  )
}

extension DependencyValues {
  var v05Hub: V05Hub {
    get { self[V05Hub.self] }
    set { self[V05Hub.self] = newValue }
  }
}

struct V05Offline: Error {}

struct V05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V05Aquarium.State) -> [V05Aquarium.Input] in
        if state.link == .off { return [.appeared] }
        return [
          .disappeared, .connectTapped, .bannerTapped, .device("lamp", .switched), .device("heater", .switched),
        ]
      }
    ) { () -> TestStore<V05Aquarium> in
      let store = TestStore(initialState: V05Aquarium.State()) { V05Aquarium() }
      store.gate("temperatures", at: \.v05Hub.temperatures) {
        [.element(24), .element(29), .failure(V05Offline())]
      }
      store.gate("turn", at: \.v05Hub.turn) { _ in [.success(()), .failure(V05Offline())] }
      return store
    }
  }
}
