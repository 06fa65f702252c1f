import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum L08Event: Equatable, Sendable {
  case started
  case title(String)
}

struct L08Tuner: TestDependencyKey, Sendable {
  /// Plays a station for as long as the stream is listened to.
  var play: @Sendable (_ station: String) -> AsyncThrowingStream<L08Event, any Error>

  static let testValue = L08Tuner(
    play: unimplemented("L08Tuner.play", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var l08Tuner: L08Tuner {
    get { self[L08Tuner.self] }
    set { self[L08Tuner.self] = newValue }
  }
}

struct L08Offline: Error {}

/// A radio, which connects again after a loss, and is silent during a call.
struct L08Radio: Reducer {
  struct State: Equatable {
    var mode = Mode.stopped
    var isOnCall = false
  }

  enum Mode: Equatable {
    case stopped
    case connecting(String, attempt: Int)
    case playing(String, title: String?)
    case waiting(String, attempt: Int)
    case paused(String)
    /// Silent during a call, and goes on after it.
    case interrupted(String)
    case failed(String)
  }

  enum Input: Equatable { case stationTapped(String), playPauseTapped, stopTapped, callBegan, callEnded }
  enum Feedback: Equatable { case event(L08Event), lost, pauseEnded }

  private enum CancelID { case stream, retry }

  @Dependency(\.l08Tuner) private var tuner
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stationTapped(let station)):
      switch state.mode {
      case .connecting(station, _), .playing(station, _), .interrupted(station): return .none
      case .stopped, .connecting, .playing, .waiting, .paused, .interrupted, .failed: return begin(station, &state)
      }

    case .input(.playPauseTapped):
      switch state.mode {
      case .stopped:
        return .none
      case .connecting(let station, _), .playing(let station, _), .waiting(let station, _), .interrupted(let station):
        state.mode = .paused(station)
        return silence()
      case .paused(let station), .failed(let station):
        return begin(station, &state)
      }

    case .input(.stopTapped):
      guard state.mode != .stopped else { return .none }
      state.mode = .stopped
      return silence()

    case .input(.callBegan):
      guard !state.isOnCall else { return .none }
      state.isOnCall = true
      switch state.mode {
      case .connecting(let station, _), .playing(let station, _), .waiting(let station, _):
        state.mode = .interrupted(station)
        return silence()
      case .stopped, .paused, .interrupted, .failed:
        return .none
      }

    case .input(.callEnded):
      guard state.isOnCall else { return .none }
      state.isOnCall = false
      guard case .interrupted(let station) = state.mode else { return .none }
      return begin(station, &state)

    case .feedback(.event(let event)):
      switch state.mode {
      case .connecting(let station, _):
        state.mode = .playing(station, title: event.songTitle)
      case .playing(let station, let title):
        state.mode = .playing(station, title: event.songTitle ?? title)
      case .stopped, .waiting, .paused, .interrupted, .failed:
        break
      }
      return .none

    case .feedback(.lost):
      switch state.mode {
      case .connecting(let station, let attempt) where attempt == 2:
        state.mode = .failed(station)
        return .none
      case .connecting(let station, let attempt):
        state.mode = .waiting(station, attempt: attempt + 1)
        return pause()
      case .playing(let station, _):
        state.mode = .waiting(station, attempt: 1)
        return pause()
      case .stopped, .waiting, .paused, .interrupted, .failed:
        return .none
      }

    case .feedback(.pauseEnded):
      guard case .waiting(let station, let attempt) = state.mode else { return .none }
      state.mode = .connecting(station, attempt: attempt)
      return stream(station)
    }
  }

  /// Plays a station now, or after the call.
  private func begin(_ station: String, _ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isOnCall else {
      state.mode = .interrupted(station)
      return .none
    }
    state.mode = .connecting(station, attempt: 0)
    return .merge(.cancel(id: CancelID.retry), stream(station))
  }

  private func stream(_ station: String) -> Effect<Feedback, Never> {
    .run("play", of: station) { send in
      for try await event in tuner.play(station) { await send(.event(event)) }
      await send(.lost)
    } catch: { _, send in
      await send(.lost)
    }
    .cancellable(id: CancelID.stream, cancelInFlight: true)
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(2))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.retry, cancelInFlight: true)
  }

  private func silence() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.stream), .cancel(id: CancelID.retry))
  }
}

extension L08Event {
  var songTitle: String? {
    if case .title(let title) = self { title } else { nil }
  }
}

struct L08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .stationTapped("Jazz"), .stationTapped("News"), .playPauseTapped, .stopTapped, .callBegan, .callEnded,
      ]
    ) { () -> TestStore<L08Radio> in
      let store = TestStore(initialState: L08Radio.State()) { L08Radio() }
      store.gate("play", at: \.l08Tuner.play) { station in
        [.element(.started), .element(.title("\(station) hour")), .finish, .failure(L08Offline())]
      }
      return store
    }
  }
}
