import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The checkout of a basket, with a voucher. A payment without an answer is looked up before anything is said about it.
struct K16Checkout: Reducer {
  enum Voucher: Equatable, Sendable {
    case absent
    case checking(String)
    case applied(String, discount: Int)
    case refused(String)
    case unchecked(String)
  }

  enum Phase: Equatable, Sendable {
    case editing
    case paying
    case verifying
    case unclear
    case declined
    case paid(receipt: String)
  }

  struct State: Equatable {
    var order = "A-17"
    var total = 40
    var isGift = false
    var voucher = Voucher.absent
    var phase = Phase.editing

    var isEditable: Bool { phase == .editing || phase == .declined }

    var amount: Int {
      let sum = isGift ? total + 3 : total
      if case .applied(_, let discount) = voucher { return sum - discount }
      return sum
    }
  }

  enum Input: Equatable, Sendable {
    case voucherEntered(String)
    case voucherRemoved
    case giftTapped
    case payTapped
    case checkAgainTapped
  }

  enum Feedback: Equatable, Sendable {
    case voucherChecked(String, discount: Int?)
    case voucherUnchecked(String)
    case answered(K16Payment)
    case connectionLost
    case timedOut
    case verified(receipt: String?)
    case verificationFailed
  }

  private enum CancelID { case voucher, pay, timeout }

  @Dependency(\.k16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.voucherEntered(let code)):
      guard state.isEditable else { return .none }
      state.phase = .editing
      state.voucher = .checking(code)
      return .run("voucher", of: code) { send in
        await send(.voucherChecked(code, discount: try await client.discount(code)))
      } catch: { _, send in
        await send(.voucherUnchecked(code))
      }
      .cancellable(id: CancelID.voucher, cancelInFlight: true)

    case .input(.voucherRemoved):
      guard state.isEditable else { return .none }
      state.phase = .editing
      state.voucher = .absent
      return .cancel(id: CancelID.voucher)

    case .input(.giftTapped):
      guard state.isEditable else { return .none }
      state.isGift.toggle()
      return .none

    case .input(.payTapped):
      guard state.isEditable else { return .none }
      // The amount is known when the voucher is.
      if case .checking = state.voucher { return .none }
      return pay(&state)

    case .input(.checkAgainTapped):
      guard state.phase == .unclear else { return .none }
      return verify(&state)

    case .feedback(.voucherChecked(let code, let discount)):
      if let discount {
        state.voucher = .applied(code, discount: discount)
      } else {
        state.voucher = .refused(code)
      }
      return .none

    case .feedback(.voucherUnchecked(let code)):
      state.voucher = .unchecked(code)
      return .none

    case .feedback(.answered(.accepted(let receipt))):
      state.phase = .paid(receipt: receipt)
      return .cancel(id: CancelID.timeout)

    case .feedback(.answered(.declined)):
      state.phase = .declined
      return .cancel(id: CancelID.timeout)

    case .feedback(.connectionLost):
      return .merge(.cancel(id: CancelID.timeout), verify(&state))

    case .feedback(.timedOut):
      return .merge(.cancel(id: CancelID.pay), verify(&state))

    case .feedback(.verified(let receipt)):
      if let receipt {
        state.phase = .paid(receipt: receipt)
      } else {
        state.phase = .declined
      }
      return .none

    case .feedback(.verificationFailed):
      state.phase = .unclear
      return .none
    }
  }

  private func pay(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .paying
    let order = state.order
    let amount = state.amount
    return .merge(
      .run("pay", of: amount) { send in
        await send(.answered(try await client.pay(order, amount)))
      } catch: { _, send in
        await send(.connectionLost)
      }
      .cancellable(id: CancelID.pay, cancelInFlight: true),
      .run("timeout") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.timedOut)
      }
      .cancellable(id: CancelID.timeout, cancelInFlight: true)
    )
  }

  private func verify(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .verifying
    return .run("receipt", of: state.order) { [order = state.order] send in
      await send(.verified(receipt: try await client.receipt(order)))
    } catch: { _, send in
      await send(.verificationFailed)
    }
  }
}

enum K16Payment: Equatable, Sendable {
  case accepted(receipt: String)
  case declined
}

struct K16Client: TestDependencyKey, Sendable {
  /// The discount of a voucher; nil if the voucher isn't valid.
  var discount: @Sendable (_ code: String) async throws -> Int?
  /// Pays an order, once, however often it is asked to.
  var pay: @Sendable (_ order: String, _ amount: Int) async throws -> K16Payment
  /// The receipt of an order; nil if nothing was charged, and nothing will be.
  var receipt: @Sendable (_ order: String) async throws -> String?

  static let testValue = K16Client(
    discount: unimplemented("K16Client.discount"),
    pay: unimplemented("K16Client.pay"),
    receipt: unimplemented("K16Client.receipt")
  )
}

extension DependencyValues {
  var k16Client: K16Client {
    get { self[K16Client.self] }
    set { self[K16Client.self] = newValue }
  }
}

struct K16Offline: Error {}

struct K16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K16Checkout.State) -> [K16Checkout.Input] in
        if state.phase == .unclear { return [.checkAgainTapped] }
        guard state.isEditable else { return [] }
        var inputs: [K16Checkout.Input] = [
          .voucherEntered("SPRING"), .voucherEntered("BOGUS"), .giftTapped, .payTapped,
        ]
        if state.voucher != .absent { inputs.append(.voucherRemoved) }
        return inputs
      }
    ) { () -> TestStore<K16Checkout> in
      let store = TestStore(initialState: K16Checkout.State()) { K16Checkout() }
      store.gate("discount", at: \.k16Client.discount) { code in
        [.success(code == "SPRING" ? 5 : nil), .failure(K16Offline())]
      }
      store.gate("pay", at: \.k16Client.pay) { _ in
        [.success(.accepted(receipt: "R-1")), .success(.declined), .failure(K16Offline())]
      }
      store.gate("receipt", at: \.k16Client.receipt) { _ in
        [.success("R-1"), .success(nil), .failure(K16Offline())]
      }
      return store
    }
  }
}
