import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The people who like the user, with a filter, and a button to like them back.
struct V14LikesYou: Reducer {
  struct State: Equatable {
    var filter = Filter.all
    var likes: [V14Like] = []
    var isLoading = false
    var isRefreshing = false
    var hasFailed = false
    var likeBacks: [Int: LikeBack] = [:]
    var matched: Set<Int> = []
  }

  enum Filter: Hashable, Sendable { case all, verified }
  enum LikeBack: Equatable { case sending, failed }

  enum Input: Equatable, Sendable {
    case appeared
    case filterChosen(Filter)
    case refreshPulled
    case retryTapped
    case likeBackTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([V14Like])
    case loadFailed
    case refreshed([V14Like])
    case refreshFailed
    case matched(Int)
    case likeBackFailed(Int)
  }

  private enum CancelID { case likes }

  @Dependency(\.v14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.likes.isEmpty, !state.isLoading, !state.isRefreshing else { return .none }
      return load(&state)

    case .input(.filterChosen(let filter)):
      guard filter != state.filter else { return .none }
      state.filter = filter
      state.likes = []
      return load(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .feedback(.loaded(let likes)):
      state.isLoading = false
      show(likes, in: &state)
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .input(.refreshPulled):
      guard !state.isLoading, !state.isRefreshing else { return .none }
      state.isRefreshing = true
      state.hasFailed = false
      return .run("refresh", of: state.filter) { [filter = state.filter] send in
        await send(.refreshed(try await client.likes(filter == .verified)))
      } catch: { _, send in
        await send(.refreshFailed)
      }
      .cancellable(id: CancelID.likes, cancelInFlight: true)

    case .feedback(.refreshed(let likes)):
      state.isRefreshing = false
      show(likes, in: &state)
      return .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      state.hasFailed = true
      return .none

    case .input(.likeBackTapped(let id)):
      guard state.likes.contains(where: { $0.id == id }), state.likeBacks[id] != .sending else { return .none }
      state.likeBacks[id] = .sending
      return .run("like back", of: id) { send in
        try await client.likeBack(id)
        await send(.matched(id))
      } catch: { _, send in
        await send(.likeBackFailed(id))
      }

    case .feedback(.matched(let id)):
      state.likeBacks[id] = nil
      state.matched.insert(id)
      state.likes.removeAll { $0.id == id }
      return .none

    case .feedback(.likeBackFailed(let id)):
      state.likeBacks[id] = .failed
      return .none
    }
  }

  /// Shows the likes that are no matches yet. The answer may be older than a match.
  private func show(_ likes: [V14Like], in state: inout State) {
    state.likes = likes.filter { !state.matched.contains($0.id) }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("likes", of: state.filter) { [filter = state.filter] send in
      await send(.loaded(try await client.likes(filter == .verified)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.likes, cancelInFlight: true)
  }
}

struct V14Like: Equatable, Sendable {
  var id: Int
  var name: String
}

struct V14Client: TestDependencyKey, Sendable {
  var likes: @Sendable (_ onlyVerified: Bool) async throws -> [V14Like]
  var likeBack: @Sendable (_ id: Int) async throws -> Void

  static let testValue = V14Client(
    likes: unimplemented("V14Client.likes"),
    likeBack: unimplemented("V14Client.likeBack")
  )
}

extension DependencyValues {
  var v14Client: V14Client {
    get { self[V14Client.self] }
    set { self[V14Client.self] = newValue }
  }
}

struct V14Offline: Error {}

struct V14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V14LikesYou.State) -> [V14LikesYou.Input] in
        var inputs: [V14LikesYou.Input] = [.appeared, .filterChosen(.all), .filterChosen(.verified), .refreshPulled]
        if state.hasFailed { inputs.append(.retryTapped) }
        return inputs + state.likes.map { V14LikesYou.Input.likeBackTapped($0.id) }
      }
    ) { () -> TestStore<V14LikesYou> in
      let store = TestStore(initialState: V14LikesYou.State()) { V14LikesYou() }
      store.gate("likes", at: \.v14Client.likes) { onlyVerified in
        [
          .success(
            onlyVerified ? [V14Like(id: 1, name: "Ana")] : [V14Like(id: 1, name: "Ana"), V14Like(id: 2, name: "Ben")]
          ),
          .failure(V14Offline()),
        ]
      }
      store.gate("like back", at: \.v14Client.likeBack) { _ in [.success(()), .failure(V14Offline())] }
      return store
    }
  }
}
