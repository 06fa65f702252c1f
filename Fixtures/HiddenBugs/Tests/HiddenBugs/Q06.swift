import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q06Job: Equatable, Sendable {
  var id: Int
  var title: String
}

enum Q06Progress: Equatable, Sendable {
  case percent(Int)
  case delivered
}

struct Q06Agency: TestDependencyKey, Sendable {
  var jobs: @Sendable () async throws -> [Q06Job]
  var upload: @Sendable (_ job: Int) -> AsyncThrowingStream<Q06Progress, any Error>

  static let testValue = Q06Agency(
    jobs: unimplemented("Q06Agency.jobs"),
    upload: unimplemented("Q06Agency.upload", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var q06Agency: Q06Agency {
    get { self[Q06Agency.self] }
    set { self[Q06Agency.self] = newValue }
  }
}

/// A translation, and how far its upload to the client is.
struct Q06Row: Equatable {
  enum Phase: Equatable {
    case draft
    case uploading(Int)
    case delivered
    case failed
  }

  var title: String
  var phase = Phase.draft

  var isUploading: Bool {
    if case .uploading = phase { return true }
    return false
  }

  var canBeSent: Bool { phase == .draft || phase == .failed }

  mutating func advance(to percent: Int) {
    guard isUploading else { return }
    phase = .uploading(percent)
  }
}

struct Q06Desk: Reducer {
  struct State: Equatable {
    var rows: [Int: Q06Row] = [:]
    var isLoading = false
    var loadFailed = false
  }

  enum Input: Equatable {
    case refreshPulled
    case sendTapped(Int)
    case cancelTapped(Int)
  }

  enum Feedback: Equatable {
    case loaded([Q06Job])
    case loadFailed
    case progressed(Int, Q06Progress)
    case uploadEnded(Int)
    case stalled(Int)
  }

  private enum CancelID: Hashable {
    case load
    case upload(Int)
    case watchdog(Int)
  }

  @Dependency(\.q06Agency) private var agency
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled):
      state.isLoading = true
      state.loadFailed = false
      return .run("jobs") { send in
        await send(.loaded(try await agency.jobs()))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)

    case .input(.sendTapped(let id)):
      guard let row = state.rows[id], row.canBeSent else { return .none }
      state.rows[id]?.phase = .uploading(0)
      return .merge(upload(id), watchdog(id))

    case .input(.cancelTapped(let id)):
      guard let row = state.rows[id], row.isUploading else { return .none }
      state.rows[id]?.phase = .draft
      return .merge(.cancel(id: CancelID.upload(id)), .cancel(id: CancelID.watchdog(id)))

    case .feedback(.loaded(let jobs)):
      state.isLoading = false
      let listed = Set(jobs.map(\.id))
      state.rows = state.rows.filter { listed.contains($0.key) || $0.value.phase != .draft }
      for job in jobs where state.rows[job.id] == nil { state.rows[job.id] = Q06Row(title: job.title) }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.progressed(let id, .percent(let percent))):
      state.rows[id]?.advance(to: percent)
      return watchdog(id)

    case .feedback(.progressed(let id, .delivered)):
      state.rows[id]?.phase = .delivered
      return .cancel(id: CancelID.watchdog(id))

    case .feedback(.uploadEnded(let id)):
      guard let row = state.rows[id], row.isUploading else { return .none }
      state.rows[id]?.phase = .failed
      return .cancel(id: CancelID.watchdog(id))

    case .feedback(.stalled(let id)):
      state.rows[id]?.phase = .failed
      return .cancel(id: CancelID.upload(id))
    }
  }

  private func upload(_ id: Int) -> Effect<Feedback, Never> {
    .run("upload", of: id) { send in
      for try await progress in agency.upload(id) { await send(.progressed(id, progress)) }
      await send(.uploadEnded(id))
    } catch: { _, send in
      await send(.uploadEnded(id))
    }
    .cancellable(id: CancelID.upload(id), cancelInFlight: true)
  }

  /// Gives an upload up from which nothing has been heard for half a minute.
  private func watchdog(_ id: Int) -> Effect<Feedback, Never> {
    .run("watchdog", of: id) { send in
      try await clock.sleep(for: .seconds(30))
      await send(.stalled(id))
    }
    .cancellable(id: CancelID.watchdog(id), cancelInFlight: true)
  }
}

struct Q06Offline: Error {}

struct Q06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.refreshPulled, .sendTapped(1), .sendTapped(2), .cancelTapped(1)]
    ) { () -> TestStore<Q06Desk> in
      let store = TestStore(initialState: Q06Desk.State()) { Q06Desk() }
      store.gate("jobs", at: \.q06Agency.jobs) {
        [.success([Q06Job(id: 1, title: "Menu"), Q06Job(id: 2, title: "Letter")]), .failure(Q06Offline())]
      }
      store.gate("upload", at: \.q06Agency.upload) { _ in
        [.element(.percent(50)), .element(.delivered), .failure(Q06Offline())]
      }
      return store
    }
  }
}
