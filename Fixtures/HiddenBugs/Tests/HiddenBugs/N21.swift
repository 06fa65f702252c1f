import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Shoots with a camera on a cable. Its battery is looked at every ten seconds, while somebody can see it.
struct N21Tether: Reducer {
  enum Link: Equatable, Sendable {
    case none
    case connecting
    case connected(String)
    case lost
  }

  struct State: Equatable {
    var link = Link.none
    var battery: Int?
    var isReading = false
    var shots: [String] = []
    var isCapturing = false
    var captureFailed = false
    var showsShots = false
    var isInBackground = false

    var isConnected: Bool { if case .connected = link { true } else { false } }

    /// Whether the gauge of the battery is on the screen.
    var showsBattery: Bool { isConnected && !showsShots && !isInBackground }
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case disconnectTapped
    case captureTapped
    case shotsTapped
    case shotsClosed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case connected(String)
    case connectionFailed
    case readingDue
    case read(Int)
    case readingFailed
    case captured(String)
    case captureFailed
  }

  private enum CancelID { case connect, gauge, reading, capture }

  @Dependency(\.n21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let showedBattery = state.showsBattery
    let effect = handle(message, &state)
    guard state.showsBattery != showedBattery else { return effect }
    return .merge(effect, state.showsBattery ? gauge() : .cancel(id: CancelID.gauge))
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard state.link == .none || state.link == .lost else { return .none }
      state.link = .connecting
      state.captureFailed = false
      return .run("connect") { send in
        await send(.connected(try await client.connect()))
      } catch: { _, send in
        await send(.connectionFailed)
      }
      .cancellable(id: CancelID.connect)

    case .input(.disconnectTapped):
      guard !state.isCapturing else { return .none }
      return .merge(end(.none, in: &state), .cancel(id: CancelID.connect))

    case .input(.captureTapped):
      guard state.isConnected, !state.isCapturing else { return .none }
      state.isCapturing = true
      state.captureFailed = false
      return .run("capture") { send in
        await send(.captured(try await client.capture()))
      } catch: { _, send in
        await send(.captureFailed)
      }
      .cancellable(id: CancelID.capture)

    case .input(.shotsTapped):
      state.showsShots = true
      return .none

    case .input(.shotsClosed):
      state.showsShots = false
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.connected(let camera)):
      state.link = .connected(camera)
      return .none

    case .feedback(.connectionFailed):
      state.link = .lost
      return .none

    case .feedback(.readingDue):
      guard !state.isReading else { return .none }
      state.isReading = true
      return .run("battery") { send in
        await send(.read(try await client.battery()))
      } catch: { _, send in
        await send(.readingFailed)
      }
      .cancellable(id: CancelID.reading)

    case .feedback(.read(let battery)):
      state.isReading = false
      state.battery = battery
      return .none

    case .feedback(.readingFailed):
      return end(.lost, in: &state)

    case .feedback(.captured(let shot)):
      state.isCapturing = false
      if !state.shots.contains(shot) { state.shots.append(shot) }
      return .none

    case .feedback(.captureFailed):
      state.isCapturing = false
      state.captureFailed = true
      return .none
    }
  }

  /// Ends the connection, with what runs on it. The shots stay.
  private func end(_ link: Link, in state: inout State) -> Effect<Feedback, Never> {
    state.link = link
    state.battery = nil
    state.isReading = false
    state.captureFailed = state.isCapturing && link == .lost
    state.isCapturing = false
    return .merge(.cancel(id: CancelID.reading), .cancel(id: CancelID.capture))
  }

  private func gauge() -> Effect<Feedback, Never> {
    .run("gauge") { send in
      await send(.readingDue)
      for await _ in clock.timer(interval: .seconds(10)) { await send(.readingDue) }
    }
    .cancellable(id: CancelID.gauge, cancelInFlight: true)
  }
}

struct N21Client: TestDependencyKey, Sendable {
  var connect: @Sendable () async throws -> String
  var battery: @Sendable () async throws -> Int
  var capture: @Sendable () async throws -> String

  static let testValue = N21Client(
    connect: unimplemented("N21Client.connect"),
    battery: unimplemented("N21Client.battery"),
    capture: unimplemented("N21Client.capture")
  )
}

extension DependencyValues {
  var n21Client: N21Client {
    get { self[N21Client.self] }
    set { self[N21Client.self] = newValue }
  }
}

struct N21CableLoose: Error {}

struct N21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N21Tether.State) -> [N21Tether.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if state.showsShots { return [.shotsClosed, .wentToBackground] }
        var inputs: [N21Tether.Input] = [.shotsTapped, .wentToBackground]
        switch state.link {
        case .none, .lost: inputs.append(.connectTapped)
        case .connecting: inputs.append(.disconnectTapped)
        case .connected:
          if !state.isCapturing { inputs += [.disconnectTapped, .captureTapped] }
        }
        return inputs
      }
    ) { () -> TestStore<N21Tether> in
      let store = TestStore(initialState: N21Tether.State()) { N21Tether() }
      store.gate("connect", at: \.n21Client.connect) { [.success("X-T5"), .failure(N21CableLoose())] }
      store.gate("battery", at: \.n21Client.battery) { [.success(80), .failure(N21CableLoose())] }
      store.gate("capture", at: \.n21Client.capture) { [.success("DSCF1"), .failure(N21CableLoose())] }
      return store
    }
  }
}
