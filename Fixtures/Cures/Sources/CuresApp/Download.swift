import Foundation
import StoreCore
import StoreDependencies

/// A download with progress, and a history.
struct Download: Reducer {
  struct State: Equatable {
    var phase = Phase.idle
    var history: [Entry] = []
    var isQuiet = false
  }

  enum Phase: Equatable {
    case idle
    case running(Progress)
    case done(bytes: Int)
  }

  struct Progress: Equatable {
    var bytes = 0
    var total: Int
    var isPaused = false
  }

  struct Entry: Equatable, Identifiable {
    var id: UUID
    var date: Date
    var bytes: Int
  }

  enum Input: Equatable {
    case startTapped(total: Int)
    case pauseTapped
    case cancelTapped
    case quietToggled
  }

  enum Feedback: Equatable {
    case progressed(Int)
    case finished
  }

  enum Output: Equatable {
    case completed(bytes: Int)
  }

  enum CancelID { case download }

  @Dependency(\.downloadClient) var client
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.startTapped(let total)):
      state.phase = .running(Progress(total: total))
      return .run("download", of: total) { send in
        for await bytes in client.download(total) { await send(.progressed(bytes)) }
        await send(.finished)
      }
      .cancellable(id: CancelID.download)

    case .input(.pauseTapped):
      guard case .running(var progress) = state.phase else { return .none }
      progress.isPaused = true
      state.phase = .running(progress)
      return .none

    case .input(.cancelTapped):
      state.phase = .idle
      return .cancel(id: CancelID.download)

    case .input(.quietToggled):
      state.isQuiet.toggle()
      let isQuiet = state.isQuiet
      return .run("remember", of: isQuiet) { _ in await client.remember(isQuiet) }

    case .feedback(.progressed(let bytes)):
      guard case .running(var progress) = state.phase else { return .none }
      progress.bytes = bytes
      state.phase = .running(progress)
      return .none

    case .feedback(.finished):
      guard case .running(let progress) = state.phase else { return .none }
      state.phase = .done(bytes: progress.total)
      state.history.append(Entry(id: uuid(), date: date.now, bytes: progress.total))
      return state.isQuiet ? .none : .output(.completed(bytes: progress.total))
    }
  }
}

struct DownloadClient: Sendable {
  var download: @Sendable (_ total: Int) -> AsyncStream<Int>
  var remember: @Sendable (_ isQuiet: Bool) async -> Void
}

extension DownloadClient: TestDependencyKey {
  static let testValue = DownloadClient(
    download: unimplemented("DownloadClient.download", placeholder: AsyncStream { $0.finish() }),
    remember: unimplemented("DownloadClient.remember")
  )
}

extension DependencyValues {
  var downloadClient: DownloadClient {
    get { self[DownloadClient.self] }
    set { self[DownloadClient.self] = newValue }
  }
}
