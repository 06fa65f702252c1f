import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A bike ride with the map. Positions come only while somebody rides and looks; one place decides about that.
struct J22Ride: Reducer {
  enum Phase: Equatable, Sendable {
    case ready
    case riding
    case paused
    case ended(J22Upload)

    var isRiding: Bool { self == .riding }
  }

  enum Gps: Equatable, Sendable { case off, on, waiting }

  struct State: Equatable {
    var phase = Phase.ready
    var gps = Gps.off
    var position: String?
    var isInBackground = false
    var showsMap = true

    var wantsGps: Bool { phase.isRiding && showsMap && !isInBackground }
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case pauseTapped
    case resumeTapped
    case endTapped
    case uploadTapped
    case closeTapped
    case mapTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case moved(String)
    case signalLost
    case retryDue
    case uploaded
    case uploadFailed
  }

  private enum CancelID { case gps }

  @Dependency(\.j22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let effect = handle(message, &state)
    return .merge(effect, adjustGps(&state))
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      if state.phase == .ready { state.phase = .riding }
      return .none

    case .input(.pauseTapped):
      if state.phase == .riding { state.phase = .paused }
      return .none

    case .input(.resumeTapped):
      if state.phase == .paused { state.phase = .riding }
      return .none

    case .input(.endTapped):
      guard state.phase == .riding || state.phase == .paused else { return .none }
      return upload(&state)

    case .input(.uploadTapped):
      guard state.phase == .ended(.failed) else { return .none }
      return upload(&state)

    case .input(.closeTapped):
      if state.phase == .ended(.done) { state.phase = .ready }
      return .none

    case .input(.mapTapped):
      state.showsMap.toggle()
      return .none

    case .input(.wentToBackground):
      // An upload goes on.
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.moved(let position)):
      state.position = position
      return .none

    case .feedback(.signalLost):
      state.gps = .waiting
      state.position = nil
      return .run("retry") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.retryDue)
      }
      .cancellable(id: CancelID.gps, cancelInFlight: true)

    case .feedback(.retryDue):
      state.gps = .off
      return .none

    case .feedback(.uploaded):
      state.phase = .ended(.done)
      return .none

    case .feedback(.uploadFailed):
      state.phase = .ended(.failed)
      return .none
    }
  }

  private func upload(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .ended(.running)
    return .run("upload") { send in
      try await client.upload()
      await send(.uploaded)
    } catch: { _, send in
      await send(.uploadFailed)
    }
  }

  /// Turns the receiver on or off, or ends the wait for its signal.
  private func adjustGps(_ state: inout State) -> Effect<Feedback, Never> {
    if state.wantsGps, state.gps == .off {
      state.gps = .on
      return .run("positions") { send in
        for try await position in client.positions() { await send(.moved(position)) }
        await send(.signalLost)
      } catch: { _, send in
        await send(.signalLost)
      }
      .cancellable(id: CancelID.gps, cancelInFlight: true)
    }
    if !state.wantsGps, state.gps != .off {
      state.gps = .off
      state.position = nil
      return .cancel(id: CancelID.gps)
    }
    return .none
  }
}

enum J22Upload: Equatable, Sendable { case running, done, failed }

struct J22Client: TestDependencyKey, Sendable {
  var positions: @Sendable () -> AsyncThrowingStream<String, any Error>
  var upload: @Sendable () async throws -> Void

  static let testValue = J22Client(
    positions: unimplemented("J22Client.positions", placeholder: AsyncThrowingStream { $0.finish() }),
    upload: unimplemented("J22Client.upload")
  )
}

extension DependencyValues {
  var j22Client: J22Client {
    get { self[J22Client.self] }
    set { self[J22Client.self] = newValue }
  }
}

struct J22NoSignal: Error {}

struct J22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J22Ride.State) -> [J22Ride.Input] in
        if state.isInBackground { return [.cameToForeground] }
        let always: [J22Ride.Input] = [.mapTapped, .wentToBackground]
        switch state.phase {
        case .ready: return always + [.startTapped]
        case .riding: return always + [.pauseTapped, .endTapped]
        case .paused: return always + [.resumeTapped, .endTapped]
        case .ended(.running): return always
        case .ended(.failed): return always + [.uploadTapped]
        case .ended(.done): return always + [.closeTapped]
        }
      }
    ) { () -> TestStore<J22Ride> in
      let store = TestStore(initialState: J22Ride.State()) { J22Ride() }
      store.gate("positions", at: \.j22Client.positions) { [.element("Bridge"), .finish, .failure(J22NoSignal())] }
      store.gate("upload", at: \.j22Client.upload) { [.success(()), .failure(J22NoSignal())] }
      return store
    }
  }
}
