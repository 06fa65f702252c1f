import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The lots of an auction, page by page, as the house puts them up and withdraws them.
struct R16Catalogue: Reducer {
  struct State: Equatable {
    var lots: [R16Lot] = []
    /// The last page that is shown; 0 before the first.
    var page = 0
    var pageCount = 1
    var isLoading = false
    var failedPage: Int?
    var placing: Int?
    var bids: Set<Int> = []
    var hasBidFailed = false

    var showsEmptyHint: Bool { page > 0 && lots.isEmpty && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case endReached
    case retryTapped
    case bidTapped(Int)
    case bidErrorDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, R16Page)
    case loadFailed(Int)
    case bidPlaced(Int)
    case bidFailed
  }

  @Dependency(\.r16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.page == 0, state.failedPage == nil else { return .none }
      return load(page: 1, &state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return request(page: 1, &state)

    case .input(.endReached):
      guard state.failedPage == nil else { return .none }
      return load(page: state.page + 1, &state)

    case .input(.retryTapped):
      guard let page = state.failedPage else { return .none }
      return load(page: page, &state)

    case .input(.bidTapped(let lot)):
      guard state.placing == nil, !state.bids.contains(lot) else { return .none }
      state.placing = lot
      state.hasBidFailed = false
      return .run("bid", of: lot) { send in
        try await client.bid(lot)
        await send(.bidPlaced(lot))
      } catch: { _, send in
        await send(.bidFailed)
      }

    case .input(.bidErrorDismissed):
      state.hasBidFailed = false
      return .none

    case .feedback(.loaded(let page, let answer)):
      state.isLoading = false
      state.lots = page == 1 ? answer.lots : state.lots + answer.lots
      state.page = page
      state.pageCount = answer.pageCount
      return .none

    case .feedback(.loadFailed(let page)):
      state.isLoading = false
      state.failedPage = page
      return .none

    case .feedback(.bidPlaced(let lot)):
      state.placing = nil
      state.bids.insert(lot)
      return .none

    case .feedback(.bidFailed):
      state.placing = nil
      state.hasBidFailed = true
      return .none
    }
  }

  private func load(page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading, page <= state.pageCount else { return .none }
    return request(page: page, &state)
  }

  private func request(page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("lots", of: page) { send in
      await send(.loaded(page, try await client.lots(page)))
    } catch: { _, send in
      await send(.loadFailed(page))
    }
  }
}

struct R16Lot: Equatable, Sendable, Identifiable {
  var id: Int
  var title: String
}

struct R16Page: Equatable, Sendable {
  var lots: [R16Lot]
  var pageCount: Int
}

struct R16Client: TestDependencyKey, Sendable {
  var lots: @Sendable (_ page: Int) async throws -> R16Page
  var bid: @Sendable (_ lot: Int) async throws -> Void

  static let testValue = R16Client(
    lots: unimplemented("R16Client.lots"),
    bid: unimplemented("R16Client.bid")
  )
}

extension DependencyValues {
  var r16Client: R16Client {
    get { self[R16Client.self] }
    set { self[R16Client.self] = newValue }
  }
}

struct R16Offline: Error {}

struct R16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R16Catalogue.State) -> [R16Catalogue.Input] in
        var inputs: [R16Catalogue.Input] = [.appeared]
        if !state.isLoading { inputs.append(.refreshTapped) }
        if state.failedPage != nil { inputs.append(.retryTapped) }
        if state.hasBidFailed { inputs.append(.bidErrorDismissed) }
        if let lot = state.lots.first {
          inputs.append(.endReached)
          if state.placing == nil, !state.bids.contains(lot.id) { inputs.append(.bidTapped(lot.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<R16Catalogue> in
      let store = TestStore(initialState: R16Catalogue.State()) { R16Catalogue() }
      store.gate("lots", at: \.r16Client.lots) { page in
        if page > 1 {
          return [.success(R16Page(lots: [R16Lot(id: 2, title: "Clock")], pageCount: 2)), .failure(R16Offline())]
        }
        return [
          .success(R16Page(lots: [R16Lot(id: 1, title: "Vase")], pageCount: 2)),
          .success(R16Page(lots: [], pageCount: 0)),
          .failure(R16Offline()),
        ]
      }
      store.gate("bid", at: \.r16Client.bid) { _ in [.success(()), .failure(R16Offline())] }
      return store
    }
  }
}
