import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The pages of a log. It keeps which of its loads has failed, so that a retry repeats that one.
struct StarLog: Reducer {
  enum Work: Hashable { case refresh, next(Int) }

  struct State: Hashable {
    var entries = [1]
    var work: Work?
    var failure: Work?
  }

  enum Input: CaseIterable { case refreshPulled, bottomReached, retryTapped }
  enum Feedback { case loaded([Int], Work), failed(Work) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled): return state.work == .refresh ? .none : begin(.refresh, &state)
    case .input(.bottomReached):
      return state.work == nil && state.entries.count < 2 ? begin(.next(2), &state) : .none
    case .input(.retryTapped):
      guard state.work == nil, let failure = state.failure else { return .none }
      return begin(failure, &state)
    case .feedback(.loaded(let entries, let work)):
      state.work = nil
      state.entries = work == .refresh ? entries : state.entries + entries
    case .feedback(.failed(let work)):
      state.work = nil
      state.failure = work
    }
    return .none
  }

  private func begin(_ work: Work, _ state: inout State) -> Effect<Feedback, Never> {
    state.work = work
    state.failure = nil
    let page = if case .next(let page) = work { page } else { 1 }
    return .run("page", of: page) { send in
      await send(.loaded(try await load(page), work))
    } catch: { _, send in
      await send(.failed(work))
    }
    .cancellable(id: "page", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("page", at: \.suspectLoad) { page in [.success([page]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
