import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

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
