import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum S07Event: Equatable, Sendable {
  case progress(Int)
  case done(file: String)
}

struct S07Client: DependencyKey {
  /// Downloads the episode, from a percentage on.
  var download: @Sendable (_ percent: Int) -> AsyncThrowingStream<S07Event, any Error>
  var delete: @Sendable (_ file: String) async throws -> Void

  static let liveValue = S07Client(
    download: { _ in AsyncThrowingStream<S07Event, any Error> { $0.finish() } },
    delete: { _ in }
  )
  static let testValue = S07Client(
    download: unimplemented(
      "S07Client.download",
      placeholder: AsyncThrowingStream<S07Event, any Error> { $0.finish() }
    ),
    delete: unimplemented("S07Client.delete")
  )
}

extension DependencyValues {
  var s07Client: S07Client {
    get { self[S07Client.self] }
    set { self[S07Client.self] = newValue }
  }
}

/// The download of one episode. A broken download is tried once more by itself, after five seconds.
struct S07Episode: Reducer {
  enum State: Equatable {
    case notDownloaded
    case downloading(percent: Int, attempt: Int)
    case waiting(percent: Int)
    case paused(percent: Int)
    case failed(percent: Int)
    case downloaded(file: String)
    case deleting(file: String)
    case deleteFailed(file: String)
  }

  enum Input: Equatable {
    case downloadTapped
    case pauseTapped
    case resumeTapped
    case cancelTapped
    case deleteTapped
  }

  enum Feedback: Equatable {
    case event(S07Event)
    case broke
    case pauseEnded
    case deleted
    case deleteFailed
  }

  private enum CancelID { case download }

  @Dependency(\.s07Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.downloadTapped), .notDownloaded):
      state = .downloading(percent: 0, attempt: 1)
      return download(from: 0)

    case (.input(.downloadTapped), .failed(let percent)), (.input(.resumeTapped), .paused(let percent)):
      state = .downloading(percent: percent, attempt: 1)
      return download(from: percent)

    case (.input(.pauseTapped), .downloading(let percent, _)), (.input(.pauseTapped), .waiting(let percent)):
      state = .paused(percent: percent)
      return .cancel(id: CancelID.download)

    case (.input(.cancelTapped), .downloading), (.input(.cancelTapped), .waiting), (.input(.cancelTapped), .paused),
      (.input(.cancelTapped), .failed):
      state = .notDownloaded
      return .cancel(id: CancelID.download)

    case (.feedback(.event(.progress(let new))), .downloading(let percent, let attempt)):
      state = .downloading(percent: max(new, percent), attempt: attempt)
      return .none

    case (.feedback(.event(.done(let file))), .downloading):
      state = .downloaded(file: file)
      return .none

    case (.feedback(.broke), .downloading(let percent, 1)):
      state = .waiting(percent: percent)
      return pause()

    case (.feedback(.broke), .downloading(let percent, _)):
      state = .failed(percent: percent)
      return .none

    case (.feedback(.pauseEnded), .waiting(let percent)):
      state = .downloading(percent: percent, attempt: 2)
      return download(from: percent)

    case (.input(.deleteTapped), .downloaded(let file)), (.input(.deleteTapped), .deleteFailed(let file)):
      state = .deleting(file: file)
      return delete(file)

    case (.feedback(.deleted), .deleting):
      state = .notDownloaded
      return .none

    case (.feedback(.deleteFailed), .deleting(let file)):
      state = .deleteFailed(file: file)
      return .none

    default:
      return .none
    }
  }

  private func download(from percent: Int) -> Effect<Feedback, Never> {
    .run("download", of: percent) { send in
      for try await event in client.download(percent) {
        await send(.event(event))
        if case .done = event { return }
      }
      // The connection was closed before the file was complete.
      await send(.broke)
    } catch: { _, send in
      await send(.broke)
    }
    .cancellable(id: CancelID.download)
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.download)
  }

  private func delete(_ file: String) -> Effect<Feedback, Never> {
    .run("delete", of: file) { send in
      try await client.delete(file)
      await send(.deleted)
    } catch: { _, send in
      await send(.deleteFailed)
    }
  }
}

struct S07Offline: Error {}

struct S07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.downloadTapped, .pauseTapped, .resumeTapped, .cancelTapped, .deleteTapped]
    ) { () -> TestStore<S07Episode> in
      let store = TestStore(initialState: S07Episode.State.notDownloaded) { S07Episode() }
      store.gate("download", at: \.s07Client.download) { _ in
        [.element(.progress(50)), .element(.done(file: "episode.mp3")), .finish, .failure(S07Offline())]
      }
      store.gate("delete", at: \.s07Client.delete) { _ in [.success(()), .failure(S07Offline())] }
      return store
    }
  }
}
