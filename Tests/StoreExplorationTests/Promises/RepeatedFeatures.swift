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

/// An open sign. It asks before it loses changes, when it is closed and at each link.
struct OpenSign: Reducer {
  struct State: Hashable {
    var isFollowing = false
    var shown: Int? = 1
    var hasChanges = false
    var pending: Int?
    var asksToDiscard = false
  }

  enum Input { case appeared, opened, edited, closed, discarded, kept }
  enum Feedback { case linked(Int) }

  @Dependency(\.suspectEvents) private var links

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isFollowing else { return .none }
      state.isFollowing = true
      return .run("links") { send in
        for await id in links() { await send(.linked(id)) }
      }
    case .input(.opened): if state.shown == nil { show(1, &state) }
    case .input(.edited): if state.shown != nil, !state.asksToDiscard { state.hasChanges = true }
    case .input(.closed):
      guard state.shown != nil, !state.asksToDiscard else { return .none }
      if state.hasChanges { state.asksToDiscard = true } else { show(nil, &state) }
    case .input(.discarded): if state.asksToDiscard { show(state.pending, &state) }
    case .input(.kept):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      state.pending = nil
    case .feedback(.linked(let id)):
      guard state.shown != nil, state.hasChanges else {
        show(id, &state)
        return .none
      }
      state.asksToDiscard = state.shown != id
      state.pending = state.shown == id ? nil : id
    }
    return .none
  }

  private func show(_ id: Int?, _ state: inout State) {
    state = State(isFollowing: state.isFollowing, shown: id)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.appeared, .opened, .edited, .closed, .discarded, .kept]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("links", at: \.suspectEvents) { [.element(2), .element(3)] }
      return store
    }
  }
}
