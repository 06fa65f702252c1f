import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The audio guide of a museum. A visitor enters the number of an exhibit, hears about it, and sees its pictures pass.
struct S25AudioGuide: Reducer {
  enum Player: Equatable {
    case silent
    case loading(Int)
    case playing(S25Track)
    case paused(S25Track)
    case failed(Int)
  }

  struct State: Equatable {
    var player = Player.silent
    var picture = 0
    var isInBackground = false

    /// The pictures pass while someone can look at them. The sound goes on in a pocket.
    var isSlideshowOn: Bool {
      guard case .playing(let track) = player, !isInBackground else { return false }
      return track.pictures.count > 1
    }
  }

  enum Input: Equatable, Sendable {
    case numberEntered(Int)
    case playTapped
    case pauseTapped
    case stopTapped
    case retryTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(S25Track)
    case failed(Int)
    case ended
    case pictureDue
  }

  private enum CancelID { case track, audio, slideshow }

  @Dependency(\.s25Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let wasSlideshowOn = state.isSlideshowOn
    let effect = handle(message, into: &state)
    guard state.isSlideshowOn != wasSlideshowOn else { return effect }
    return .merge(effect, state.isSlideshowOn ? slideshow() : .cancel(id: CancelID.slideshow))
  }

  private func handle(_ message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.numberEntered(let number)):
      return .merge(.cancel(id: CancelID.audio), load(number, into: &state))

    case .input(.playTapped):
      guard case .paused(let track) = state.player else { return .none }
      state.player = .playing(track)
      return audio(track, isResuming: true)

    case .input(.pauseTapped):
      guard case .playing(let track) = state.player else { return .none }
      state.player = .paused(track)
      return .cancel(id: CancelID.audio)

    case .input(.stopTapped):
      state = State(isInBackground: state.isInBackground)
      return .merge(.cancel(id: CancelID.track), .cancel(id: CancelID.audio))

    case .input(.retryTapped):
      guard case .failed(let number) = state.player else { return .none }
      return load(number, into: &state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.loaded(let track)):
      state.player = .playing(track)
      return audio(track, isResuming: false)

    case .feedback(.failed(let number)):
      state.player = .failed(number)
      return .none

    case .feedback(.ended):
      state = State(isInBackground: state.isInBackground)
      return .none

    case .feedback(.pictureDue):
      guard case .playing(let track) = state.player else { return .none }
      state.picture = (state.picture + 1) % track.pictures.count
      return .none
    }
  }

  private func load(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.player = .loading(number)
    state.picture = 0
    return .run("track", of: number) { send in
      await send(.loaded(try await client.track(number)))
    } catch: { _, send in
      await send(.failed(number))
    }
    .cancellable(id: CancelID.track, cancelInFlight: true)
  }

  private func audio(_ track: S25Track, isResuming: Bool) -> Effect<Feedback, Never> {
    .run("audio", of: track.number) { send in
      try await client.play(track.number, isResuming)
      await send(.ended)
    } catch: { _, send in
      await send(.failed(track.number))
    }
    .cancellable(id: CancelID.audio, cancelInFlight: true)
  }

  private func slideshow() -> Effect<Feedback, Never> {
    .run("slideshow") { send in
      for await _ in clock.timer(interval: .seconds(8)) { await send(.pictureDue) }
    }
    .cancellable(id: CancelID.slideshow, cancelInFlight: true)
  }
}

struct S25Track: Equatable, Sendable {
  var number: Int
  var pictures: [String]
}

struct S25Client: TestDependencyKey, Sendable {
  var track: @Sendable (_ number: Int) async throws -> S25Track

  /// Plays a track to its end, from the start or from where it was interrupted.
  var play: @Sendable (_ number: Int, _ isResuming: Bool) async throws -> Void

  static let testValue = S25Client(
    track: unimplemented("S25Client.track"),
    play: unimplemented("S25Client.play")
  )
}

extension DependencyValues {
  var s25Client: S25Client {
    get { self[S25Client.self] }
    set { self[S25Client.self] = newValue }
  }
}

struct S25Offline: Error {}

struct S25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S25AudioGuide.State) -> [S25AudioGuide.Input] in
        // The lock screen has the buttons of the player as well.
        var inputs: [S25AudioGuide.Input]
        switch state.player {
        case .silent: inputs = []
        case .loading, .failed: inputs = [.stopTapped]
        case .playing: inputs = [.pauseTapped, .stopTapped]
        case .paused: inputs = [.playTapped, .stopTapped]
        }
        if state.isInBackground { return inputs + [.cameToForeground] }
        if case .failed = state.player { inputs.append(.retryTapped) }
        return inputs + [.numberEntered(12), .numberEntered(40), .wentToBackground]
      }
    ) { () -> TestStore<S25AudioGuide> in
      let store = TestStore(initialState: S25AudioGuide.State()) { S25AudioGuide() }
      store.gate("track", at: \.s25Client.track) { number in
        [
          .success(S25Track(number: number, pictures: number == 12 ? ["Front", "Back"] : ["Whole"])),
          .failure(S25Offline()),
        ]
      }
      store.gate("play", at: \.s25Client.play) { _ in [.success(()), .failure(S25Offline())] }
      return store
    }
  }
}
