import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The public chargers around the car, page by page. A star keeps a charger among the favourites.
struct K31Chargers: Reducer {
  struct State: Equatable {
    var chargers: IdentifiedArray<K31Charger> = []
    var pages = 0
    var hasMore = true

    /// The page that is on its way.
    var running: Int?

    /// The page that couldn't be loaded. The footer says so.
    var failed: Int?
    var starred: Set<Int> = []
    var starring: Int?
    var couldNotStar = false
    var onlyFast = false

    var canLoad: Bool { hasMore && running == nil }

    /// The rows of the list.
    var shown: [K31Charger] { chargers.elements.filter { !onlyFast || $0.isFast } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case starTapped(Int)
    case onlyFastTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(page: Int, K31Page)
    case failed(page: Int)
    case starSaved
    case starNotSaved(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.k31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.canLoad, state.pages == 0 else { return .none }
      return load(page: 0, into: &state)

    case .input(.refreshPulled):
      guard state.running != 0 else { return .none }
      return load(page: 0, into: &state)

    case .input(.endReached):
      guard state.canLoad, state.pages > 0 else { return .none }
      return load(page: state.pages, into: &state)

    case .input(.retryTapped):
      guard state.canLoad, let page = state.failed else { return .none }
      return load(page: page, into: &state)

    case .feedback(.loaded(let page, let content)):
      state.running = nil
      if page == 0 { state.chargers = [] }
      state.chargers.append(contentsOf: content.chargers)
      state.pages = page + 1
      state.hasMore = content.hasMore
      return .none

    case .feedback(.failed(let page)):
      state.running = nil
      state.failed = page
      return .none

    case .input(.starTapped(let id)):
      guard state.starring == nil, state.chargers[id: id] != nil else { return .none }
      let isStarred = !state.starred.contains(id)
      if isStarred { state.starred.insert(id) } else { state.starred.remove(id) }
      state.starring = id
      state.couldNotStar = false
      return .run("star", of: id) { send in
        try await client.star(id, isStarred)
        await send(.starSaved)
      } catch: { _, send in
        await send(.starNotSaved(id))
      }

    case .feedback(.starSaved):
      state.starring = nil
      return .none

    case .feedback(.starNotSaved(let id)):
      state.starred.formSymmetricDifference([id])
      state.starring = nil
      state.couldNotStar = true
      return .none

    case .input(.onlyFastTapped):
      state.onlyFast.toggle()
      return .none
    }
  }

  /// Loads a page, instead of any other one.
  private func load(page: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.running = page
    state.failed = nil
    return .run("chargers", of: page) { send in
      await send(.loaded(page: page, try await client.chargers(page)))
    } catch: { _, send in
      await send(.failed(page: page))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct K31Charger: Equatable, Identifiable, Sendable {
  let id: Int
  var power: Int

  var isFast: Bool { power >= 50 }
}

struct K31Page: Equatable, Sendable {
  var chargers: [K31Charger]
  var hasMore: Bool
}

struct K31Client: TestDependencyKey, Sendable {
  var chargers: @Sendable (_ page: Int) async throws -> K31Page
  var star: @Sendable (_ id: Int, _ isStarred: Bool) async throws -> Void

  static let testValue = K31Client(
    chargers: unimplemented("K31Client.chargers"),
    star: unimplemented("K31Client.star")
  )
}

extension DependencyValues {
  var k31Client: K31Client {
    get { self[K31Client.self] }
    set { self[K31Client.self] = newValue }
  }
}

struct K31Offline: Error {}

struct K31Bugs {
  static let first = K31Page(chargers: [K31Charger(id: 1, power: 150), K31Charger(id: 2, power: 22)], hasMore: true)
  static let last = K31Page(chargers: [K31Charger(id: 3, power: 50)], hasMore: false)

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K31Chargers.State) -> [K31Chargers.Input] in
        var inputs: [K31Chargers.Input] = [.refreshPulled]
        if state.pages == 0 { inputs.append(.appeared) }
        if state.pages > 0 { inputs += [.endReached, .onlyFastTapped, .starTapped(1)] }
        if state.failed != nil { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<K31Chargers> in
      let store = TestStore(initialState: K31Chargers.State()) { K31Chargers() }
      store.gate("chargers", at: \.k31Client.chargers) { page in
        [.success(page == 0 ? Self.first : Self.last), .failure(K31Offline())]
      }
      store.gate("star", at: \.k31Client.star) { _ in [.success(()), .failure(K31Offline())] }
      return store
    }
  }
}
