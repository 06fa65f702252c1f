import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An item of an auction. Its price is watched while the item is open on the screen.
struct I21Auction: Reducer {
  struct State: Equatable {
    enum Item: Equatable {
      case none
      case loading(Int)
      case failed(Int)
      case open(I21Item)
    }

    var item = Item.none
    var isLeading = false
    var isBidding = false
    var bidHasFailed = false
    var isStale = false
    var isInBackground = false

    /// The item whose price is watched.
    var watched: Int? {
      guard case .open(let item) = self.item, !item.isOver, !isInBackground else { return nil }
      return item.id
    }
  }

  enum Input: Equatable, Sendable {
    case itemTapped(Int)
    case retryTapped
    case bidTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(I21Item)
    case loadFailed(Int)
    case priced(I21Item)
    case pricingFailed
    case bidPlaced(I21Item)
    case bidFailed
  }

  private enum CancelID { case load, watch }

  @Dependency(\.i21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let watched = state.watched
    let effect = handle(message, &state)
    if state.watched == watched { return effect }
    guard let id = state.watched else { return .merge(effect, .cancel(id: CancelID.watch)) }
    return .merge(effect, watch(id))
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.itemTapped(let id)):
      guard state.item == .none else { return .none }
      return load(id, &state)

    case .input(.retryTapped):
      guard case .failed(let id) = state.item else { return .none }
      return load(id, &state)

    case .feedback(.loaded(let item)):
      state.item = .open(item)
      return .none

    case .feedback(.loadFailed(let id)):
      state.item = .failed(id)
      return .none

    case .feedback(.priced(let news)):
      state.isStale = false
      update(with: news, &state)
      return .none

    case .feedback(.pricingFailed):
      state.isStale = true
      return .none

    case .input(.bidTapped):
      guard case .open(let item) = state.item, !item.isOver, !state.isBidding, !state.isLeading else { return .none }
      state.isBidding = true
      state.bidHasFailed = false
      return .run("bid", of: item.id) { send in
        await send(.bidPlaced(try await client.bid(item.id)))
      } catch: { _, send in
        await send(.bidFailed)
      }

    case .feedback(.bidPlaced(let news)):
      guard case .open(let item) = state.item else { return .none }
      state.isBidding = false
      state.isLeading = news.price >= item.price
      if state.isLeading { update(with: news, leading: true, &state) }
      return .none

    case .feedback(.bidFailed):
      state.isBidding = false
      state.bidHasFailed = true
      return .none

    case .input(.closeTapped):
      guard !state.isBidding else { return .none }
      state = State(isInBackground: state.isInBackground)
      return .cancel(id: CancelID.load)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none
    }
  }

  /// Takes what is news. Neither does a price fall, nor does an auction begin again.
  private func update(with news: I21Item, leading: Bool = false, _ state: inout State) {
    guard case .open(var item) = state.item else { return }
    if news.price > item.price { state.isLeading = leading }
    item.price = max(item.price, news.price)
    item.isOver = item.isOver || news.isOver
    state.item = .open(item)
  }

  private func load(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.item = .loading(id)
    return .run("item", of: id) { send in
      await send(.loaded(try await client.item(id)))
    } catch: { _, send in
      await send(.loadFailed(id))
    }
    .cancellable(id: CancelID.load)
  }

  private func watch(_ id: Int) -> Effect<Feedback, Never> {
    .run("watch", of: id) { send in
      for await _ in clock.timer(interval: .seconds(5)) {
        if let item = try? await client.item(id) {
          await send(.priced(item))
        } else {
          await send(.pricingFailed)
        }
      }
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }
}

struct I21Item: Equatable, Sendable {
  var id: Int
  var price: Int
  var isOver = false
}

struct I21Client: TestDependencyKey, Sendable {
  var item: @Sendable (_ id: Int) async throws -> I21Item
  var bid: @Sendable (_ id: Int) async throws -> I21Item

  static let testValue = I21Client(
    item: unimplemented("I21Client.item"),
    bid: unimplemented("I21Client.bid")
  )
}

extension DependencyValues {
  var i21Client: I21Client {
    get { self[I21Client.self] }
    set { self[I21Client.self] = newValue }
  }
}

struct I21Offline: Error {}

struct I21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I21Auction.State) -> [I21Auction.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.item {
        case .none: return [.itemTapped(1), .wentToBackground]
        case .loading: return [.closeTapped, .wentToBackground]
        case .failed: return [.retryTapped, .closeTapped, .wentToBackground]
        case .open(let item):
          if state.isBidding { return [.wentToBackground] }
          if state.isLeading || item.isOver { return [.closeTapped, .wentToBackground] }
          return [.bidTapped, .closeTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<I21Auction> in
      let store = TestStore(initialState: I21Auction.State()) { I21Auction() }
      store.gate("item", at: \.i21Client.item) { id in
        [
          .success(I21Item(id: id, price: 10)), .success(I21Item(id: id, price: 15, isOver: true)),
          .failure(I21Offline()),
        ]
      }
      store.gate("bid", at: \.i21Client.bid) { id in
        [.success(I21Item(id: id, price: 12)), .failure(I21Offline())]
      }
      return store
    }
  }
}
