import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A run of a blood analyser. Each sample can be taken out while the analyser works on it.
struct Q18Analyser: Reducer {
  enum Phase: Equatable, Sendable { case empty, loading, loadFailed, loaded, running, lost, finished }

  struct State: Equatable {
    var phase = Phase.empty
    var samples: IdentifiedArray<Q18Sample> = []

    /// Whether nothing is left to measure.
    var isComplete: Bool { samples.allSatisfy(\.isClosed) }
  }

  enum Input: Equatable, Sendable {
    case loadTapped
    case startTapped
    case abortTapped(Int)
    case resumeTapped
    case newRunTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int])
    case loadFailed
    case reported(Q18Report)
    case reportsEnded
    case aborted(Int)
    case abortFailed(Int)
  }

  private enum CancelID { case reports, abort }

  @Dependency(\.q18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loadTapped):
      guard state.phase == .empty || state.phase == .loadFailed else { return .none }
      state.phase = .loading
      return .run("worklist") { send in
        await send(.loaded(try await client.worklist()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.startTapped):
      guard state.phase == .loaded else { return .none }
      state.phase = .running
      return listen()

    case .input(.resumeTapped):
      guard state.phase == .lost else { return .none }
      state.phase = .running
      return listen()

    case .input(.abortTapped(let id)):
      guard state.samples[id: id]?.status == .measuring else { return .none }
      state.samples[id: id]?.status = .aborting
      return .run("abort", of: id) { send in
        try await client.abort(id)
        await send(.aborted(id))
      } catch: { _, send in
        await send(.abortFailed(id))
      }
      .cancellable(id: CancelID.abort)

    case .input(.newRunTapped):
      guard state.phase == .finished else { return .none }
      state = State()
      return .cancel(id: CancelID.abort)

    case .feedback(.loaded(let ids)):
      state.phase = ids.isEmpty ? .empty : .loaded
      state.samples = IdentifiedArray(ids.map { Q18Sample(id: $0) })
      return .none

    case .feedback(.loadFailed):
      state.phase = .loadFailed
      return .none

    case .feedback(.reported(.started(let id))):
      guard state.samples[id: id]?.status == .waiting else { return .none }
      state.samples[id: id]?.status = .measuring
      return .none

    case .feedback(.reported(.measured(let id, let value))):
      guard let sample = state.samples[id: id], !sample.isClosed else { return .none }
      return close(id, as: .measured(value), &state)

    case .feedback(.reportsEnded):
      state.phase = .lost
      return .none

    case .feedback(.aborted(let id)):
      return close(id, as: .aborted, &state)

    case .feedback(.abortFailed(let id)):
      // The analyser works on.
      guard state.samples[id: id]?.status == .aborting else { return .none }
      state.samples[id: id]?.status = .measuring
      return .none
    }
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("reports") { send in
      for try await report in client.reports() { await send(.reported(report)) }
      await send(.reportsEnded)
    } catch: { _, send in
      await send(.reportsEnded)
    }
    .cancellable(id: CancelID.reports, cancelInFlight: true)
  }

  /// Closes a sample, and the run with the last one.
  private func close(_ id: Int, as status: Q18Sample.Status, _ state: inout State) -> Effect<Feedback, Never> {
    state.samples[id: id]?.status = status
    guard state.isComplete else { return .none }
    state.phase = .finished
    return .cancel(id: CancelID.reports)
  }
}

struct Q18Sample: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable {
    case waiting
    case measuring
    case aborting
    case measured(Int)
    case aborted
  }

  let id: Int
  var status = Status.waiting

  var isClosed: Bool {
    switch status {
    case .waiting, .measuring, .aborting: false
    case .measured, .aborted: true
    }
  }
}

enum Q18Report: Equatable, Sendable {
  case started(Int)
  case measured(Int, value: Int)
}

struct Q18Client: TestDependencyKey, Sendable {
  var worklist: @Sendable () async throws -> [Int]
  var reports: @Sendable () -> AsyncThrowingStream<Q18Report, any Error>
  var abort: @Sendable (_ sample: Int) async throws -> Void

  static let testValue = Q18Client(
    worklist: unimplemented("Q18Client.worklist"),
    reports: unimplemented("Q18Client.reports", placeholder: AsyncThrowingStream { $0.finish() }),
    abort: unimplemented("Q18Client.abort")
  )
}

extension DependencyValues {
  var q18Client: Q18Client {
    get { self[Q18Client.self] }
    set { self[Q18Client.self] = newValue }
  }
}

struct Q18NoAnswer: Error {}

struct Q18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q18Analyser.State) -> [Q18Analyser.Input] in
        let measuring = state.samples.elements.filter { $0.status == .measuring }
        let aborts = measuring.map { Q18Analyser.Input.abortTapped($0.id) }
        switch state.phase {
        case .empty, .loadFailed: return [.loadTapped]
        case .loading: return []
        case .loaded: return [.startTapped]
        case .running: return aborts
        case .lost: return aborts + [.resumeTapped]
        case .finished: return [.newRunTapped]
        }
      }
    ) { () -> TestStore<Q18Analyser> in
      let store = TestStore(initialState: Q18Analyser.State()) { Q18Analyser() }
      store.gate("worklist", at: \.q18Client.worklist) { [.success([1, 2]), .failure(Q18NoAnswer())] }
      store.gate("reports", at: \.q18Client.reports) {
        [
          .element(.started(1)), .element(.started(2)), .element(.measured(1, value: 80)),
          .element(.measured(2, value: 95)), .finish, .failure(Q18NoAnswer()),
        ]
      }
      store.gate("abort", at: \.q18Client.abort) { _ in [.success(()), .failure(Q18NoAnswer())] }
      return store
    }
  }
}
