import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The new episodes of the podcasts that the user follows. They are downloaded one after another.
struct X03Episodes: Reducer {
  enum Phase: Equatable { case idle, loading, failed, loaded }

  struct State: Equatable {
    var phase = Phase.idle
    var episodes: IdentifiedArray<X03Episode> = []
    var leaving: String?
    var keptShow: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case downloadTapped(Int)
    case cancelTapped(Int)
    case removeTapped(Int)
    case unfollowTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([X03Episode])
    case loadFailed
    case downloaded(Int)
    case downloadFailed(Int)
    case unfollowed(String)
    case unfollowFailed(String)
  }

  private enum CancelID { case download }

  @Dependency(\.x03Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.phase == .idle ? load(&state) : .none

    case .input(.retryTapped):
      return state.phase == .failed ? load(&state) : .none

    case .input(.downloadTapped(let id)):
      guard let status = state.episodes[id: id]?.status, status == .remote || status == .failed else { return .none }
      state.episodes[id: id]?.status = .waiting
      return startNext(&state)

    case .input(.cancelTapped(let id)):
      switch state.episodes[id: id]?.status {
      case .waiting:
        state.episodes[id: id]?.status = .remote
        return .none
      case .downloading:
        state.episodes[id: id]?.status = .remote
        return .merge(.cancel(id: CancelID.download), startNext(&state))
      default:
        return .none
      }

    case .input(.removeTapped(let id)):
      guard state.episodes[id: id]?.status == .downloaded else { return .none }
      state.episodes[id: id]?.status = .remote
      return .none

    case .input(.unfollowTapped(let show)):
      guard state.leaving == nil else { return .none }
      state.leaving = show
      state.keptShow = nil
      return .run("unfollow", of: show) { send in
        try await client.unfollow(show)
        await send(.unfollowed(show))
      } catch: { _, send in
        await send(.unfollowFailed(show))
      }

    case .feedback(.loaded(let episodes)):
      state.phase = .loaded
      state.episodes = IdentifiedArray(episodes)
      return .none

    case .feedback(.loadFailed):
      state.phase = .failed
      return .none

    case .feedback(.downloaded(let id)):
      state.episodes[id: id]?.status = .downloaded
      return startNext(&state)

    case .feedback(.downloadFailed(let id)):
      state.episodes[id: id]?.status = .failed
      return startNext(&state)

    case .feedback(.unfollowed(let show)):
      let isDownloading = state.episodes.contains { $0.show == show && $0.status == .downloading }
      state.leaving = nil
      state.episodes.removeAll { $0.show == show }
      return isDownloading ? .cancel(id: CancelID.download) : .none

    case .feedback(.unfollowFailed(let show)):
      state.leaving = nil
      state.keptShow = show
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading
    return .run("episodes") { send in
      await send(.loaded(try await client.episodes()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  /// Starts the download that has waited longest in the list, unless one runs.
  private func startNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.episodes.contains(where: { $0.status == .downloading }),
      let id = state.episodes.first(where: { $0.status == .waiting })?.id
    else { return .none }
    state.episodes[id: id]?.status = .downloading
    return .run("download", of: id) { send in
      try await client.download(id)
      await send(.downloaded(id))
    } catch: { _, send in
      await send(.downloadFailed(id))
    }
    .cancellable(id: CancelID.download)
  }
}

struct X03Episode: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case remote, waiting, downloading, downloaded, failed }

  let id: Int
  var show: String
  var status = Status.remote
}

struct X03Client: TestDependencyKey, Sendable {
  var episodes: @Sendable () async throws -> [X03Episode]
  var download: @Sendable (_ id: Int) async throws -> Void
  var unfollow: @Sendable (_ show: String) async throws -> Void

  static let testValue = X03Client(
    episodes: unimplemented("X03Client.episodes"),
    download: unimplemented("X03Client.download"),
    unfollow: unimplemented("X03Client.unfollow")
  )
}

extension DependencyValues {
  var x03Client: X03Client {
    get { self[X03Client.self] }
    set { self[X03Client.self] = newValue }
  }
}

struct X03Offline: Error {}

struct X03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X03Episodes.State) -> [X03Episodes.Input] in
        switch state.phase {
        case .idle: return [.appeared]
        case .loading: return []
        case .failed: return [.retryTapped]
        case .loaded: break
        }
        var inputs = state.episodes.map { episode -> X03Episodes.Input in
          switch episode.status {
          case .remote, .failed: .downloadTapped(episode.id)
          case .waiting, .downloading: .cancelTapped(episode.id)
          case .downloaded: .removeTapped(episode.id)
          }
        }
        guard state.leaving == nil else { return inputs }
        for show in Set(state.episodes.map(\.show)).sorted() { inputs.append(.unfollowTapped(show)) }
        return inputs
      }
    ) { () -> TestStore<X03Episodes> in
      let store = TestStore(initialState: X03Episodes.State()) { X03Episodes() }
      store.gate("episodes", at: \.x03Client.episodes) {
        [
          .success([
            X03Episode(id: 1, show: "Jazz Hour"), X03Episode(id: 2, show: "Jazz Hour"),
            X03Episode(id: 3, show: "Opera"),
          ]),
          .failure(X03Offline()),
        ]
      }
      store.gate("download", at: \.x03Client.download) { _ in [.success(()), .failure(X03Offline())] }
      store.gate("unfollow", at: \.x03Client.unfollow) { _ in [.success(()), .failure(X03Offline())] }
      return store
    }
  }
}
