import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What was left behind in trains. The owner claims it from the list.
struct E29LostProperty: Reducer {
  enum Claim: Equatable {
    case idle
    case confirming(String)
    case sending(String)
    case failed(String)
  }

  struct State: Equatable {
    var kind = E29Kind.bag
    var items: [E29Item] = []
    var loadedPages = 0
    var requestedPage = 1
    var isComplete = false
    var isLoading = false
    var hasFailed = false
    var claim = Claim.idle
    var claimed: Set<String> = []

    /// Whether a page may be asked for at the end of the list.
    var canLoad: Bool { !isComplete && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case kindChosen(E29Kind)
    case refreshPulled
    case endReached
    case retryTapped
    case claimTapped(String)
    case claimConfirmed
    case claimCancelled
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, E29Page)
    case failed
    case claimSent(String)
    case claimFailed(String)
  }

  private enum CancelID { case page }

  @Dependency(\.e29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.loadedPages == 0, !state.isLoading else { return .none }
      return load(1, into: &state)

    case .input(.kindChosen(let kind)):
      guard kind != state.kind else { return .none }
      state.kind = kind
      state.items = []
      state.loadedPages = 0
      state.isComplete = false
      return load(1, into: &state)

    case .input(.refreshPulled):
      if state.isLoading, state.requestedPage == 1 { return .none }
      return load(1, into: &state)

    case .input(.endReached):
      guard state.canLoad else { return .none }
      return load(state.loadedPages + 1, into: &state)

    case .input(.retryTapped):
      guard state.hasFailed, state.canLoad else { return .none }
      return load(state.requestedPage, into: &state)

    case .input(.claimTapped(let id)):
      guard state.claim == .idle, !state.claimed.contains(id) else { return .none }
      state.claim = .confirming(id)
      return .none

    case .input(.claimConfirmed):
      switch state.claim {
      case .confirming(let id), .failed(let id):
        state.claim = .sending(id)
        return .run("claim", of: id) { send in
          try await client.claim(id)
          await send(.claimSent(id))
        } catch: { _, send in
          await send(.claimFailed(id))
        }
      case .idle, .sending:
        return .none
      }

    case .input(.claimCancelled):
      switch state.claim {
      case .confirming, .failed: state.claim = .idle
      case .idle, .sending: break
      }
      return .none

    case .feedback(.loaded(let number, let page)):
      state.isLoading = false
      state.items = number == 1 ? page.items : state.items + page.items
      state.loadedPages = number
      state.isComplete = page.isLast
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.claimSent(let id)):
      state.claim = .idle
      state.claimed.insert(id)
      return .none

    case .feedback(.claimFailed(let id)):
      state.claim = .failed(id)
      return .none
    }
  }

  /// Asks for a page, instead of the one that is on its way.
  private func load(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.requestedPage = number
    state.isLoading = true
    state.hasFailed = false
    let query = E29Query(kind: state.kind, page: number)
    return .run("items", of: query) { send in
      await send(.loaded(number, try await client.items(query)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum E29Kind: Hashable, Sendable {
  case bag
  case phone
}

struct E29Item: Equatable, Sendable {
  var id: String
  var train: String
}

struct E29Query: Hashable, Sendable {
  var kind: E29Kind
  var page: Int
}

struct E29Page: Equatable, Sendable {
  var items: [E29Item]
  var isLast: Bool
}

struct E29Client: TestDependencyKey, Sendable {
  var items: @Sendable (_ query: E29Query) async throws -> E29Page
  var claim: @Sendable (_ item: String) async throws -> Void

  static let testValue = E29Client(
    items: unimplemented("E29Client.items"),
    claim: unimplemented("E29Client.claim")
  )
}

extension DependencyValues {
  var e29Client: E29Client {
    get { self[E29Client.self] }
    set { self[E29Client.self] = newValue }
  }
}

struct E29Offline: Error {}

struct E29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E29LostProperty.State) -> [E29LostProperty.Input] in
        if state == E29LostProperty.State() { return [.appeared] }
        switch state.claim {
        case .confirming, .failed: return [.claimConfirmed, .claimCancelled]
        case .sending: return []
        case .idle: break
        }
        var inputs: [E29LostProperty.Input] = [.refreshPulled, .kindChosen(state.kind == .bag ? .phone : .bag)]
        if !state.isComplete, state.loadedPages > 0 { inputs.append(.endReached) }
        if state.hasFailed { inputs.append(.retryTapped) }
        if let item = state.items.first, !state.claimed.contains(item.id) { inputs.append(.claimTapped(item.id)) }
        return inputs
      }
    ) { () -> TestStore<E29LostProperty> in
      let store = TestStore(initialState: E29LostProperty.State()) { E29LostProperty() }
      store.gate("items", at: \.e29Client.items) { query in
        [.success(E29Bugs.page(for: query)), .failure(E29Offline())]
      }
      store.gate("claim", at: \.e29Client.claim) { _ in [.success(()), .failure(E29Offline())] }
      return store
    }
  }

  static func page(for query: E29Query) -> E29Page {
    switch (query.kind, query.page) {
    case (.bag, 1): E29Page(items: [E29Item(id: "B1", train: "ICE 73")], isLast: false)
    case (.bag, _): E29Page(items: [E29Item(id: "B2", train: "RE 5")], isLast: true)
    case (.phone, _): E29Page(items: [E29Item(id: "P1", train: "S 3")], isLast: true)
    }
  }
}
