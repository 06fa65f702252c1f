import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The loyalty card of a shop, with coupons that cost points.
struct I22Loyalty: Reducer {
  struct State: Equatable {
    enum Problem: Equatable { case logIn, card, redemption }

    var user: String?
    var isLoggingIn = false
    var points: Int?
    var coupons: [I22Coupon] = []
    var isLoading = false
    var redeeming: Int?
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case cancelTapped
    case refreshTapped
    case redeemTapped(Int)
    case problemDismissed
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case logInFailed
    case loaded(I22Card)
    case loadFailed
    case redeemed(Int, points: Int)
    case redemptionFailed
  }

  private enum CancelID { case logIn, card }

  @Dependency(\.i22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.user == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      state.problem = nil
      return .run("logIn", of: user) { send in
        try await client.logIn(user)
        await send(.loggedIn(user))
      } catch: { _, send in
        await send(.logInFailed)
      }
      .cancellable(id: CancelID.logIn)

    case .input(.cancelTapped):
      guard state.isLoggingIn else { return .none }
      state.isLoggingIn = false
      return .cancel(id: CancelID.logIn)

    case .feedback(.loggedIn(let user)):
      state.isLoggingIn = false
      state.user = user
      return load(user, &state)

    case .feedback(.logInFailed):
      state.isLoggingIn = false
      state.problem = .logIn
      return .none

    case .input(.refreshTapped):
      guard let user = state.user, !state.isLoading, state.redeeming == nil else { return .none }
      return load(user, &state)

    case .feedback(.loaded(let card)):
      state.isLoading = false
      state.points = card.points
      state.coupons = card.coupons
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .card
      return .none

    case .input(.redeemTapped(let id)):
      guard
        let coupon = state.coupons.first(where: { $0.id == id }), !coupon.isRedeemed,
        !state.isLoading, state.redeeming == nil
      else { return .none }
      state.redeeming = id
      state.problem = nil
      return .run("redeem", of: id) { send in
        await send(.redeemed(id, points: try await client.redeem(id)))
      } catch: { _, send in
        await send(.redemptionFailed)
      }

    case .feedback(.redeemed(let id, points: let points)):
      state.redeeming = nil
      state.points = points
      if let index = state.coupons.firstIndex(where: { $0.id == id }) { state.coupons[index].isRedeemed = true }
      return .none

    case .feedback(.redemptionFailed):
      state.redeeming = nil
      state.problem = .redemption
      return .none

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .input(.logOutTapped):
      guard state.user != nil else { return .none }
      state = State()
      return .cancel(id: CancelID.card)
    }
  }

  private func load(_ user: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("card", of: user) { send in
      await send(.loaded(try await client.card(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.card)
  }
}

struct I22Coupon: Equatable, Sendable {
  var id: Int
  var isRedeemed = false
}

struct I22Card: Equatable, Sendable {
  var points: Int
  var coupons: [I22Coupon]
}

struct I22Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ user: String) async throws -> Void
  var card: @Sendable (_ user: String) async throws -> I22Card
  var redeem: @Sendable (_ coupon: Int) async throws -> Int

  static let testValue = I22Client(
    logIn: unimplemented("I22Client.logIn"),
    card: unimplemented("I22Client.card"),
    redeem: unimplemented("I22Client.redeem")
  )
}

extension DependencyValues {
  var i22Client: I22Client {
    get { self[I22Client.self] }
    set { self[I22Client.self] = newValue }
  }
}

struct I22Offline: Error {}

struct I22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I22Loyalty.State) -> [I22Loyalty.Input] in
        var inputs: [I22Loyalty.Input] = []
        if state.problem != nil { inputs.append(.problemDismissed) }
        if state.isLoggingIn { return inputs + [.cancelTapped] }
        guard state.user != nil else { return inputs + [.logInTapped("Ada"), .logInTapped("Bo")] }
        inputs.append(.logOutTapped)
        guard !state.isLoading, state.redeeming == nil else { return inputs }
        inputs.append(.refreshTapped)
        for coupon in state.coupons where !coupon.isRedeemed { inputs.append(.redeemTapped(coupon.id)) }
        return inputs
      }
    ) { () -> TestStore<I22Loyalty> in
      let store = TestStore(initialState: I22Loyalty.State()) { I22Loyalty() }
      store.gate("logIn", at: \.i22Client.logIn) { _ in [.success(()), .failure(I22Offline())] }
      store.gate("card", at: \.i22Client.card) { _ in
        [.success(I22Card(points: 90, coupons: [I22Coupon(id: 1), I22Coupon(id: 2)])), .failure(I22Offline())]
      }
      store.gate("redeem", at: \.i22Client.redeem) { _ in [.success(40), .failure(I22Offline())] }
      return store
    }
  }
}
