import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Episodes of a podcast, which are downloaded over Wi-Fi, one after another.
struct H24Downloads: Reducer {
  enum Status: Equatable, Sendable { case remote, waiting, running(Int), done, deleting, failed }

  struct Episode: Equatable, Identifiable {
    let id: String
    var status = Status.remote

    var isRunning: Bool { if case .running = status { true } else { false } }
  }

  struct State: Equatable {
    var episodes: IdentifiedArrayOf<Episode> = []
    var isOnWifi = true
  }

  enum Input: Equatable, Sendable {
    case downloadTapped(String)
    case cancelTapped(String)
    case retryTapped(String)
    case deleteTapped(String)
    case wifiLost
    case wifiFound
  }

  enum Feedback: Equatable, Sendable {
    case progressed(String, Int)
    case broken(String)
    case stalled(String)
    case deleted(String)
    case deleteFailed(String)
  }

  private enum CancelID { case download, watchdog }

  @Dependency(\.h24Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.downloadTapped(let id)), .input(.retryTapped(let id)):
      switch state.episodes[id: id]?.status {
      case .remote?, .failed?:
        state.episodes[id: id]?.status = .waiting
        return next(&state)
      case .waiting?, .running?, .done?, .deleting?, nil:
        return .none
      }

    case .input(.cancelTapped(let id)):
      switch state.episodes[id: id]?.status {
      case .waiting?:
        state.episodes[id: id]?.status = .remote
        return .none
      case .running?:
        state.episodes[id: id]?.status = .remote
        return .merge(stop(), next(&state))
      case .remote?, .done?, .deleting?, .failed?, nil:
        return .none
      }

    case .input(.wifiLost):
      state.isOnWifi = false
      guard let id = state.episodes.first(where: { $0.isRunning })?.id else { return .none }
      state.episodes[id: id]?.status = .waiting
      return stop()

    case .input(.wifiFound):
      state.isOnWifi = true
      return next(&state)

    case .feedback(.progressed(let id, let percent)):
      guard case .running(let old)? = state.episodes[id: id]?.status else { return .none }
      guard percent < 100 else {
        state.episodes[id: id]?.status = .done
        return .merge(stop(), next(&state))
      }
      state.episodes[id: id]?.status = .running(max(old, percent))
      return watch(id)

    case .feedback(.broken(let id)), .feedback(.stalled(let id)):
      guard state.episodes[id: id]?.isRunning == true else { return .none }
      state.episodes[id: id]?.status = .failed
      return .merge(stop(), next(&state))

    case .input(.deleteTapped(let id)):
      guard state.episodes[id: id]?.status == .done else { return .none }
      state.episodes[id: id]?.status = .deleting
      return .run("delete", of: id) { send in
        try await client.delete(id)
        await send(.deleted(id))
      } catch: { _, send in
        await send(.deleteFailed(id))
      }

    case .feedback(.deleted(let id)):
      state.episodes[id: id]?.status = .remote
      return .none

    case .feedback(.deleteFailed(let id)):
      state.episodes[id: id]?.status = .done
      return .none
    }
  }

  /// Starts the first episode that waits, unless one runs.
  private func next(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isOnWifi, !state.episodes.contains(where: { $0.isRunning }),
      let id = state.episodes.first(where: { $0.status == .waiting })?.id
    else { return .none }
    state.episodes[id: id]?.status = .running(0)
    return .merge(download(id), watch(id))
  }

  /// A stream that ends before it is complete is a broken one.
  private func download(_ id: String) -> Effect<Feedback, Never> {
    .run("download", of: id) { send in
      for try await percent in client.download(id) { await send(.progressed(id, percent)) }
      await send(.broken(id))
    } catch: { _, send in
      await send(.broken(id))
    }
    .cancellable(id: CancelID.download, cancelInFlight: true)
  }

  private func watch(_ id: String) -> Effect<Feedback, Never> {
    .run("watchdog", of: id) { send in
      try await clock.sleep(for: .seconds(30))
      await send(.stalled(id))
    }
    .cancellable(id: CancelID.watchdog, cancelInFlight: true)
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.download), .cancel(id: CancelID.watchdog))
  }
}

struct H24Client: TestDependencyKey, Sendable {
  var download: @Sendable (_ episode: String) -> AsyncThrowingStream<Int, any Error>
  var delete: @Sendable (_ episode: String) async throws -> Void

  static let testValue = H24Client(
    download: unimplemented("H24Client.download", placeholder: AsyncThrowingStream { $0.finish() }),
    delete: unimplemented("H24Client.delete")
  )
}

extension DependencyValues {
  var h24Client: H24Client {
    get { self[H24Client.self] }
    set { self[H24Client.self] = newValue }
  }
}

struct H24Offline: Error {}

struct H24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H24Downloads.State) -> [H24Downloads.Input] in
        var inputs: [H24Downloads.Input] = [state.isOnWifi ? .wifiLost : .wifiFound]
        for episode in state.episodes {
          switch episode.status {
          case .remote: inputs.append(.downloadTapped(episode.id))
          case .waiting, .running: inputs.append(.cancelTapped(episode.id))
          case .failed: inputs.append(.retryTapped(episode.id))
          case .done: inputs.append(.deleteTapped(episode.id))
          case .deleting: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<H24Downloads> in
      let episodes: IdentifiedArrayOf<H24Downloads.Episode> = [
        H24Downloads.Episode(id: "Pilot"), H24Downloads.Episode(id: "Finale"),
      ]
      let store = TestStore(initialState: H24Downloads.State(episodes: episodes)) { H24Downloads() }
      store.gate("download", at: \.h24Client.download) { _ in
        [.element(50), .element(100), .finish, .failure(H24Offline())]
      }
      store.gate("delete", at: \.h24Client.delete) { _ in [.success(()), .failure(H24Offline())] }
      return store
    }
  }
}
