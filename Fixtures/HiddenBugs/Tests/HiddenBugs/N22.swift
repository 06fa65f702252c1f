import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Splits a song into its stems, on a server.
struct N22Stems: Reducer {
  enum Phase: Equatable, Sendable {
    case idle
    case uploading
    case separating(percent: Int)
    case ready([String])
    case failed
  }

  struct State: Equatable {
    var song: String?
    var phase = Phase.idle
    var muted: Set<String> = []

    var isBusy: Bool {
      switch phase {
      case .uploading, .separating: true
      case .idle, .ready, .failed: false
      }
    }
  }

  enum Input: Equatable, Sendable {
    case songChosen(String)
    case separateTapped
    case cancelUploadTapped
    case retryTapped
    case stemTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(job: Int)
    case uploadFailed
    case updated(N22Update)
    case separationFailed
  }

  private enum CancelID { case upload, job }

  @Dependency(\.n22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.songChosen(let song)):
      guard !state.isBusy else { return .none }
      state = State(song: song)
      return .none

    case .input(.separateTapped):
      guard let song = state.song, state.phase == .idle else { return .none }
      return upload(song, into: &state)

    case .input(.cancelUploadTapped):
      guard state.phase == .uploading else { return .none }
      state.phase = .idle
      return .cancel(id: CancelID.upload)

    case .input(.retryTapped):
      guard let song = state.song, state.phase == .failed else { return .none }
      return upload(song, into: &state)

    case .input(.stemTapped(let stem)):
      guard case .ready = state.phase else { return .none }
      if state.muted.remove(stem) == nil { state.muted.insert(stem) }
      return .none

    case .feedback(.uploaded(let job)):
      state.phase = .separating(percent: 0)
      return .run("separation", of: job) { send in
        for try await update in client.separation(job) { await send(.updated(update)) }
      } catch: { _, send in
        await send(.separationFailed)
      }
      .cancellable(id: CancelID.job, cancelInFlight: true)

    case .feedback(.uploadFailed):
      state.phase = .failed
      return .none

    case .feedback(.updated(.progress(let percent))):
      state.phase = .separating(percent: percent)
      return .none

    case .feedback(.updated(.stems(let stems))):
      state.phase = .ready(stems)
      return .cancel(id: CancelID.job)

    case .feedback(.updated(.rejected)):
      state.phase = .failed
      return .cancel(id: CancelID.job)

    case .feedback(.separationFailed):
      state.phase = .failed
      return .none
    }
  }

  private func upload(_ song: String, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .uploading
    return .run("upload", of: song) { send in
      await send(.uploaded(job: try await client.upload(song)))
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }
}

enum N22Update: Equatable, Sendable {
  case progress(Int)
  case stems([String])
  case rejected
}

struct N22Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ song: String) async throws -> Int
  var separation: @Sendable (_ job: Int) -> AsyncThrowingStream<N22Update, any Error>

  static let testValue = N22Client(
    upload: unimplemented("N22Client.upload"),
    separation: unimplemented("N22Client.separation", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var n22Client: N22Client {
    get { self[N22Client.self] }
    set { self[N22Client.self] = newValue }
  }
}

struct N22Offline: Error {}

struct N22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N22Stems.State) -> [N22Stems.Input] in
        switch state.phase {
        case .idle: return [.songChosen("Demo"), .songChosen("Live"), .separateTapped]
        case .uploading: return [.cancelUploadTapped]
        case .separating: return []
        case .ready: return [.songChosen("Live"), .stemTapped("vocals")]
        case .failed: return [.songChosen("Live"), .retryTapped]
        }
      }
    ) { () -> TestStore<N22Stems> in
      let store = TestStore(initialState: N22Stems.State()) { N22Stems() }
      store.gate("upload", at: \.n22Client.upload) { _ in [.success(7), .failure(N22Offline())] }
      store.gate("separation", at: \.n22Client.separation) { _ in
        [
          .element(.progress(50)), .element(.stems(["vocals", "drums"])), .element(.rejected), .finish,
          .failure(N22Offline()),
        ]
      }
      return store
    }
  }
}
