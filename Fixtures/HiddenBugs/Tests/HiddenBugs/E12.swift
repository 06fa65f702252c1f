import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E12Order: Hashable, Sendable {
  var symbol: String
  var amount: Int
}

struct E12BrokerClient: TestDependencyKey, Sendable {
  var price: @Sendable (_ symbol: String) async throws -> Int
  var place: @Sendable (_ order: E12Order) async throws -> Void
  var cancel: @Sendable (_ order: E12Order) async throws -> Void

  static let testValue = E12BrokerClient(
    price: unimplemented("E12BrokerClient.price"),
    place: unimplemented("E12BrokerClient.place"),
    cancel: unimplemented("E12BrokerClient.cancel")
  )
}

extension DependencyValues {
  var e12Broker: E12BrokerClient {
    get { self[E12BrokerClient.self] }
    set { self[E12BrokerClient.self] = newValue }
  }
}

/// Buys stocks at the price of the moment, and can cancel the last order.
///
/// The price is asked for every five seconds while the app is in the foreground. An order that is on its way is
/// finished in the background too, and keeps the screen of its stock open.
struct E12Trading: Reducer {
  struct State: Equatable {
    var symbol: String?
    var price: Int?
    var priceFailed = false
    var amount = 1
    var isPlacing = false
    var placeFailed = false
    var lastOrder: E12Order?
    var isCancelling = false
    var cancelFailed = false
    var isInBackground = false
  }

  enum Input: Equatable {
    case symbolTapped(String)
    case closeTapped
    case plusTapped
    case minusTapped
    case buyTapped
    case cancelOrderTapped
    case backgrounded
    case foregrounded
  }

  enum Feedback: Equatable {
    case priceLoaded(Int)
    case priceFailed
    case placed(E12Order)
    case placeFailed
    case orderCancelled
    case cancelFailed
  }

  private enum CancelID { case price }

  @Dependency(\.e12Broker) private var broker
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.symbolTapped(let symbol)):
      guard !state.isPlacing, state.symbol != symbol else { return .none }
      state.symbol = symbol
      resetPage(&state)
      return state.isInBackground ? .none : followPrice(of: symbol)

    case .input(.closeTapped):
      guard !state.isPlacing else { return .none }
      state.symbol = nil
      resetPage(&state)
      return .cancel(id: CancelID.price)

    case .input(.plusTapped):
      guard state.symbol != nil, !state.isPlacing, state.amount < 2 else { return .none }
      state.amount += 1
      return .none

    case .input(.minusTapped):
      guard state.symbol != nil, !state.isPlacing, state.amount > 1 else { return .none }
      state.amount -= 1
      return .none

    case .input(.buyTapped):
      guard let symbol = state.symbol, state.price != nil else { return .none }
      guard !state.isPlacing, !state.isCancelling else { return .none }
      state.isPlacing = true
      state.placeFailed = false
      let order = E12Order(symbol: symbol, amount: state.amount)
      return .run("place", of: order) { send in
        try await broker.place(order)
        await send(.placed(order))
      } catch: { _, send in
        await send(.placeFailed)
      }

    case .input(.cancelOrderTapped):
      guard let order = state.lastOrder, !state.isCancelling, !state.isPlacing else { return .none }
      state.isCancelling = true
      state.cancelFailed = false
      return .run("cancel", of: order) { send in
        try await broker.cancel(order)
        await send(.orderCancelled)
      } catch: { _, send in
        await send(.cancelFailed)
      }

    case .input(.backgrounded):
      state.isInBackground = true
      state.price = nil
      state.priceFailed = false
      return .cancel(id: CancelID.price)

    case .input(.foregrounded):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      guard let symbol = state.symbol else { return .none }
      return followPrice(of: symbol)

    case .feedback(.priceLoaded(let price)):
      state.price = price
      state.priceFailed = false
      return .none

    case .feedback(.priceFailed):
      state.priceFailed = true
      return .none

    case .feedback(.placed(let order)):
      state.isPlacing = false
      state.amount = 1
      state.lastOrder = order
      state.cancelFailed = false
      return .none

    case .feedback(.placeFailed):
      state.isPlacing = false
      state.placeFailed = true
      return .none

    case .feedback(.orderCancelled):
      state.isCancelling = false
      state.lastOrder = nil
      return .none

    case .feedback(.cancelFailed):
      state.isCancelling = false
      state.cancelFailed = true
      return .none
    }
  }

  private func resetPage(_ state: inout State) {
    state.price = nil
    state.priceFailed = false
    state.amount = 1
    state.placeFailed = false
  }

  private func followPrice(of symbol: String) -> Effect<Feedback, Never> {
    .run("price", of: symbol) { send in
      while true {
        do {
          let price = try await broker.price(symbol)
          await send(.priceLoaded(price))
        } catch {
          await send(.priceFailed)
        }
        try await clock.sleep(for: .seconds(5))
      }
    }
    .cancellable(id: CancelID.price, cancelInFlight: true)
  }
}

struct E12Offline: Error {}

struct E12Bugs {
  static func price(of symbol: String) -> Int { symbol == "AAPL" ? 10 : 20 }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E12Trading.State) -> [E12Trading.Input] in
        if state.isInBackground { return [.foregrounded, .symbolTapped("SHOP")] }
        var inputs: [E12Trading.Input] = [.symbolTapped("AAPL"), .buyTapped, .cancelOrderTapped, .backgrounded]
        inputs.append(state.symbol == nil ? .symbolTapped("SHOP") : .closeTapped)
        inputs.append(state.amount == 1 ? .plusTapped : .minusTapped)
        return inputs
      }
    ) { () -> TestStore<E12Trading> in
      let store = TestStore(initialState: E12Trading.State()) { E12Trading() }
      store.gate("price", at: \.e12Broker.price) { symbol in
        [.success(Self.price(of: symbol)), .failure(E12Offline())]
      }
      store.gate("place", at: \.e12Broker.place) { _ in [.success(()), .failure(E12Offline())] }
      store.gate("cancel", at: \.e12Broker.cancel) { _ in [.success(()), .failure(E12Offline())] }
      return store
    }
  }
}
