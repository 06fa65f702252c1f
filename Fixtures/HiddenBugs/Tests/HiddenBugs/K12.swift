import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K12Offline: Error {}

struct K12Episode: Equatable, Sendable {
  enum Status: Equatable, Sendable { case online, downloading, downloaded, failed }

  var id: Int
  var status = Status.online
}

struct K12Podcasts: DependencyKey, Sendable {
  /// The ids of the episodes.
  var feed: @Sendable () async throws -> [Int]
  var download: @Sendable (_ episode: Int) async throws -> Void
  /// The episodes whose files the system has completed.
  var completions: @Sendable () -> AsyncStream<Int>

  static let liveValue = K12Podcasts(
    feed: { [] },
    download: { _ in },
    completions: { AsyncStream { $0.finish() } }
  )
  static let testValue = K12Podcasts(
    feed: unimplemented("K12Podcasts.feed"),
    download: unimplemented("K12Podcasts.download"),
    completions: unimplemented("K12Podcasts.completions", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var k12Podcasts: K12Podcasts {
    get { self[K12Podcasts.self] }
    set { self[K12Podcasts.self] = newValue }
  }
}

/// The episodes of a podcast, and their downloads, each of which may take two minutes.
struct K12Downloads: Reducer {
  struct State: Equatable {
    var isVisible = false
    var isLoading = false
    var loadFailed = false
    var episodes: [K12Episode] = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case refreshPulled
    case downloadTapped(Int)
    case cancelTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case feedLoaded([Int])
    case feedFailed
    case downloadSucceeded(Int)
    case downloadFailed(Int)
    case downloadTimedOut(Int)
    case downloadCompleted(Int)
  }

  private enum CancelID: Hashable {
    case feed
    case completions
    case download(Int)
    case timeout(Int)
  }

  @Dependency(\.k12Podcasts) private var podcasts
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return .merge(
        loadFeed(&state),
        .run("completions") { send in
          for await id in podcasts.completions() { await send(.downloadCompleted(id)) }
        }
        .cancellable(id: CancelID.completions, cancelInFlight: true)
      )

    case .input(.disappeared):
      guard state.isVisible else { return .none }
      state.isVisible = false
      state.isLoading = false
      return .merge(.cancel(id: CancelID.feed), .cancel(id: CancelID.completions))

    case .input(.refreshPulled):
      guard state.isVisible, !state.isLoading else { return .none }
      return loadFeed(&state)

    case .input(.downloadTapped(let id)):
      guard let index = state.episodes.firstIndex(where: { $0.id == id }) else { return .none }
      guard state.episodes[index].status == .online || state.episodes[index].status == .failed else { return .none }
      state.episodes[index].status = .downloading
      return .merge(
        .run("download", of: id) { send in
          try await podcasts.download(id)
          await send(.downloadSucceeded(id))
        } catch: { _, send in
          await send(.downloadFailed(id))
        }
        .cancellable(id: CancelID.download(id), cancelInFlight: true),
        .run("timeout", of: id) { send in
          try await clock.sleep(for: .seconds(120))
          await send(.downloadTimedOut(id))
        }
        .cancellable(id: CancelID.timeout(id), cancelInFlight: true)
      )

    case .input(.cancelTapped(let id)):
      guard let index = state.episodes.firstIndex(where: { $0.id == id }) else { return .none }
      guard state.episodes[index].status == .downloading else { return .none }
      state.episodes[index].status = .online
      return .merge(.cancel(id: CancelID.download(id)), .cancel(id: CancelID.timeout(id)))

    case .feedback(.feedLoaded(let ids)):
      state.isLoading = false
      for id in ids where !state.episodes.contains(where: { $0.id == id }) {
        state.episodes.append(K12Episode(id: id))
      }
      return .none

    case .feedback(.feedFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.downloadSucceeded(let id)):
      setStatus(.downloaded, of: id, &state)
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.downloadFailed(let id)):
      setStatus(.failed, of: id, &state)
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.downloadTimedOut(let id)):
      setStatus(.failed, of: id, &state)
      return .cancel(id: CancelID.download(id))

    case .feedback(.downloadCompleted(let id)):
      guard state.episodes.contains(where: { $0.id == id && $0.status == .downloading }) else { return .none }
      setStatus(.downloaded, of: id, &state)
      return .cancel(id: CancelID.download(id))
    }
  }

  private func loadFeed(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("feed") { send in
      await send(.feedLoaded(try await podcasts.feed()))
    } catch: { _, send in
      await send(.feedFailed)
    }
    .cancellable(id: CancelID.feed, cancelInFlight: true)
  }

  private func setStatus(_ status: K12Episode.Status, of id: Int, _ state: inout State) {
    guard let index = state.episodes.firstIndex(where: { $0.id == id }) else { return }
    state.episodes[index].status = status
  }
}

struct K12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .refreshPulled, .downloadTapped(1), .downloadTapped(2), .cancelTapped(1)]
    ) { () -> TestStore<K12Downloads> in
      let store = TestStore(initialState: K12Downloads.State()) { K12Downloads() }
      store.gate("feed", at: \.k12Podcasts.feed) { [.success([1, 2]), .failure(K12Offline())] }
      store.gate("download", at: \.k12Podcasts.download) { _ in [.success(()), .failure(K12Offline())] }
      store.gate("completions", at: \.k12Podcasts.completions) { [.element(1), .element(2)] }
      return store
    }
  }
}
