import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The server with the user's queue, and the episodes themselves.
struct G05Podcasts: Sendable {
  var queue: @Sendable () async throws -> [Int]
  /// The progress of a download in percent. The stream ends when the episode is complete.
  var download: @Sendable (_ episode: Int) -> AsyncThrowingStream<Int, any Error>
}

enum G05PodcastsKey: TestDependencyKey {
  static let testValue = G05Podcasts(
    queue: unimplemented("G05Podcasts.queue"),
    download: unimplemented("G05Podcasts.download", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var g05Podcasts: G05Podcasts {
    get { self[G05PodcastsKey.self] }
    set { self[G05PodcastsKey.self] = newValue }
  }
}

struct G05Offline: Error {}

/// A row of the queue, which can be downloaded.
struct G05Episode: Reducer {
  enum File: Equatable {
    case none
    case downloading(percent: Int)
    case complete
    case failed
  }

  struct State: Equatable, Identifiable {
    let id: Int
    var file = File.none
  }

  enum Input: Equatable { case downloadTapped, stopTapped, deleteTapped }
  enum Feedback: Equatable { case progressed(percent: Int), completed, failed }
  enum Output: Equatable { case deleted }

  private enum CancelID { case download }

  @Dependency(\.g05Podcasts) private var podcasts

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch (message, state.file) {
    case (.input(.downloadTapped), .none), (.input(.downloadTapped), .failed):
      state.file = .downloading(percent: 0)
      let id = state.id
      return .run("download", of: id) { send in
        for try await percent in podcasts.download(id) { await send(.progressed(percent: percent)) }
        await send(.completed)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.download)

    case (.input(.stopTapped), .downloading):
      state.file = .none
      return .cancel(id: CancelID.download)

    case (.input(.deleteTapped), .complete):
      state.file = .none
      return .output(.deleted)

    case (.feedback(.progressed(let percent)), .downloading):
      state.file = .downloading(percent: percent)
      return .none

    case (.feedback(.completed), .downloading):
      state.file = .complete
      return .none

    case (.feedback(.failed), .downloading):
      state.file = .failed
      return .none

    default:
      return .none
    }
  }
}

/// The episodes that are to be heard next. Only a complete episode can be played. One that leaves the queue loses its file.
struct G05Queue: Reducer {
  struct State: Equatable {
    var episodes: IdentifiedArray<G05Episode.State> = []
    var playing: Int?
    var isRefreshing = false
    var hasFailed = false
  }

  enum Input: Equatable {
    case refreshTapped
    case playTapped(Int)
    case episode(Int, G05Episode.Input)
  }

  enum Feedback: Equatable {
    case refreshed([Int])
    case refreshFailed
    case episode(Int, ChildFeedback<G05Episode>)
  }

  let episodes = ScopeEach<G05Queue, G05Episode>(\.episodes, feedback: Feedback.episode) { G05Episode() }

  @Dependency(\.g05Podcasts) private var podcasts

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isRefreshing else { return .none }
      state.isRefreshing = true
      state.hasFailed = false
      return .run("queue") { send in
        await send(.refreshed(try await podcasts.queue()))
      } catch: { _, send in
        await send(.refreshFailed)
      }

    case .input(.playTapped(let id)):
      guard state.episodes[id: id]?.file == .complete else { return .none }
      state.playing = state.playing == id ? nil : id
      return .none

    case .input(.episode(let id, let input)):
      return episodes.reduce(.input(input), id: id, into: &state)

    case .feedback(.episode(let id, .feedback(let feedback))):
      return episodes.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.episode(let id, .output(.deleted))):
      if state.playing == id { state.playing = nil }
      return .none

    case .feedback(.refreshed(let ids)):
      state.isRefreshing = false
      let known = state.episodes
      state.episodes = IdentifiedArray(ids.map { known[id: $0] ?? G05Episode.State(id: $0) })
      if let playing = state.playing, !ids.contains(playing) { state.playing = nil }
      return .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      state.hasFailed = true
      return .none
    }
  }
}

struct G05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G05Queue.State) -> [G05Queue.Input] in
        var inputs: [G05Queue.Input] = [.refreshTapped]
        if state.episodes.index(id: 1) != nil {
          inputs += [
            .playTapped(1), .episode(1, .downloadTapped), .episode(1, .stopTapped), .episode(1, .deleteTapped),
          ]
        }
        if state.episodes.index(id: 2) != nil {
          inputs += [.episode(2, .downloadTapped), .episode(2, .stopTapped)]
        }
        return inputs
      }
    ) { () -> TestStore<G05Queue> in
      let store = TestStore(initialState: G05Queue.State()) { G05Queue() }
      store.gate("queue", at: \.g05Podcasts.queue) { [.success([1, 2]), .success([2]), .failure(G05Offline())] }
      store.gate("download", at: \.g05Podcasts.download) { _ in
        [.element(50), .finish, .failure(G05Offline())]
      }
      return store
    }
  }
}
