import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The last step of an order: delivery or pick-up, a voucher, and the payment.
struct D31Checkout: Reducer {
  enum Way: Equatable, Sendable { case delivery, pickUp }
  enum Fee: Equatable { case unknown, loading, known(cents: Int), failed }
  enum Voucher: Equatable {
    case absent
    case checking(String)
    case applied(String, cents: Int)
    case rejected(String)
    case failed(String)
  }
  enum Payment: Equatable { case open, paying, declined, paid }

  struct State: Equatable {
    var basket = 2400
    var way = Way.delivery
    var fee = Fee.unknown
    var voucher = Voucher.absent
    var payment = Payment.open

    var isEditable: Bool { payment == .open || payment == .declined }

    /// What is to be paid, once all of it is known.
    var total: Int? {
      var total = basket
      switch (way, fee) {
      case (.pickUp, _): break
      case (.delivery, .known(let cents)): total += cents
      case (.delivery, _): return nil
      }
      switch voucher {
      case .checking: return nil
      case .applied(_, let cents): return max(total - cents, 0)
      case .absent, .rejected, .failed: return total
      }
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case wayChosen(Way)
    case feeRetryTapped
    case voucherEntered(String)
    case voucherRemoved
    case payTapped
    case nextOrderTapped
  }

  enum Feedback: Equatable, Sendable {
    case feeLoaded(cents: Int)
    case feeFailed
    case voucherChecked(String, cents: Int?)
    case voucherFailed(String)
    case paid
    case declined
  }

  private enum CancelID { case fee, voucher }

  @Dependency(\.d31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.way == .delivery ? loadFee(&state) : .none

    case .input(.wayChosen(let way)):
      guard state.isEditable, way != state.way else { return .none }
      state.way = way
      switch way {
      case .delivery: return loadFee(&state)
      case .pickUp: return .cancel(id: CancelID.fee)
      }

    case .input(.feeRetryTapped):
      guard state.way == .delivery, state.fee == .failed else { return .none }
      return loadFee(&state)

    case .feedback(.feeLoaded(let cents)):
      state.fee = .known(cents: cents)
      return .none

    case .feedback(.feeFailed):
      state.fee = .failed
      return .none

    case .input(.voucherEntered(let code)):
      guard state.isEditable else { return .none }
      state.voucher = .checking(code)
      return .run("voucher", of: code) { send in
        await send(.voucherChecked(code, cents: try await client.voucher(code)))
      } catch: { _, send in
        await send(.voucherFailed(code))
      }
      .cancellable(id: CancelID.voucher, cancelInFlight: true)

    case .input(.voucherRemoved):
      guard state.isEditable else { return .none }
      state.voucher = .absent
      return .cancel(id: CancelID.voucher)

    case .feedback(.voucherChecked(let code, let cents)):
      if let cents { state.voucher = .applied(code, cents: cents) } else { state.voucher = .rejected(code) }
      return .none

    case .feedback(.voucherFailed(let code)):
      state.voucher = .failed(code)
      return .none

    case .input(.payTapped):
      guard state.isEditable, let total = state.total else { return .none }
      state.payment = .paying
      return .run("pay", of: total) { send in
        try await client.pay(total)
        await send(.paid)
      } catch: { _, send in
        await send(.declined)
      }

    case .feedback(.paid):
      state.payment = .paid
      return .none

    case .feedback(.declined):
      state.payment = .declined
      return .none

    case .input(.nextOrderTapped):
      guard state.payment == .paid else { return .none }
      state = State()
      return .none
    }
  }

  /// Asks for the fee, unless it is there or on its way.
  private func loadFee(_ state: inout State) -> Effect<Feedback, Never> {
    switch state.fee {
    case .loading, .known: return .none
    case .unknown, .failed: state.fee = .loading
    }
    return .run("fee") { send in
      await send(.feeLoaded(cents: try await client.fee()))
    } catch: { _, send in
      await send(.feeFailed)
    }
    .cancellable(id: CancelID.fee)
  }
}

struct D31Client: TestDependencyKey, Sendable {
  var fee: @Sendable () async throws -> Int
  var voucher: @Sendable (_ code: String) async throws -> Int?
  var pay: @Sendable (_ cents: Int) async throws -> Void

  static let testValue = D31Client(
    fee: unimplemented("D31Client.fee"),
    voucher: unimplemented("D31Client.voucher"),
    pay: unimplemented("D31Client.pay")
  )
}

extension DependencyValues {
  var d31Client: D31Client {
    get { self[D31Client.self] }
    set { self[D31Client.self] = newValue }
  }
}

struct D31Offline: Error {}

struct D31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D31Checkout.State) -> [D31Checkout.Input] in
        if state.payment == .paid { return [.nextOrderTapped] }
        guard state.isEditable else { return [] }
        var inputs: [D31Checkout.Input] = [.wayChosen(state.way == .delivery ? .pickUp : .delivery)]
        if state.way == .delivery && state.fee == .unknown { inputs.append(.appeared) }
        if state.way == .delivery && state.fee == .failed { inputs.append(.feeRetryTapped) }
        inputs.append(state.voucher == .absent ? .voucherEntered("WELCOME") : .voucherRemoved)
        if state.total != nil { inputs.append(.payTapped) }
        return inputs
      }
    ) { () -> TestStore<D31Checkout> in
      let store = TestStore(initialState: D31Checkout.State()) { D31Checkout() }
      store.gate("fee", at: \.d31Client.fee) { [.success(290), .failure(D31Offline())] }
      store.gate("voucher", at: \.d31Client.voucher) { _ in [.success(500), .success(nil), .failure(D31Offline())] }
      store.gate("pay", at: \.d31Client.pay) { _ in [.success(()), .failure(D31Offline())] }
      return store
    }
  }
}
