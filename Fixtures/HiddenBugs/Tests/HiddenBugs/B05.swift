import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum B05Language: String, Hashable, Sendable {
  case english
  case german
}

struct B05AudioClient: Sendable {
  /// Downloads the audio of a stop, and returns its length in seconds.
  var download: @Sendable (_ stop: Int, _ language: B05Language) async throws -> Int
}

enum B05AudioClientKey: TestDependencyKey {
  static let testValue = B05AudioClient(download: unimplemented("B05AudioClient.download"))
}

extension DependencyValues {
  var b05Audio: B05AudioClient {
    get { self[B05AudioClientKey.self] }
    set { self[B05AudioClientKey.self] = newValue }
  }
}

/// The audio guide of a museum. The visitor taps the number of a stop. A phone call silences the guide while it lasts.
struct B05AudioGuide: Reducer {
  struct Track: Equatable {
    var stop: Int
    var duration: Int
    var position = 0
  }

  enum Mode: Equatable {
    case idle
    case loading(stop: Int, plays: Bool)
    case playing(Track)
    case paused(Track)
    case finished(Track)
    case failed(stop: Int)

    var stop: Int? {
      switch self {
      case .idle: nil
      case .loading(stop: let stop, plays: _): stop
      case .playing(let track), .paused(let track), .finished(let track): track.stop
      case .failed(stop: let stop): stop
      }
    }
  }

  struct State: Equatable {
    var mode = Mode.idle
    var language = B05Language.english
    var isInCall = false
    var heard: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case stopTapped(Int)
    case playTapped
    case pauseTapped
    case languageSelected(B05Language)
    case callBegan
    case callEnded
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case downloaded(stop: Int, duration: Int)
    case downloadFailed
    case secondPassed
  }

  private enum CancelID {
    case download
    case timer
  }

  @Dependency(\.b05Audio) private var audio
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stopTapped(let stop)):
      return state.mode.stop == stop ? play(&state) : load(stop, plays: true, &state)

    case .input(.playTapped):
      return play(&state)

    case .input(.pauseTapped):
      switch state.mode {
      case .loading(stop: let stop, plays: _):
        state.mode = .loading(stop: stop, plays: false)
        return .none
      case .playing(let track):
        state.mode = .paused(track)
        return .cancel(id: CancelID.timer)
      case .idle, .paused, .finished, .failed:
        return .none
      }

    case .input(.languageSelected(let language)):
      guard language != state.language else { return .none }
      state.language = language
      switch state.mode {
      case .idle: return .none
      case .loading(stop: let stop, plays: let plays): return load(stop, plays: plays, &state)
      case .playing(let track): return load(track.stop, plays: true, &state)
      case .paused(let track), .finished(let track): return load(track.stop, plays: false, &state)
      case .failed(stop: let stop): return load(stop, plays: true, &state)
      }

    case .input(.callBegan):
      state.isInCall = true
      return .cancel(id: CancelID.timer)

    case .input(.callEnded):
      guard state.isInCall else { return .none }
      state.isInCall = false
      return timer(state)

    case .input(.closeTapped):
      state.mode = .idle
      return .merge(.cancel(id: CancelID.timer), .cancel(id: CancelID.download))

    case .feedback(.downloaded(stop: let stop, duration: let duration)):
      guard case .loading(stop: stop, plays: let plays) = state.mode else { return .none }
      let track = Track(stop: stop, duration: duration)
      state.mode = plays ? .playing(track) : .paused(track)
      return timer(state)

    case .feedback(.downloadFailed):
      guard case .loading(stop: let stop, plays: _) = state.mode else { return .none }
      state.mode = .failed(stop: stop)
      return .none

    case .feedback(.secondPassed):
      guard case .playing(var track) = state.mode else { return .none }
      track.position += 1
      guard track.position >= track.duration else {
        state.mode = .playing(track)
        return .none
      }
      state.mode = .finished(track)
      state.heard.insert(track.stop)
      return .cancel(id: CancelID.timer)
    }
  }

  private func play(_ state: inout State) -> Effect<Feedback, Never> {
    switch state.mode {
    case .idle, .playing:
      return .none
    case .loading(stop: let stop, plays: _):
      state.mode = .loading(stop: stop, plays: true)
      return .none
    case .paused(let track):
      state.mode = .playing(track)
      return timer(state)
    case .finished(let track):
      state.mode = .playing(Track(stop: track.stop, duration: track.duration))
      return timer(state)
    case .failed(stop: let stop):
      return load(stop, plays: true, &state)
    }
  }

  private func load(_ stop: Int, plays: Bool, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .loading(stop: stop, plays: plays)
    let language = state.language
    return .merge(
      .cancel(id: CancelID.timer),
      .run("download", of: "\(stop) \(language.rawValue)") { send in
        let duration = try await audio.download(stop, language)
        await send(.downloaded(stop: stop, duration: duration))
      } catch: { _, send in
        await send(.downloadFailed)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)
    )
  }

  /// The progress of what can be heard now, if anything.
  private func timer(_ state: State) -> Effect<Feedback, Never> {
    guard case .playing = state.mode, !state.isInCall else { return .none }
    return .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }
}

struct B05Offline: Error {}

struct B05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B05AudioGuide.State) -> [B05AudioGuide.Input] in
        [
          .stopTapped(1), .stopTapped(2), .playTapped, .pauseTapped, .closeTapped,
          state.isInCall ? .callEnded : .callBegan,
          .languageSelected(state.language == .english ? .german : .english),
        ]
      }
    ) { () -> TestStore<B05AudioGuide> in
      let store = TestStore(initialState: B05AudioGuide.State()) { B05AudioGuide() }
      store.gate("download", at: \.b05Audio.download) { _ in [.success(2), .failure(B05Offline())] }
      return store
    }
  }
}
