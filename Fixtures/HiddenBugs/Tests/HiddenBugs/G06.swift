import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct G06Coin: Hashable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct G06Page: Hashable, Sendable {
  var coins: [G06Coin]
  var isLast: Bool
}

/// The catalogue of the collection, page by page, and a dealer who values single coins.
struct G06Catalogue: Sendable {
  var page: @Sendable (_ number: Int) async throws -> G06Page
  var value: @Sendable (_ coin: Int) async throws -> Int
}

enum G06CatalogueKey: TestDependencyKey {
  static let testValue = G06Catalogue(
    page: unimplemented("G06Catalogue.page"),
    value: unimplemented("G06Catalogue.value")
  )
}

extension DependencyValues {
  var g06Catalogue: G06Catalogue {
    get { self[G06CatalogueKey.self] }
    set { self[G06CatalogueKey.self] = newValue }
  }
}

struct G06Offline: Error {}

/// Where a list that loads page by page stands.
struct G06Pager: Equatable {
  /// The page behind those that are shown; nil at the end of the list.
  var next: Int? = 1
  /// The page that is being loaded.
  var running: Int?
  /// The page that couldn't be loaded.
  var failed: Int?

  var isIdle: Bool { running == nil && next != nil }

  mutating func begin(_ page: Int) {
    running = page
    failed = nil
  }

  mutating func succeed(isLast: Bool) {
    guard let page = running else { return }
    running = nil
    next = isLast ? nil : page + 1
  }

  mutating func fail() {
    failed = running
    running = nil
  }
}

/// The coins of the user, with the values that the dealer has given.
struct G06Collection: Reducer {
  enum Value: Equatable {
    case asking
    case known(euros: Int)
    case unknown
  }

  struct State: Equatable {
    var coins: IdentifiedArray<G06Coin> = []
    var values: [G06Coin.ID: Value] = [:]
    var pager = G06Pager()
  }

  enum Input: Equatable {
    case refreshPulled
    case endReached
    case retryTapped
    case valueTapped(G06Coin.ID)
  }

  enum Feedback: Equatable {
    case pageLoaded(G06Page)
    case pageFailed
    case valued(G06Coin.ID, euros: Int)
    case valueFailed(G06Coin.ID)
  }

  private enum CancelID: Hashable {
    case page
    case value(G06Coin.ID)
  }

  @Dependency(\.g06Catalogue) private var catalogue

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled):
      return load(1, &state)

    case .input(.endReached):
      guard state.pager.isIdle, let page = state.pager.next else { return .none }
      return load(page, &state)

    case .input(.retryTapped):
      guard state.pager.isIdle, let page = state.pager.failed else { return .none }
      return load(page, &state)

    case .input(.valueTapped(let id)):
      guard state.coins[id: id] != nil, state.values[id] == nil || state.values[id] == .unknown else { return .none }
      state.values[id] = .asking
      return .run("value", of: id) { send in
        await send(.valued(id, euros: try await catalogue.value(id)))
      } catch: { _, send in
        await send(.valueFailed(id))
      }
      .cancellable(id: CancelID.value(id))

    case .feedback(.pageLoaded(let page)):
      let isFirst = state.pager.running == 1
      state.pager.succeed(isLast: page.isLast)
      guard isFirst else {
        for coin in page.coins { state.coins.updateOrAppend(coin) }
        return .none
      }
      state.coins = IdentifiedArray(page.coins)
      return dropValues(&state)

    case .feedback(.pageFailed):
      state.pager.fail()
      return .none

    case .feedback(.valued(let id, euros: let euros)):
      state.values[id] = .known(euros: euros)
      return .none

    case .feedback(.valueFailed(let id)):
      state.values[id] = .unknown
      return .none
    }
  }

  /// Loads a page in place of one that is being loaded.
  private func load(_ page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.pager.begin(page)
    return .run("page", of: page) { send in
      await send(.pageLoaded(try await catalogue.page(page)))
    } catch: { _, send in
      await send(.pageFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// Forgets the values of coins that are no longer in the list, and those that are being asked for.
  private func dropValues(_ state: inout State) -> Effect<Feedback, Never> {
    let coins = state.coins
    let gone = state.values.keys.filter { coins[id: $0] == nil }.sorted()
    for id in gone { state.values[id] = nil }
    let effects: [Effect<Feedback, Never>] = gone.map { .cancel(id: CancelID.value($0)) }
    return .merge(effects)
  }
}

struct G06Bugs {
  static func page(_ number: Int) -> G06Page {
    number == 1
      ? G06Page(coins: [G06Coin(id: 1, name: "Thaler"), G06Coin(id: 2, name: "Ducat")], isLast: false)
      : G06Page(coins: [G06Coin(id: 3, name: "Obol")], isLast: true)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.refreshPulled, .endReached, .retryTapped, .valueTapped(1), .valueTapped(3)]
    ) { () -> TestStore<G06Collection> in
      let store = TestStore(initialState: G06Collection.State()) { G06Collection() }
      store.gate("page", at: \.g06Catalogue.page) { number in
        [.success(Self.page(number)), .failure(G06Offline())]
      }
      store.gate("value", at: \.g06Catalogue.value) { id in [.success(10 * id), .failure(G06Offline())] }
      return store
    }
  }
}
