import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The hearings of a day, each of which is to be confirmed. A refresh that lacks a hearing cancels its confirmation, which stays pending
/// for ever, unless it is fixed.
struct CourtDay: Reducer {
  struct State: Hashable {
    var hearings: Set<Int> = []
    var confirmed: Set<Int> = []
    var pending: Set<Int> = []
    var isRefreshing = false
    var hasFailed = false
  }

  enum Input { case refreshTapped, confirmTapped(Int) }
  enum Feedback { case loaded([Int]), confirmed(Int), refused(Int), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isRefreshing else { return .none }
      (state.isRefreshing, state.hasFailed) = (true, false)
      return .run("hearings") { send in
        await send(.loaded(try await load(0)))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.confirmTapped(let id)):
      guard state.hearings.contains(id), !state.pending.contains(id), !state.confirmed.contains(id) else {
        return .none
      }
      state.pending.insert(id)
      return .run("confirm", of: id) { send in
        try await post("\(id)")
        await send(.confirmed(id))
      } catch: { _, send in
        await send(.refused(id))
      }
      .cancellable(id: id)
    case .feedback(.loaded(let hearings)):
      let gone = state.hearings.subtracting(hearings)
      (state.isRefreshing, state.hearings) = (false, Set(hearings))
      state.confirmed.subtract(gone)
      if isFixed { state.pending.subtract(gone) }
      return .merge(gone.sorted().map { .cancel(id: $0) })
    case .feedback(.confirmed(let id)):
      state.pending.remove(id)
      state.confirmed.insert(id)
    case .feedback(.refused(let id)): state.pending.remove(id)
    case .feedback(.failed): (state.isRefreshing, state.hasFailed) = (false, true)
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.refreshTapped, .confirmTapped(1), .confirmTapped(2)]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in
        [.success([1, 2]), .success([1]), .failure(SuspectClient.Offline())]
      }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// The rehearsals of a choir, by pages. A retry refreshes, or loads more, whichever has failed. It is right.
struct ChoirPages: Reducer {
  struct State: Hashable {
    var isVisible = false
    var rehearsals: [Int] = []
    var hasMore = false
    var isRefreshing = false
    var isLoadingMore = false
    var refreshFailed = false
    var moreFailed = false
    var saving: Int?
    var saveFailed = false
  }

  enum Input: CaseIterable { case appeared, disappeared, endReached, retryTapped, attendTapped }
  enum Feedback { case refreshed([Int]), refreshFailed, loadedMore([Int]), moreFailed, saved, saveFailed }

  private enum CancelID { case page }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return refresh(&state)
    case .input(.disappeared):
      (state.isVisible, state.isRefreshing, state.isLoadingMore) = (false, false, false)
      return .cancel(id: CancelID.page)
    case .input(.endReached): return state.isVisible ? loadMore(&state) : .none
    case .input(.retryTapped):
      guard state.isVisible else { return .none }
      return state.refreshFailed ? refresh(&state) : state.moreFailed ? loadMore(&state) : .none
    case .input(.attendTapped):
      guard state.isVisible, state.saving == nil, let first = state.rehearsals.first else { return .none }
      (state.saving, state.saveFailed) = (first, false)
      return .run("save", of: first) { send in
        try await post("\(first)")
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
    case .feedback(.refreshed(let rehearsals)):
      (state.isRefreshing, state.rehearsals, state.hasMore) = (false, rehearsals, true)
    case .feedback(.refreshFailed): (state.isRefreshing, state.refreshFailed) = (false, true)
    case .feedback(.loadedMore(let rehearsals)):
      (state.isLoadingMore, state.hasMore) = (false, false)
      state.rehearsals += rehearsals
    case .feedback(.moreFailed): (state.isLoadingMore, state.moreFailed) = (false, true)
    case .feedback(.saved): state.saving = nil
    case .feedback(.saveFailed): (state.saving, state.saveFailed) = (nil, true)
    }
    return .none
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    (state.isRefreshing, state.refreshFailed) = (true, false)
    (state.isLoadingMore, state.moreFailed) = (false, false)
    return .run("refresh") { send in
      await send(.refreshed(try await load(1)))
    } catch: { _, send in
      await send(.refreshFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func loadMore(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isRefreshing, !state.isLoadingMore, state.hasMore else { return .none }
    (state.isLoadingMore, state.moreFailed) = (true, false)
    return .run("more") { send in
      await send(.loadedMore(try await load(2)))
    } catch: { _, send in
      await send(.moreFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { number in [.success([number]), .failure(SuspectClient.Offline())] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
