import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One lot of an auction. While the user watches it, its price is loaded every five seconds.
struct D03Auction: Reducer {
  struct State: Equatable {
    var isWatching = false
    var price: Int?
    var myBid: Int?
    var isLoading = false
    var isOffline = false
    var isBidding = false
    var wasOutbid = false
    var bidHasFailed = false
    var isInBackground = false
  }

  enum Input: Equatable {
    case watchTapped
    case retryTapped
    case bidTapped
    case leaveTapped
    case wentToBackground
    case cameBack
  }

  enum Feedback: Equatable {
    case priceLoaded(Int)
    case priceFailed
    case pollDue
    case bidAccepted(Int)
    case outbid(Int)
    case bidFailed
  }

  private enum CancelID { case poll }

  @Dependency(\.d03House) private var house
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.watchTapped):
      guard !state.isWatching, !state.isInBackground else { return .none }
      state.isWatching = true
      return load(&state)

    case .input(.retryTapped):
      guard state.isOffline, !state.isLoading, !state.isBidding, !state.isInBackground else { return .none }
      return load(&state)

    case .input(.bidTapped):
      guard let price = state.price, !state.isBidding, !state.isInBackground else { return .none }
      state.isBidding = true
      state.wasOutbid = false
      state.bidHasFailed = false
      state.isLoading = false
      state.isOffline = false
      return .merge(.cancel(id: CancelID.poll), bid(price + 10))

    case .input(.leaveTapped):
      guard state.isWatching, !state.isBidding, !state.isInBackground else { return .none }
      state = State()
      return .cancel(id: CancelID.poll)

    case .input(.wentToBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      state.isLoading = false
      return .cancel(id: CancelID.poll)

    case .input(.cameBack):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return resume(&state)

    case .feedback(.priceLoaded(let price)):
      state.isLoading = false
      state.price = price
      return pause()

    case .feedback(.priceFailed):
      state.isLoading = false
      state.isOffline = true
      return pause()

    case .feedback(.pollDue):
      return load(&state)

    case .feedback(.bidAccepted(let bid)):
      state.isBidding = false
      state.myBid = bid
      return resume(&state)

    case .feedback(.outbid(let price)):
      state.isBidding = false
      state.wasOutbid = true
      state.price = price
      return pause()

    case .feedback(.bidFailed):
      state.isBidding = false
      state.bidHasFailed = true
      return resume(&state)
    }
  }

  private func resume(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isWatching, !state.isBidding, !state.isInBackground else { return .none }
    return load(&state)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.isOffline = false
    return .run("price") { send in
      await send(.priceLoaded(try await house.price()))
    } catch: { _, send in
      await send(.priceFailed)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func bid(_ amount: Int) -> Effect<Feedback, Never> {
    .run("bid", of: amount) { send in
      switch try await house.bid(amount) {
      case .accepted: await send(.bidAccepted(amount))
      case .outbid(let price): await send(.outbid(price))
      }
    } catch: { _, send in
      await send(.bidFailed)
    }
  }
}

enum D03Answer: Equatable, Sendable {
  case accepted
  case outbid(Int)
}

struct D03House: DependencyKey, Sendable {
  var price: @Sendable () async throws -> Int
  var bid: @Sendable (_ amount: Int) async throws -> D03Answer

  static let liveValue = D03House(price: { 100 }, bid: { _ in .accepted })
  static let testValue = D03House(price: unimplemented("D03House.price"), bid: unimplemented("D03House.bid"))
}

extension DependencyValues {
  var d03House: D03House {
    get { self[D03House.self] }
    set { self[D03House.self] = newValue }
  }
}

struct D03Offline: Error {}

struct D03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.watchTapped, .retryTapped, .bidTapped, .leaveTapped, .wentToBackground, .cameBack]
    ) { () -> TestStore<D03Auction> in
      let store = TestStore(initialState: D03Auction.State()) { D03Auction() }
      store.gate("price", at: \.d03House.price) { [.success(100), .failure(D03Offline())] }
      store.gate("bid", at: \.d03House.bid) { amount in
        amount < 120
          ? [.success(.accepted), .success(.outbid(120)), .failure(D03Offline())]
          : [.success(.accepted), .failure(D03Offline())]
      }
      return store
    }
  }
}
