import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C11Box: TestDependencyKey, Sendable {
  var request: @Sendable (_ song: String) async throws -> Void
  var lyrics: @Sendable (_ song: String) async throws -> String

  static let testValue = C11Box(
    request: unimplemented("C11Box.request"),
    lyrics: unimplemented("C11Box.lyrics")
  )
}

extension DependencyValues {
  var c11Box: C11Box {
    get { self[C11Box.self] }
    set { self[C11Box.self] = newValue }
  }
}

/// The jukebox at the table of a guest. The box drops what a guest has asked for who has checked out.
struct C11Jukebox: Reducer {
  struct State: Equatable {
    var current: String?
    var secondsLeft = 0
    var isPaused = false
    var queue: [String] = []
    var lyrics: String?
    var requestedSong: String?
    var failedSong: String?
  }

  enum Input: Equatable {
    case songTapped(String)
    case playPauseTapped
    case skipTapped
    case errorDismissed
    case checkedOut
  }

  enum Feedback: Equatable {
    case accepted(String)
    case rejected(String)
    case lyricsLoaded(String?)
    case secondPassed
  }

  @Dependency(\.c11Box) private var box
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.songTapped(let song)):
      guard state.requestedSong == nil, state.queue.count < 2 else { return .none }
      guard song != state.current, !state.queue.contains(song) else { return .none }
      state.requestedSong = song
      state.failedSong = nil
      return .run("request", of: song) { send in
        try await box.request(song)
        await send(.accepted(song))
      } catch: { _, send in
        await send(.rejected(song))
      }
      .cancellable(id: "request", cancelInFlight: true)

    case .input(.playPauseTapped):
      guard state.current != nil else { return .none }
      state.isPaused.toggle()
      return state.isPaused ? .cancel(id: "timer") : timer()

    case .input(.skipTapped):
      guard state.current != nil else { return .none }
      return playNext(&state)

    case .input(.errorDismissed):
      state.failedSong = nil
      return .none

    case .input(.checkedOut):
      state = State()
      return .merge(.cancel(id: "request"), .cancel(id: "timer"), .cancel(id: "lyrics"))

    case .feedback(.accepted(let song)):
      state.requestedSong = nil
      state.queue.append(song)
      return state.current == nil ? playNext(&state) : .none

    case .feedback(.rejected(let song)):
      state.requestedSong = nil
      state.failedSong = song
      return .none

    case .feedback(.lyricsLoaded(let lyrics)):
      state.lyrics = lyrics
      return .none

    case .feedback(.secondPassed):
      guard state.current != nil, !state.isPaused else { return .none }
      state.secondsLeft -= 1
      return state.secondsLeft == 0 ? playNext(&state) : .none
    }
  }

  private func playNext(_ state: inout State) -> Effect<Feedback, Never> {
    state.isPaused = false
    state.lyrics = nil
    guard !state.queue.isEmpty else {
      state.current = nil
      state.secondsLeft = 0
      return .merge(.cancel(id: "timer"), .cancel(id: "lyrics"))
    }
    let song = state.queue.removeFirst()
    state.current = song
    state.secondsLeft = 2
    return .merge(
      timer(),
      .run("lyrics", of: song) { send in
        await send(.lyricsLoaded(try await box.lyrics(song)))
      } catch: { _, send in
        await send(.lyricsLoaded(nil))
      }
      .cancellable(id: "lyrics", cancelInFlight: true)
    )
  }

  private func timer() -> Effect<Feedback, Never> {
    .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: "timer", cancelInFlight: true)
  }
}

struct C11Jammed: Error {}

struct C11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .songTapped("Waterloo"), .songTapped("Parklife"), .playPauseTapped, .skipTapped, .errorDismissed, .checkedOut,
      ]
    ) {
      let store = TestStore(initialState: C11Jukebox.State()) { C11Jukebox() }
      store.gate("request", at: \.c11Box.request) { _ in [.success(()), .failure(C11Jammed())] }
      store.gate("lyrics", at: \.c11Box.lyrics) { song in
        [.success("\(song), \(song), \(song)"), .failure(C11Jammed())]
      }
      return store
    }
  }
}
