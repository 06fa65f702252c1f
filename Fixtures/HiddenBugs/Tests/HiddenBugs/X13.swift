import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One issue of a magazine: its download, the check of the file, and what can be done with it.
struct X13Issue: Reducer {
  struct State: Equatable {
    var phase = X13Phase.remote
    var isReading = false
    var isFavourite = false
    var couldNotDelete = false
  }

  enum Input: Equatable, Sendable {
    case downloadTapped
    case cancelTapped
    case retryTapped
    case readTapped
    case closeTapped
    case deleteTapped
    case favouriteTapped
  }

  enum Feedback: Equatable, Sendable {
    case progressed(Int)
    case arrived
    case downloadFailed
    case stalled
    case checked(isComplete: Bool)
    case deleted
    case deletionFailed
  }

  private enum CancelID { case download, watchdog, check }

  @Dependency(\.x13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.downloadTapped):
      guard state.phase == .remote else { return .none }
      return download(into: &state)

    case .input(.retryTapped):
      guard case .failed = state.phase else { return .none }
      return download(into: &state)

    case .input(.cancelTapped):
      switch state.phase {
      case .downloading, .checking:
        state.phase = .remote
        return .merge(.cancel(id: CancelID.download), .cancel(id: CancelID.watchdog), .cancel(id: CancelID.check))
      case .remote, .stored, .deleting, .failed:
        return .none
      }

    case .input(.readTapped):
      guard state.phase == .stored else { return .none }
      state.isReading = true
      state.couldNotDelete = false
      return .none

    case .input(.closeTapped):
      state.isReading = false
      return .none

    case .input(.deleteTapped):
      guard state.phase == .stored, !state.isReading else { return .none }
      state.phase = .deleting
      state.couldNotDelete = false
      return .run("delete") { send in
        try await client.delete("June")
        await send(.deleted)
      } catch: { _, send in
        await send(.deletionFailed)
      }

    case .input(.favouriteTapped):
      state.isFavourite.toggle()
      return .none

    case .feedback(.progressed(let percent)):
      guard case .downloading(let shown) = state.phase else { return .none }
      state.phase = .downloading(max(shown, percent))
      return watchdog()

    case .feedback(.arrived):
      guard case .downloading = state.phase else { return .none }
      state.phase = .checking
      return .merge(
        .cancel(id: CancelID.watchdog),
        .run("check") { send in
          await send(.checked(isComplete: try await client.check("June")))
        } catch: { _, send in
          await send(.checked(isComplete: false))
        }
        .cancellable(id: CancelID.check, cancelInFlight: true)
      )

    case .feedback(.downloadFailed):
      guard case .downloading = state.phase else { return .none }
      state.phase = .failed(.offline)
      return .cancel(id: CancelID.watchdog)

    case .feedback(.stalled):
      guard case .downloading = state.phase else { return .none }
      state.phase = .failed(.stalled)
      return .cancel(id: CancelID.download)

    case .feedback(.checked(let isComplete)):
      state.phase = isComplete ? .stored : .failed(.damaged)
      return .none

    case .feedback(.deleted):
      state.phase = .remote
      return .none

    case .feedback(.deletionFailed):
      state.phase = .stored
      state.couldNotDelete = true
      return .none
    }
  }

  private func download(into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .downloading(0)
    return .merge(
      .run("download") { send in
        for try await percent in client.download("June") { await send(.progressed(percent)) }
        await send(.arrived)
      } catch: { _, send in
        await send(.downloadFailed)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true),
      watchdog()
    )
  }

  /// Gives up a download of which nothing has been heard for a while.
  private func watchdog() -> Effect<Feedback, Never> {
    .run("watchdog") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.stalled)
    }
    .cancellable(id: CancelID.watchdog, cancelInFlight: true)
  }
}

enum X13Phase: Equatable, Sendable {
  enum Reason: Equatable, Sendable { case offline, stalled, damaged }

  case remote
  case downloading(Int)
  case checking
  case stored
  case deleting
  case failed(Reason)
}

struct X13Client: TestDependencyKey, Sendable {
  var download: @Sendable (_ issue: String) -> AsyncThrowingStream<Int, any Error>
  var check: @Sendable (_ issue: String) async throws -> Bool
  var delete: @Sendable (_ issue: String) async throws -> Void

  static let testValue = X13Client(
    download: unimplemented("X13Client.download", placeholder: AsyncThrowingStream { $0.finish() }),
    check: unimplemented("X13Client.check"),
    delete: unimplemented("X13Client.delete")
  )
}

extension DependencyValues {
  var x13Client: X13Client {
    get { self[X13Client.self] }
    set { self[X13Client.self] = newValue }
  }
}

struct X13Offline: Error {}

struct X13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X13Issue.State) -> [X13Issue.Input] in
        if state.isReading { return [.closeTapped, .favouriteTapped] }
        switch state.phase {
        case .remote: return [.downloadTapped, .favouriteTapped]
        case .downloading, .checking: return [.cancelTapped, .favouriteTapped]
        case .stored: return [.readTapped, .deleteTapped, .favouriteTapped]
        case .deleting: return [.favouriteTapped]
        case .failed: return [.retryTapped, .favouriteTapped]
        }
      }
    ) { () -> TestStore<X13Issue> in
      let store = TestStore(initialState: X13Issue.State()) { X13Issue() }
      store.gate("download", at: \.x13Client.download) { _ in
        [.element(40), .element(90), .finish, .failure(X13Offline())]
      }
      store.gate("check", at: \.x13Client.check) { _ in [.success(true), .success(false), .failure(X13Offline())] }
      store.gate("delete", at: \.x13Client.delete) { _ in [.success(()), .failure(X13Offline())] }
      return store
    }
  }
}
