import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J10Offline: Error {}

struct J10Card: Equatable, Sendable {
  static let price = 50

  var user: String
  var points: Int

  var canRedeem: Bool { points >= Self.price }

  static func samplePoints(of user: String) -> Int { user == "Ada" ? 100 : 20 }
}

struct J10Voucher: Equatable, Sendable {
  var code: String
  var pointsLeft: Int
}

struct J10LoyaltyClient: TestDependencyKey, Sendable {
  var points: @Sendable (_ user: String) async throws -> Int
  var redeem: @Sendable (_ user: String) async throws -> J10Voucher

  static let testValue = J10LoyaltyClient(
    points: unimplemented("J10LoyaltyClient.points"),
    redeem: unimplemented("J10LoyaltyClient.redeem")
  )
}

extension DependencyValues {
  var j10Loyalty: J10LoyaltyClient {
    get { self[J10LoyaltyClient.self] }
    set { self[J10LoyaltyClient.self] = newValue }
  }
}

/// A loyalty card. A voucher is shown at the till, for a minute at most.
struct J10Loyalty: Reducer {
  enum Notice: Equatable, Sendable { case offline, notRedeemed, expired }

  enum State: Equatable {
    case signedOut
    case loading(String)
    case unavailable(String)
    case card(J10Card, Notice?)
    case refreshing(J10Card)
    case redeeming(J10Card)
    case voucher(J10Card, String)
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case retryTapped
    case refreshTapped
    case redeemTapped
    case voucherUsed
    case signedOut
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case redeemed(J10Voucher)
    case redeemFailed
    case expired
  }

  private enum CancelID { case points, redeem, expiry }

  @Dependency(\.j10Loyalty) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input): act(on: input, &state)
    case .feedback(let feedback): learn(feedback, &state)
    }
  }

  private func act(on input: Input, _ state: inout State) -> Effect<Feedback, Never> {
    switch (input, state) {
    case (.signedIn(let user), .signedOut), (.retryTapped, .unavailable(let user)):
      state = .loading(user)
      return load(user)

    case (.refreshTapped, .card(let card, _)):
      state = .refreshing(card)
      return load(card.user)

    case (.redeemTapped, .card(let card, _)) where card.canRedeem:
      state = .redeeming(card)
      return redeem(card.user)

    case (.voucherUsed, .voucher(let card, _)):
      state = .card(card, nil)
      return .cancel(id: CancelID.expiry)

    case (.signedOut, _):
      state = .signedOut
      return .merge(.cancel(id: CancelID.points), .cancel(id: CancelID.redeem), .cancel(id: CancelID.expiry))

    case (.signedIn, _), (.retryTapped, _), (.refreshTapped, _), (.redeemTapped, _), (.voucherUsed, _):
      return .none
    }
  }

  private func learn(_ feedback: Feedback, _ state: inout State) -> Effect<Feedback, Never> {
    switch (feedback, state) {
    case (.loaded(let points), .loading(let user)):
      state = .card(J10Card(user: user, points: points), nil)
      return .none

    case (.loaded(let points), .refreshing(let card)):
      state = .card(J10Card(user: card.user, points: points), nil)
      return .none

    case (.loadFailed, .loading(let user)):
      state = .unavailable(user)
      return .none

    case (.loadFailed, .refreshing(let card)):
      state = .card(card, .offline)
      return .none

    case (.redeemed(let voucher), .redeeming(let card)):
      state = .voucher(J10Card(user: card.user, points: voucher.pointsLeft), voucher.code)
      return .run("expiry") { send in
        try await clock.sleep(for: .seconds(60))
        await send(.expired)
      }
      .cancellable(id: CancelID.expiry, cancelInFlight: true)

    case (.redeemFailed, .redeeming(let card)):
      state = .card(card, .notRedeemed)
      return .none

    case (.expired, .voucher(let card, _)):
      state = .card(card, .expired)
      return .none

    case (.loaded, _), (.loadFailed, _), (.redeemed, _), (.redeemFailed, _), (.expired, _):
      return .none
    }
  }

  private func load(_ user: String) -> Effect<Feedback, Never> {
    .run("points", of: user) { send in
      await send(.loaded(try await client.points(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.points, cancelInFlight: true)
  }

  private func redeem(_ user: String) -> Effect<Feedback, Never> {
    .run("redeem", of: user) { send in
      await send(.redeemed(try await client.redeem(user)))
    } catch: { _, send in
      await send(.redeemFailed)
    }
    .cancellable(id: CancelID.redeem, cancelInFlight: true)
  }
}

struct J10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .signedIn("Ada"), .signedIn("Ben"), .retryTapped, .refreshTapped, .redeemTapped, .voucherUsed, .signedOut,
      ]
    ) { () -> TestStore<J10Loyalty> in
      let store = TestStore(initialState: J10Loyalty.State.signedOut) { J10Loyalty() }
      store.gate("points", at: \.j10Loyalty.points) { user in
        [.success(J10Card.samplePoints(of: user)), .failure(J10Offline())]
      }
      store.gate("redeem", at: \.j10Loyalty.redeem) { _ in
        [.success(J10Voucher(code: "CAKE", pointsLeft: 50)), .failure(J10Offline())]
      }
      return store
    }
  }
}
