import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The audio of a stop in a museum. The guide downloads it, and gives up after twenty seconds. A beacon in the room may
/// bring the audio as well, at any time.
struct T06AudioGuide: Reducer {
  struct State: Equatable {
    var stop: Int?
    var isDownloading = false
    var isDownloaded = false
    var hasDownloadFailed = false
    var isPlaying = false
    var hasPlayFailed = false
  }

  enum Input: Equatable {
    case stopEntered(Int)
    case retryTapped
    case playTapped
    case pauseTapped
    case backTapped
  }

  enum Feedback: Equatable {
    case downloaded
    case downloadFailed
    case timedOut
    case arrived(Int)
    case played
    case playFailed
  }

  private enum CancelID { case download, timeout, beacon, play }

  @Dependency(\.t06Guide) private var guide
  @Dependency(\.t06Player) private var player
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stopEntered(let stop)):
      guard state.stop != stop else { return .none }
      state = State(stop: stop)
      return .merge(.cancel(id: CancelID.play), listen(at: stop), download(stop, &state))

    case .input(.retryTapped):
      guard let stop = state.stop, state.hasDownloadFailed else { return .none }
      return download(stop, &state)

    case .input(.playTapped):
      guard let stop = state.stop, state.isDownloaded, !state.isPlaying else { return .none }
      state.isPlaying = true
      state.hasPlayFailed = false
      return .run("play", of: stop) { send in
        try await player.play(stop)
        await send(.played)
      } catch: { _, send in
        await send(.playFailed)
      }
      .cancellable(id: CancelID.play, cancelInFlight: true)

    case .input(.pauseTapped):
      state.isPlaying = false
      return .cancel(id: CancelID.play)

    case .input(.backTapped):
      state = State()
      return .merge(
        .cancel(id: CancelID.download),
        .cancel(id: CancelID.timeout),
        .cancel(id: CancelID.beacon),
        .cancel(id: CancelID.play)
      )

    case .feedback(.downloaded):
      state.isDownloading = false
      state.isDownloaded = true
      state.hasDownloadFailed = false
      return .cancel(id: CancelID.timeout)

    case .feedback(.downloadFailed):
      state.isDownloading = false
      state.isDownloaded = false
      state.hasDownloadFailed = true
      return .cancel(id: CancelID.timeout)

    case .feedback(.timedOut):
      state.isDownloading = false
      state.hasDownloadFailed = true
      return .cancel(id: CancelID.download)

    case .feedback(.arrived(let stop)):
      guard stop == state.stop else { return .none }
      state.isDownloading = false
      state.isDownloaded = true
      state.hasDownloadFailed = false
      return .cancel(id: CancelID.timeout)

    case .feedback(.played):
      state.isPlaying = false
      return .none

    case .feedback(.playFailed):
      state.isPlaying = false
      state.hasPlayFailed = true
      return .none
    }
  }

  private func download(_ stop: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isDownloading = true
    state.hasDownloadFailed = false
    let download = Effect<Feedback, Never>.run("download", of: stop) { send in
      try await guide.download(stop)
      await send(.downloaded)
    } catch: { _, send in
      await send(.downloadFailed)
    }
    let timeout = Effect<Feedback, Never>.run("timeout") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.timedOut)
    }
    return .merge(
      download.cancellable(id: CancelID.download, cancelInFlight: true),
      timeout.cancellable(id: CancelID.timeout, cancelInFlight: true)
    )
  }

  private func listen(at stop: Int) -> Effect<Feedback, Never> {
    .run("beacon", of: stop) { send in
      for await arrived in guide.beacon(stop) { await send(.arrived(arrived)) }
    }
    .cancellable(id: CancelID.beacon, cancelInFlight: true)
  }
}

struct T06Guide: TestDependencyKey {
  var download: @Sendable (_ stop: Int) async throws -> Void
  var beacon: @Sendable (_ stop: Int) -> AsyncStream<Int>

  static let testValue = T06Guide(
    download: unimplemented("T06Guide.download"),
    beacon: unimplemented("T06Guide.beacon", placeholder: AsyncStream<Int> { $0.finish() })
  )
}

struct T06Player: TestDependencyKey {
  var play: @Sendable (_ stop: Int) async throws -> Void

  static let testValue = T06Player(play: unimplemented("T06Player.play"))
}

extension DependencyValues {
  var t06Guide: T06Guide {
    get { self[T06Guide.self] }
    set { self[T06Guide.self] = newValue }
  }

  var t06Player: T06Player {
    get { self[T06Player.self] }
    set { self[T06Player.self] = newValue }
  }
}

struct T06Offline: Error {}

struct T06Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .stopEntered(1), .stopEntered(2), .retryTapped, .playTapped, .pauseTapped, .backTapped,
    ]) {
      let store = TestStore(initialState: T06AudioGuide.State()) { T06AudioGuide() }
      store.gate("download", at: \.t06Guide.download) { _ in [.success(()), .failure(T06Offline())] }
      store.gate("beacon", at: \.t06Guide.beacon) { stop in [.element(stop), .finish] }
      store.gate("play", at: \.t06Player.play) { _ in [.success(()), .failure(T06Offline())] }
      return store
    }
  }
}
