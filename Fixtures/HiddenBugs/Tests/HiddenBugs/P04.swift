import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct P04Coupon: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isRedeeming = false
  var isRedeemed = false
  var hasFailed = false
}

struct P04WalletClient: Sendable {
  var coupons: @Sendable () async throws -> [P04Coupon]
  var redeem: @Sendable (_ id: Int) async throws -> Void
}

enum P04WalletKey: TestDependencyKey {
  static let testValue = P04WalletClient(
    coupons: unimplemented("P04WalletClient.coupons"),
    redeem: unimplemented("P04WalletClient.redeem")
  )
}

extension DependencyValues {
  var p04Wallet: P04WalletClient {
    get { self[P04WalletKey.self] }
    set { self[P04WalletKey.self] = newValue }
  }
}

/// A wallet with coupons, which are redeemed at the till of a shop.
struct P04Wallet: Reducer {
  struct State: Equatable {
    var coupons: [P04Coupon] = []
    var isLoading = false
    var loadFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case reloadTapped
    case redeemTapped(Int)
    case retryTapped(Int)
    /// The shop notifies us that a coupon was used at its till.
    case tillConfirmed(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([P04Coupon])
    case loadFailed
    case redeemed(Int)
    case redeemFailed(Int)
    case timedOut(Int)
  }

  private enum CancelID: Hashable, Sendable {
    case load
    case redeem(Int)
    case timeout(Int)
  }

  @Dependency(\.p04Wallet) private var wallet
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared), .input(.reloadTapped):
      guard state.coupons.isEmpty, !state.isLoading else { return .none }
      state.isLoading = true
      state.loadFailed = false
      return .run("load") { send in
        await send(.loaded(try await wallet.coupons()))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)

    case .feedback(.loaded(let coupons)):
      state.isLoading = false
      state.coupons = coupons
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.redeemTapped(let id)):
      guard let index = state.coupons.firstIndex(where: { $0.id == id }) else { return .none }
      let coupon = state.coupons[index]
      guard !coupon.isRedeemed, !coupon.isRedeeming, !coupon.hasFailed else { return .none }
      state.coupons[index].isRedeeming = true
      return redeem(id)

    case .input(.retryTapped(let id)):
      guard let index = state.coupons.firstIndex(where: { $0.id == id }) else { return .none }
      guard state.coupons[index].hasFailed else { return .none }
      state.coupons[index].hasFailed = false
      state.coupons[index].isRedeeming = true
      return redeem(id)

    case .input(.tillConfirmed(let id)):
      guard let index = state.coupons.firstIndex(where: { $0.id == id }) else { return .none }
      state.coupons[index].isRedeeming = false
      state.coupons[index].hasFailed = false
      state.coupons[index].isRedeemed = true
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.redeemed(let id)):
      guard let index = state.coupons.firstIndex(where: { $0.id == id }) else { return .none }
      state.coupons[index].isRedeeming = false
      state.coupons[index].isRedeemed = true
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.redeemFailed(let id)):
      guard let index = state.coupons.firstIndex(where: { $0.id == id }) else { return .none }
      state.coupons[index].isRedeeming = false
      state.coupons[index].hasFailed = true
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.timedOut(let id)):
      guard let index = state.coupons.firstIndex(where: { $0.id == id }) else { return .none }
      guard state.coupons[index].isRedeeming else { return .none }
      state.coupons[index].isRedeeming = false
      state.coupons[index].hasFailed = true
      return .cancel(id: CancelID.redeem(id))
    }
  }

  private func redeem(_ id: Int) -> Effect<Feedback, Never> {
    .merge(
      .run("redeem", of: id) { send in
        try await wallet.redeem(id)
        await send(.redeemed(id))
      } catch: { _, send in
        await send(.redeemFailed(id))
      }
      .cancellable(id: CancelID.redeem(id), cancelInFlight: true),
      .run("timeout", of: id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.timedOut(id))
      }
      .cancellable(id: CancelID.timeout(id), cancelInFlight: true)
    )
  }
}

struct P04Offline: Error {}

struct P04Bugs {
  static let coupons = [P04Coupon(id: 1, title: "Free coffee"), P04Coupon(id: 2, title: "Half a cake")]

  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .redeemTapped(1), .retryTapped(1), .tillConfirmed(1), .redeemTapped(2), .reloadTapped]
    ) { () -> TestStore<P04Wallet> in
      let store = TestStore(initialState: P04Wallet.State()) { P04Wallet() }
      store.gate("coupons", at: \.p04Wallet.coupons) { [.success(P04Bugs.coupons), .failure(P04Offline())] }
      store.gate("redeem", at: \.p04Wallet.redeem) { _ in [.success(()), .failure(P04Offline())] }
      return store
    }
  }
}
