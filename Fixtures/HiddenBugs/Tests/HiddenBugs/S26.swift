import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The basket of a theatre's box office: seats, a voucher, and what both cost.
struct S26Basket: Reducer {
  enum Problem: Equatable { case price, voucher, payment }

  struct State: Equatable {
    var seats = 1
    var code = ""
    var voucher: String?
    /// The price of what is in the basket; nil while it isn't known.
    var price: Int?
    var isPricing = false
    var isRedeeming = false
    var isPaying = false
    var isPaid = false
    var problem: Problem?

    var isOpen: Bool { !isPaying && !isPaid }
    var canEditCode: Bool { isOpen && voucher == nil && !isRedeeming }
    var canRedeem: Bool { canEditCode && !code.isEmpty && price != nil }
    var canPay: Bool { isOpen && price != nil && !isRedeeming }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case seatsChanged(Int)
    case codeChanged(String)
    case redeemTapped
    case voucherRemoved
    case retryTapped
    case payTapped
  }

  enum Feedback: Equatable, Sendable {
    case priced(Int)
    case pricingFailed
    case redeemed(Int)
    case refused
    case paid
    case paymentFailed
  }

  /// The price and the voucher share an id: either call tells the price of the basket.
  private enum CancelID { case price }

  @Dependency(\.s26Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.price == nil, !state.isPricing else { return .none }
      return quote(&state)

    case .input(.seatsChanged(let seats)):
      guard state.isOpen, seats != state.seats else { return .none }
      state.seats = seats
      return quote(&state)

    case .input(.codeChanged(let code)):
      guard state.canEditCode else { return .none }
      state.code = code
      if state.problem == .voucher { state.problem = nil }

    case .input(.redeemTapped):
      guard state.canRedeem else { return .none }
      state.isRedeeming = true
      state.problem = nil
      return .run("redeem", of: state.code) { [code = state.code, seats = state.seats] send in
        await send(.redeemed(try await client.redeem(code, seats)))
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.price, cancelInFlight: true)

    case .input(.voucherRemoved):
      guard state.isOpen, state.voucher != nil else { return .none }
      state.voucher = nil
      return quote(&state)

    case .input(.retryTapped):
      guard state.problem == .price else { return .none }
      return quote(&state)

    case .input(.payTapped):
      guard state.canPay, let price = state.price else { return .none }
      state.isPaying = true
      state.problem = nil
      return .run("pay", of: price) { send in
        try await client.pay(price)
        await send(.paid)
      } catch: { _, send in
        await send(.paymentFailed)
      }

    case .feedback(.priced(let price)):
      state.isPricing = false
      state.price = price

    case .feedback(.pricingFailed):
      state.isPricing = false
      state.problem = .price

    case .feedback(.redeemed(let price)):
      state.isRedeeming = false
      state.voucher = state.code
      state.code = ""
      state.price = price

    case .feedback(.refused):
      state.isRedeeming = false
      state.problem = .voucher

    case .feedback(.paid):
      state.isPaying = false
      state.isPaid = true

    case .feedback(.paymentFailed):
      state.isPaying = false
      state.problem = .payment
    }
    return .none
  }

  /// Asks what the basket costs as it is now.
  private func quote(_ state: inout State) -> Effect<Feedback, Never> {
    state.price = nil
    state.isPricing = true
    state.problem = nil
    return .run("price", of: state.seats) { [seats = state.seats, voucher = state.voucher] send in
      await send(.priced(try await client.price(seats, voucher)))
    } catch: { _, send in
      await send(.pricingFailed)
    }
    .cancellable(id: CancelID.price, cancelInFlight: true)
  }
}

struct S26Client: TestDependencyKey, Sendable {
  var price: @Sendable (_ seats: Int, _ voucher: String?) async throws -> Int

  /// Returns the price with the voucher.
  var redeem: @Sendable (_ code: String, _ seats: Int) async throws -> Int
  var pay: @Sendable (_ price: Int) async throws -> Void

  static let testValue = S26Client(
    price: unimplemented("S26Client.price"),
    redeem: unimplemented("S26Client.redeem"),
    pay: unimplemented("S26Client.pay")
  )
}

extension DependencyValues {
  var s26Client: S26Client {
    get { self[S26Client.self] }
    set { self[S26Client.self] = newValue }
  }
}

struct S26Offline: Error {}

struct S26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S26Basket.State) -> [S26Basket.Input] in
        guard state.isOpen else { return [] }
        var inputs: [S26Basket.Input] = [.seatsChanged(1), .seatsChanged(2)]
        if state.price == nil, !state.isPricing, state.problem == nil { inputs.append(.appeared) }
        if state.canEditCode { inputs += [.codeChanged("CLUB"), .codeChanged("")] }
        if state.canRedeem { inputs.append(.redeemTapped) }
        if state.voucher != nil { inputs.append(.voucherRemoved) }
        if state.problem == .price { inputs.append(.retryTapped) }
        if state.canPay { inputs.append(.payTapped) }
        return inputs
      }
    ) { () -> TestStore<S26Basket> in
      let store = TestStore(initialState: S26Basket.State()) { S26Basket() }
      store.gate("price", at: \.s26Client.price) { basket in
        [.success(basket.0 * 40 - (basket.1 == nil ? 0 : 10)), .failure(S26Offline())]
      }
      store.gate("redeem", at: \.s26Client.redeem) { basket in
        [.success(basket.1 * 40 - 10), .failure(S26Offline())]
      }
      store.gate("pay", at: \.s26Client.pay) { _ in [.success(()), .failure(S26Offline())] }
      return store
    }
  }
}
