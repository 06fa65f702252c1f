import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A player for radio plays, with a sleep timer. A phone call interrupts it. What the user taps plays, also during a call.
struct V10Player: Reducer {
  enum State: Equatable {
    case stopped
    case loading(episode: Int, then: Start)
    case playing(Playback)
    case paused(Playback)
    case interrupted(Playback)
    case failed(episode: Int)

    /// The episode that is on the player, unless it has failed.
    var episode: Int? {
      switch self {
      case .loading(let episode, _): episode
      case .playing(let playback), .paused(let playback), .interrupted(let playback): playback.episode
      case .stopped, .failed: nil
      }
    }
  }

  /// What an episode does when it is loaded.
  enum Start: Equatable { case play, pause, waitForCall }

  struct Playback: Equatable {
    var episode: Int
    var chapter = 1
    var chapters: Int
    var sleeps = false
  }

  enum Input: Equatable, Sendable {
    case episodeTapped(Int)
    case playTapped
    case pauseTapped
    case sleepTapped
    case stopTapped
    case callBegan
    case callEnded
  }

  enum Feedback: Equatable, Sendable {
    case loaded(chapters: Int)
    case loadFailed
    case chapterPassed
    case sleepDue
  }

  private enum CancelID { case load, chapters, sleep }

  @Dependency(\.v10Library) private var library
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.episodeTapped(let episode)):
      return episode == state.episode ? .none : load(episode, into: &state)

    case .input(.playTapped):
      switch state {
      case .loading(let episode, _):
        state = .loading(episode: episode, then: .play)
        return .none
      case .paused(let playback), .interrupted(let playback): return play(playback, into: &state)
      case .failed(let episode): return load(episode, into: &state)
      case .stopped, .playing: return .none
      }

    case .input(.pauseTapped):
      switch state {
      case .loading(let episode, _):
        state = .loading(episode: episode, then: .pause)
        return .none
      case .playing(let playback), .interrupted(let playback): return pause(playback, into: &state)
      case .stopped, .paused, .failed: return .none
      }

    case .input(.sleepTapped):
      guard case .playing(var playback) = state else { return .none }
      playback.sleeps.toggle()
      state = .playing(playback)
      return playback.sleeps ? sleep() : .cancel(id: CancelID.sleep)

    case .input(.stopTapped):
      state = .stopped
      return .merge(.cancel(id: CancelID.load), halt())

    case .input(.callBegan):
      switch state {
      case .loading(let episode, .play):
        state = .loading(episode: episode, then: .waitForCall)
        return .none
      case .playing(let playback):
        state = .interrupted(playback)
        return halt()
      case .stopped, .loading, .paused, .interrupted, .failed: return .none
      }

    case .input(.callEnded):
      switch state {
      case .loading(let episode, .waitForCall):
        state = .loading(episode: episode, then: .play)
        return .none
      case .interrupted(let playback): return play(playback, into: &state)
      case .stopped, .loading, .playing, .paused, .failed: return .none
      }

    case .feedback(.loaded(let chapters)):
      guard case .loading(let episode, let start) = state else { return .none }
      let playback = Playback(episode: episode, chapters: chapters)
      switch start {
      case .play: return play(playback, into: &state)
      case .pause: state = .paused(playback)
      case .waitForCall: state = .interrupted(playback)
      }
      return .none

    case .feedback(.loadFailed):
      guard case .loading(let episode, _) = state else { return .none }
      state = .failed(episode: episode)
      return .none

    case .feedback(.chapterPassed):
      guard case .playing(var playback) = state else { return .none }
      guard playback.chapter < playback.chapters else {
        state = .stopped
        return halt()
      }
      playback.chapter += 1
      state = .playing(playback)
      return .none

    case .feedback(.sleepDue):
      guard case .playing(let playback) = state else { return .none }
      return pause(playback, into: &state)
    }
  }

  /// Loads an episode, instead of what is on the player.
  private func load(_ episode: Int, into state: inout State) -> Effect<Feedback, Never> {
    state = .loading(episode: episode, then: .play)
    return .merge(
      halt(),
      .run("load", of: episode) { send in
        await send(.loaded(chapters: try await library.chapters(episode)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  /// Plays a chapter from its beginning. A sleep timer that was on begins anew.
  private func play(_ playback: Playback, into state: inout State) -> Effect<Feedback, Never> {
    state = .playing(playback)
    let chapters: Effect<Feedback, Never> = .run("chapters") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.chapterPassed) }
    }
    .cancellable(id: CancelID.chapters, cancelInFlight: true)
    return playback.sleeps ? .merge(chapters, sleep()) : chapters
  }

  /// Pauses as the user wants it. The sleep timer has done its work.
  private func pause(_ playback: Playback, into state: inout State) -> Effect<Feedback, Never> {
    var playback = playback
    playback.sleeps = false
    state = .paused(playback)
    return halt()
  }

  private func sleep() -> Effect<Feedback, Never> {
    .run("sleep") { send in
      try await clock.sleep(for: .seconds(90))
      await send(.sleepDue)
    }
    .cancellable(id: CancelID.sleep, cancelInFlight: true)
  }

  private func halt() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.chapters), .cancel(id: CancelID.sleep))
  }
}

struct V10Library: TestDependencyKey, Sendable {
  var chapters: @Sendable (_ episode: Int) async throws -> Int

  static let testValue = V10Library(chapters: unimplemented("V10Library.chapters"))
}

extension DependencyValues {
  var v10Library: V10Library {
    get { self[V10Library.self] }
    set { self[V10Library.self] = newValue }
  }
}

struct V10Offline: Error {}

struct V10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .episodeTapped(1), .episodeTapped(2), .playTapped, .pauseTapped, .sleepTapped, .stopTapped, .callBegan,
        .callEnded,
      ]
    ) { () -> TestStore<V10Player> in
      let store = TestStore(initialState: V10Player.State.stopped) { V10Player() }
      store.gate("chapters", at: \.v10Library.chapters) { _ in [.success(2), .failure(V10Offline())] }
      return store
    }
  }
}
