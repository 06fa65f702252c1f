import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A price for a ski pass. It is valid for two minutes.
struct P10Offer: Equatable, Sendable {
  var days: Int
  var price: Int
}

struct P10LiftClient: Sendable {
  var quote: @Sendable (_ days: Int) async throws -> Int
  var pay: @Sendable (_ price: Int) async throws -> String
}

enum P10LiftKey: TestDependencyKey {
  static let testValue = P10LiftClient(
    quote: unimplemented("P10LiftClient.quote"),
    pay: unimplemented("P10LiftClient.pay")
  )
}

extension DependencyValues {
  var p10Lift: P10LiftClient {
    get { self[P10LiftKey.self] }
    set { self[P10LiftKey.self] = newValue }
  }
}

/// A ski pass is chosen, quoted and paid. A quote doesn't outlive a visit to another app; a payment does.
struct P10SkiPass: Reducer {
  enum State: Equatable {
    case choosing
    case quoting(days: Int)
    case unavailable(days: Int)
    case offered(P10Offer)
    case expired(days: Int)
    /// The app is in the background. The price is asked for when it returns.
    case resting(days: Int)
    case paying(P10Offer)
    case declined(days: Int)
    case paid(pass: String)
  }

  enum Input: Equatable, Sendable {
    case daysTapped(Int)
    case retryTapped
    case payTapped
    case backTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case quoted(price: Int)
    case quoteFailed
    case offerExpired
    case paid(pass: String)
    case paymentFailed
  }

  private enum CancelID { case quote, expiry }

  @Dependency(\.p10Lift) private var lift
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.daysTapped(let days)), .choosing),
      (.input(.retryTapped), .unavailable(let days)),
      (.input(.retryTapped), .expired(let days)),
      (.input(.retryTapped), .declined(let days)),
      (.input(.enteredForeground), .resting(let days)):
      state = .quoting(days: days)
      return quote(days)

    case (.feedback(.quoted(let price)), .quoting(let days)):
      state = .offered(P10Offer(days: days, price: price))
      return waitForExpiry()

    case (.feedback(.quoteFailed), .quoting(let days)):
      state = .unavailable(days: days)
      return .none

    case (.feedback(.offerExpired), .offered(let offer)):
      state = .expired(days: offer.days)
      return .none

    case (.input(.payTapped), .offered(let offer)):
      state = .paying(offer)
      return .merge(.cancel(id: CancelID.expiry), pay(offer.price))

    case (.feedback(.paid(let pass)), .paying):
      state = .paid(pass: pass)
      return .none

    case (.feedback(.paymentFailed), .paying(let offer)):
      state = .declined(days: offer.days)
      return .none

    case (.input(.backTapped), .quoting):
      state = .choosing
      return .cancel(id: CancelID.quote)

    case (.input(.backTapped), .offered):
      state = .choosing
      return .cancel(id: CancelID.expiry)

    case (.input(.backTapped), .unavailable), (.input(.backTapped), .expired), (.input(.backTapped), .declined),
      (.input(.backTapped), .paid):
      state = .choosing
      return .none

    case (.input(.enteredBackground), .quoting(let days)):
      state = .resting(days: days)
      return .cancel(id: CancelID.quote)

    case (.input(.enteredBackground), .offered(let offer)):
      state = .resting(days: offer.days)
      return .cancel(id: CancelID.expiry)

    default:
      return .none
    }
  }

  private func quote(_ days: Int) -> Effect<Feedback, Never> {
    .run("quote", of: days) { send in
      await send(.quoted(price: try await lift.quote(days)))
    } catch: { _, send in
      await send(.quoteFailed)
    }
    .cancellable(id: CancelID.quote, cancelInFlight: true)
  }

  private func waitForExpiry() -> Effect<Feedback, Never> {
    .run("expiry") { send in
      try await clock.sleep(for: .seconds(120))
      await send(.offerExpired)
    }
    .cancellable(id: CancelID.expiry, cancelInFlight: true)
  }

  /// A payment is never cancelled.
  private func pay(_ price: Int) -> Effect<Feedback, Never> {
    .run("pay", of: price) { send in
      await send(.paid(pass: try await lift.pay(price)))
    } catch: { _, send in
      await send(.paymentFailed)
    }
  }
}

struct P10Offline: Error {}

struct P10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .daysTapped(1), .daysTapped(3), .retryTapped, .payTapped, .backTapped, .enteredBackground, .enteredForeground,
      ]
    ) { () -> TestStore<P10SkiPass> in
      let store = TestStore(initialState: P10SkiPass.State.choosing) { P10SkiPass() }
      store.gate("quote", at: \.p10Lift.quote) { days in [.success(days * 60), .failure(P10Offline())] }
      store.gate("pay", at: \.p10Lift.pay) { price in [.success("Pass for \(price)"), .failure(P10Offline())] }
      return store
    }
  }
}
