import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The members of a community, page by page, and whom the user follows.
struct B28Directory: Reducer {
  enum Request: Hashable, Sendable {
    case refresh
    case page(Int)

    var page: Int {
      switch self {
      case .refresh: 1
      case .page(let page): page
      }
    }
  }

  struct State: Equatable {
    var members: IdentifiedArray<B28Member> = []
    var next: Int?
    var running: Request?
    var failed: Request?
    var followed: Set<Int> = []
    var changing: Set<Int> = []
    var hasFollowFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case bannerDismissed
    case followTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, B28Page)
    case failed(Request)
    case followChanged(Int)
    case followFailed(Int, wanted: Bool)
  }

  private enum CancelID { case members }

  @Dependency(\.b28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.members.isEmpty, state.running == nil else { return .none }
      return begin(.refresh, &state)

    case .input(.refreshPulled):
      guard state.running != .refresh else { return .none }
      return begin(.refresh, &state)

    case .input(.endReached):
      guard let next = state.next, state.running == nil else { return .none }
      return begin(.page(next), &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return begin(failed, &state)

    case .input(.bannerDismissed):
      state.failed = nil
      state.hasFollowFailed = false
      return .none

    case .input(.followTapped(let id)):
      guard state.members[id: id] != nil, !state.changing.contains(id) else { return .none }
      let wanted = !state.followed.contains(id)
      state.hasFollowFailed = false
      state.changing.insert(id)
      setFollowed(id, wanted, &state)
      return .run("follow", of: id) { send in
        try await client.follow(id, wanted)
        await send(.followChanged(id))
      } catch: { _, send in
        await send(.followFailed(id, wanted: wanted))
      }

    case .feedback(.loaded(let request, let page)):
      state.running = nil
      if request == .refresh { state.members = [] }
      for member in page.members { state.members.updateOrAppend(member) }
      state.next = page.next
      return .none

    case .feedback(.failed(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.followChanged(let id)):
      state.changing.remove(id)
      return .none

    case .feedback(.followFailed(let id, wanted: let wanted)):
      state.changing.remove(id)
      setFollowed(id, !wanted, &state)
      state.hasFollowFailed = true
      return .none
    }
  }

  /// Asks for members, instead of what is on its way. A retry asks for the same again.
  private func begin(_ request: Request, _ state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    return .run("members", of: request) { send in
      await send(.loaded(request, try await client.members(request.page)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.members, cancelInFlight: true)
  }

  private func setFollowed(_ id: Int, _ isFollowed: Bool, _ state: inout State) {
    if isFollowed { state.followed.insert(id) } else { state.followed.remove(id) }
  }
}

struct B28Member: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct B28Page: Equatable, Sendable {
  var members: [B28Member]
  var next: Int?
}

struct B28Client: TestDependencyKey, Sendable {
  var members: @Sendable (_ page: Int) async throws -> B28Page
  var follow: @Sendable (_ id: Int, _ isFollowed: Bool) async throws -> Void

  static let testValue = B28Client(
    members: unimplemented("B28Client.members"),
    follow: unimplemented("B28Client.follow")
  )
}

extension DependencyValues {
  var b28Client: B28Client {
    get { self[B28Client.self] }
    set { self[B28Client.self] = newValue }
  }
}

struct B28Offline: Error {}

struct B28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B28Directory.State) -> [B28Directory.Input] in
        var inputs: [B28Directory.Input] = [.appeared, .refreshPulled]
        if !state.members.isEmpty { inputs += [.endReached, .followTapped(1)] }
        if state.failed != nil { inputs.append(.retryTapped) }
        if state.failed != nil || state.hasFollowFailed { inputs.append(.bannerDismissed) }
        return inputs
      }
    ) { () -> TestStore<B28Directory> in
      let store = TestStore(initialState: B28Directory.State()) { B28Directory() }
      store.gate("members", at: \.b28Client.members) { page in
        [
          .success(B28Page(members: [B28Member(id: page, name: "Member \(page)")], next: page == 1 ? 2 : nil)),
          .failure(B28Offline()),
        ]
      }
      store.gate("follow", at: \.b28Client.follow) { _ in [.success(()), .failure(B28Offline())] }
      return store
    }
  }
}
