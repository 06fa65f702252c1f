import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The loyalty card of a shop.
struct M20Loyalty: Reducer {
  struct State: Equatable {
    var user: String?
    var points: Int?
    var isLoading = false
    var isRedeeming = false
    var coupon: String?
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case refreshTapped
    case redeemTapped
    case couponClosed
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case redeemed(String)
    case redeemFailed
    case couponExpired
  }

  private enum CancelID { case load, coupon }

  @Dependency(\.m20Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return load(&state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.redeemTapped):
      guard let user = state.user, state.points != nil, !state.isRedeeming, state.coupon == nil else { return .none }
      state.isRedeeming = true
      state.hasFailed = false
      return .run("redeem", of: user) { send in
        await send(.redeemed(try await client.redeem(user)))
      } catch: { _, send in
        await send(.redeemFailed)
      }

    case .input(.couponClosed):
      state.coupon = nil
      return .cancel(id: CancelID.coupon)

    case .input(.logOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.coupon))

    case .feedback(.loaded(let points)):
      state.isLoading = false
      state.points = points
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.redeemed(let coupon)):
      state.isRedeeming = false
      state.coupon = coupon
      return .merge(load(&state), expire())

    case .feedback(.redeemFailed):
      guard state.isRedeeming else { return .none }
      state.isRedeeming = false
      state.hasFailed = true
      return .none

    case .feedback(.couponExpired):
      state.coupon = nil
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard let user = state.user else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .run("points", of: user) { send in
      await send(.loaded(try await client.points(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func expire() -> Effect<Feedback, Never> {
    .run("coupon") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.couponExpired)
    }
    .cancellable(id: CancelID.coupon, cancelInFlight: true)
  }
}

struct M20Client: TestDependencyKey, Sendable {
  var points: @Sendable (_ user: String) async throws -> Int
  var redeem: @Sendable (_ user: String) async throws -> String

  static let testValue = M20Client(
    points: unimplemented("M20Client.points"),
    redeem: unimplemented("M20Client.redeem")
  )
}

extension DependencyValues {
  var m20Client: M20Client {
    get { self[M20Client.self] }
    set { self[M20Client.self] = newValue }
  }
}

struct M20Offline: Error {}

struct M20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M20Loyalty.State) -> [M20Loyalty.Input] in
        if state.coupon != nil { return [.couponClosed] }
        if state.user == nil { return [.logInTapped("Ada"), .logInTapped("Bob")] }
        return [.refreshTapped, .redeemTapped, .logOutTapped]
      }
    ) { () -> TestStore<M20Loyalty> in
      let store = TestStore(initialState: M20Loyalty.State()) { M20Loyalty() }
      store.gate("points", at: \.m20Client.points) { _ in [.success(250), .failure(M20Offline())] }
      store.gate("redeem", at: \.m20Client.redeem) { user in [.success("Coupon for \(user)"), .failure(M20Offline())] }
      return store
    }
  }
}
