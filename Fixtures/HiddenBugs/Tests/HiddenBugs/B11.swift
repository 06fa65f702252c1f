import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum B11Event: Equatable, Sendable {
  case peerMuted(Bool)
  case peerLeft
}

struct B11CallClient: Sendable {
  var dial: @Sendable () async throws -> Void
  /// What happens in the call. The call lasts until the stream ends.
  var events: @Sendable () -> AsyncStream<B11Event>
  var setMuted: @Sendable (_ isMuted: Bool) async throws -> Void
  var isPoor: @Sendable () async throws -> Bool
}

enum B11CallClientKey: TestDependencyKey {
  static let testValue = B11CallClient(
    dial: unimplemented("B11CallClient.dial"),
    events: unimplemented("B11CallClient.events", placeholder: AsyncStream<B11Event> { $0.finish() }),
    setMuted: unimplemented("B11CallClient.setMuted"),
    isPoor: unimplemented("B11CallClient.isPoor")
  )
}

extension DependencyValues {
  var b11Call: B11CallClient {
    get { self[B11CallClientKey.self] }
    set { self[B11CallClientKey.self] = newValue }
  }
}

/// A video call. While it is on the screen, the quality of the connection is measured every five seconds.
struct B11VideoCall: Reducer {
  struct State: Equatable {
    var isDialing = false
    var isConnected = false
    var callFailed = false

    var isMuted = false
    var isSavingMute = false
    var isPeerMuted = false
    var isPoor = false

    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case callTapped
    case hangUpTapped
    case muteTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case connected
    case dialFailed
    case happened(B11Event)
    case connectionLost
    case muteSaved
    case muteFailed
    case measured(isPoor: Bool)
  }

  private enum CancelID {
    case dial
    case events
    case mute
    case quality
  }

  @Dependency(\.b11Call) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.callTapped):
      guard !state.isDialing, !state.isConnected else { return .none }
      state.isDialing = true
      state.callFailed = false
      return .run("dial") { send in
        try await client.dial()
        await send(.connected)
      } catch: { _, send in
        await send(.dialFailed)
      }
      .cancellable(id: CancelID.dial)

    case .feedback(.connected):
      state.isDialing = false
      state.isConnected = true
      return .merge(listen(), state.isInBackground ? .none : measure())

    case .feedback(.dialFailed):
      state.isDialing = false
      state.callFailed = true
      return .none

    case .input(.hangUpTapped):
      guard state.isDialing || state.isConnected else { return .none }
      return endCall(&state, failed: false)

    case .feedback(.happened(.peerMuted(let isMuted))):
      state.isPeerMuted = isMuted
      return .none

    case .feedback(.happened(.peerLeft)):
      return endCall(&state, failed: false)

    case .feedback(.connectionLost):
      return endCall(&state, failed: true)

    case .input(.muteTapped):
      guard state.isConnected, !state.isSavingMute else { return .none }
      state.isMuted.toggle()
      state.isSavingMute = true
      let isMuted = state.isMuted
      return .run("setMuted", of: isMuted) { send in
        try await client.setMuted(isMuted)
        await send(.muteSaved)
      } catch: { _, send in
        await send(.muteFailed)
      }
      .cancellable(id: CancelID.mute)

    case .feedback(.muteSaved):
      state.isSavingMute = false
      return .none

    case .feedback(.muteFailed):
      state.isSavingMute = false
      state.isMuted.toggle()
      return .none

    case .input(.enteredBackground):
      state.isInBackground = true
      state.isPoor = false
      return .cancel(id: CancelID.quality)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.isConnected ? measure() : .none

    case .feedback(.measured(isPoor: let isPoor)):
      state.isPoor = isPoor
      return .none
    }
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("events") { send in
      for await event in client.events() { await send(.happened(event)) }
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }

  private func measure() -> Effect<Feedback, Never> {
    .run("quality") { send in
      for await _ in clock.timer(interval: .seconds(5)) {
        // A measurement that fails is left out.
        if let isPoor = try? await client.isPoor() { await send(.measured(isPoor: isPoor)) }
      }
    }
    .cancellable(id: CancelID.quality, cancelInFlight: true)
  }

  private func endCall(_ state: inout State, failed: Bool) -> Effect<Feedback, Never> {
    state = State(callFailed: failed, isInBackground: state.isInBackground)
    return .merge(
      .cancel(id: CancelID.dial),
      .cancel(id: CancelID.events),
      .cancel(id: CancelID.mute),
      .cancel(id: CancelID.quality)
    )
  }
}

struct B11Offline: Error {}

struct B11Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.callTapped, .hangUpTapped, .muteTapped, .enteredBackground, .enteredForeground]) {
      let store = TestStore(initialState: B11VideoCall.State()) { B11VideoCall() }
      store.gate("dial", at: \.b11Call.dial) { [.success(()), .failure(B11Offline())] }
      store.gate("events", at: \.b11Call.events) {
        [.element(.peerMuted(true)), .element(.peerMuted(false)), .element(.peerLeft), .finish]
      }
      store.gate("setMuted", at: \.b11Call.setMuted) { _ in [.success(()), .failure(B11Offline())] }
      store.gate("isPoor", at: \.b11Call.isPoor) { [.success(true), .success(false), .failure(B11Offline())] }
      return store
    }
  }
}
