import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The challenges that a user can join, page by page. Who has joined a challenge stays in it to its end.
struct G30Challenges: Reducer {
  struct State: Equatable {
    var challenges: [G30Challenge] = []
    var pagesLoaded = 0
    var hasReachedEnd = false
    var isLoading = false
    var failedPage: Int?

    /// What the user has joined, as far as the list and the answers say.
    var joined: Set<G30Challenge.ID> = []
    var joining: Set<G30Challenge.ID> = []
    var hasJoinFailed = false
    var onlyJoined = false

    /// The rows of the list.
    var shown: [G30Challenge] { onlyJoined ? challenges.filter { joined.contains($0.id) } : challenges }
    var canLoad: Bool { !isLoading && !hasReachedEnd }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case lastRowAppeared
    case retryTapped
    case joinTapped(G30Challenge.ID)
    case joinNoticeClosed
    case onlyJoinedTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(G30Page, number: Int)
    case failed(number: Int)
    case joined(G30Challenge.ID)
    case joinFailed(G30Challenge.ID)
  }

  @Dependency(\.g30Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.challenges.isEmpty, state.canLoad else { return .none }
      return load(1, into: &state)

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      return load(1, into: &state)

    case .input(.lastRowAppeared):
      let next = state.pagesLoaded + 1
      guard state.canLoad, state.failedPage != next else { return .none }
      return load(next, into: &state)

    case .input(.retryTapped):
      guard let page = state.failedPage, state.canLoad else { return .none }
      return load(page, into: &state)

    case .input(.joinTapped(let id)):
      guard !state.joined.contains(id), !state.joining.contains(id) else { return .none }
      state.joining.insert(id)
      state.hasJoinFailed = false
      return .run("join", of: id) { send in
        try await client.join(id)
        await send(.joined(id))
      } catch: { _, send in
        await send(.joinFailed(id))
      }

    case .input(.joinNoticeClosed):
      state.hasJoinFailed = false
      return .none

    case .input(.onlyJoinedTapped):
      state.onlyJoined.toggle()
      return .none

    case .feedback(.loaded(let page, let number)):
      state.isLoading = false
      if number == 1 { state.challenges = [] }
      state.challenges += page.challenges
      state.pagesLoaded = number
      state.hasReachedEnd = page.isLast
      for challenge in page.challenges where challenge.isJoined { state.joined.insert(challenge.id) }
      return .none

    case .feedback(.failed(let number)):
      state.isLoading = false
      state.failedPage = number
      return .none

    case .feedback(.joined(let id)):
      state.joining.remove(id)
      state.joined.insert(id)
      return .none

    case .feedback(.joinFailed(let id)):
      state.joining.remove(id)
      state.hasJoinFailed = true
      return .none
    }
  }

  private func load(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("page", of: number) { send in
      await send(.loaded(try await client.page(number), number: number))
    } catch: { _, send in
      await send(.failed(number: number))
    }
  }
}

struct G30Challenge: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isJoined = false
}

struct G30Page: Equatable, Sendable {
  var challenges: [G30Challenge]
  var isLast: Bool
}

struct G30Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> G30Page
  var join: @Sendable (_ id: G30Challenge.ID) async throws -> Void

  static let testValue = G30Client(page: unimplemented("G30Client.page"), join: unimplemented("G30Client.join"))
}

extension DependencyValues {
  var g30Client: G30Client {
    get { self[G30Client.self] }
    set { self[G30Client.self] = newValue }
  }
}

struct G30Offline: Error {}

extension G30Page {
  static func sample(_ number: Int) -> G30Page {
    guard number == 1 else { return G30Page(challenges: [G30Challenge(id: 3, title: "No sugar")], isLast: true) }
    let steps = G30Challenge(id: 1, title: "10,000 steps")
    let plank = G30Challenge(id: 2, title: "Plank", isJoined: true)
    return G30Page(challenges: [steps, plank], isLast: false)
  }
}

struct G30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G30Challenges.State) -> [G30Challenges.Input] in
        var inputs: [G30Challenges.Input] = [.appeared, .refreshPulled, .onlyJoinedTapped]
        if !state.challenges.isEmpty { inputs.append(.lastRowAppeared) }
        if state.failedPage != nil { inputs.append(.retryTapped) }
        for challenge in state.shown {
          guard !state.joined.contains(challenge.id), !state.joining.contains(challenge.id) else { continue }
          inputs.append(.joinTapped(challenge.id))
        }
        if state.hasJoinFailed { inputs.append(.joinNoticeClosed) }
        return inputs
      }
    ) { () -> TestStore<G30Challenges> in
      let store = TestStore(initialState: G30Challenges.State()) { G30Challenges() }
      store.gate("page", at: \.g30Client.page) { number in [.success(G30Page.sample(number)), .failure(G30Offline())] }
      store.gate("join", at: \.g30Client.join) { _ in [.success(()), .failure(G30Offline())] }
      return store
    }
  }
}
