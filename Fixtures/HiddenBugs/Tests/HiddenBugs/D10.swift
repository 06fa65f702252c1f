import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Choir practice: plays the bars of a song, stops for a phone call, and logs each song that was played to its end.
struct D10Choir: Reducer {
  struct State: Equatable {
    var song: String?
    var bars = 0
    var bar = 0
    var isLoading = false
    var loadHasFailed = false
    var isPlaying = false
    var isInterrupted = false
    var resumesAfterwards = false
    var loggedSongs: Set<String> = []
    var songsToLog: Set<String> = []
    var unloggedSongs: Set<String> = []
  }

  enum Input: Equatable {
    case songChosen(String)
    case playPauseTapped
    case interrupted
    case interruptionEnded
    case retryLogTapped
    case leaveTapped
  }

  enum Feedback: Equatable {
    case loaded(Int)
    case loadFailed
    case barPlayed
    case logged(String)
    case logFailed(String)
  }

  private enum CancelID { case load, player }

  @Dependency(\.d10Archive) private var archive
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.songChosen(let song)):
      guard state.song == nil else { return .none }
      state.song = song
      state.isLoading = true
      state.loadHasFailed = false
      return .run("load", of: song) { send in
        await send(.loaded(try await archive.bars(song)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)

    case .input(.playPauseTapped):
      guard state.bars > 0 else { return .none }
      if state.isInterrupted {
        state.resumesAfterwards.toggle()
        return .none
      }
      if state.isPlaying {
        state.isPlaying = false
        return .cancel(id: CancelID.player)
      }
      return play(&state)

    case .input(.interrupted):
      guard !state.isInterrupted else { return .none }
      state.isInterrupted = true
      state.resumesAfterwards = state.isPlaying
      state.isPlaying = false
      return .cancel(id: CancelID.player)

    case .input(.interruptionEnded):
      guard state.isInterrupted else { return .none }
      state.isInterrupted = false
      guard state.resumesAfterwards else { return .none }
      state.resumesAfterwards = false
      return play(&state)

    case .input(.retryLogTapped):
      return log(state.unloggedSongs, &state)

    case .input(.leaveTapped):
      guard state.song != nil else { return .none }
      state.song = nil
      state.bars = 0
      state.bar = 0
      state.isLoading = false
      state.isPlaying = false
      state.resumesAfterwards = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.player))

    case .feedback(.loaded(let bars)):
      state.isLoading = false
      state.bars = bars
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      state.song = nil
      return .none

    case .feedback(.barPlayed):
      state.bar += 1
      guard state.bar == state.bars, let song = state.song else { return nextBar() }
      state.isPlaying = false
      return log([song], &state)

    case .feedback(.logged(let song)):
      state.songsToLog.remove(song)
      state.loggedSongs.insert(song)
      return .none

    case .feedback(.logFailed(let song)):
      state.songsToLog.remove(song)
      state.unloggedSongs.insert(song)
      return .none
    }
  }

  private func play(_ state: inout State) -> Effect<Feedback, Never> {
    state.isPlaying = true
    if state.bar == state.bars { state.bar = 0 }
    return nextBar()
  }

  private func nextBar() -> Effect<Feedback, Never> {
    .run("bar") { send in
      try await clock.sleep(for: .seconds(2))
      await send(.barPlayed)
    }
    .cancellable(id: CancelID.player, cancelInFlight: true)
  }

  private func log(_ songs: Set<String>, _ state: inout State) -> Effect<Feedback, Never> {
    let new = songs.subtracting(state.loggedSongs).subtracting(state.songsToLog)
    state.songsToLog.formUnion(new)
    state.unloggedSongs.subtract(new)
    return .merge(new.sorted().map { song in logEffect(song) })
  }

  private func logEffect(_ song: String) -> Effect<Feedback, Never> {
    .run("log", of: song) { send in
      try await archive.log(song)
      await send(.logged(song))
    } catch: { _, send in
      await send(.logFailed(song))
    }
  }
}

struct D10Archive: DependencyKey, Sendable {
  var bars: @Sendable (_ song: String) async throws -> Int
  var log: @Sendable (_ song: String) async throws -> Void

  static let liveValue = D10Archive(bars: { _ in 64 }, log: { _ in })
  static let testValue = D10Archive(bars: unimplemented("D10Archive.bars"), log: unimplemented("D10Archive.log"))
}

extension DependencyValues {
  var d10Archive: D10Archive {
    get { self[D10Archive.self] }
    set { self[D10Archive.self] = newValue }
  }
}

struct D10Offline: Error {}

struct D10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .songChosen("Ave verum"), .songChosen("Kyrie"), .playPauseTapped, .interrupted, .interruptionEnded,
        .retryLogTapped, .leaveTapped,
      ]
    ) { () -> TestStore<D10Choir> in
      let store = TestStore(initialState: D10Choir.State()) { D10Choir() }
      store.gate("bars", at: \.d10Archive.bars) { _ in [.success(2), .failure(D10Offline())] }
      store.gate("log", at: \.d10Archive.log) { _ in [.success(()), .failure(D10Offline())] }
      return store
    }
  }
}
