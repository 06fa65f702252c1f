import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An offer to a seller. The seller accepts or declines it, or lets it run out; the buyer may withdraw it until then.
struct F22Offer: Reducer {
  struct State: Equatable {
    var stage = Stage.choosing
    var withdrawFailed = false
    var isInBackground = false

    /// The offer on which the seller has not decided.
    var ticket: F22Ticket? {
      switch stage {
      case .open(let ticket), .withdrawing(let ticket): ticket
      case .choosing, .sending, .failed, .ended: nil
      }
    }
  }

  enum Stage: Equatable {
    case choosing
    case sending(price: Int)
    case failed(price: Int)
    case open(F22Ticket)
    case withdrawing(F22Ticket)
    case ended(F22Ticket, F22Outcome)
  }

  enum Input: Equatable, Sendable {
    case priceTapped(Int)
    case retryTapped
    case withdrawTapped
    case newOfferTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case sent(F22Ticket)
    case sendFailed(price: Int)
    case decided(F22Outcome)
    case silent
    case pauseOver
    case withdrawn
    case withdrawFailed
  }

  private enum CancelID { case decision, withdrawal }

  @Dependency(\.f22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.priceTapped(let price)):
      guard case .choosing = state.stage else { return .none }
      return offer(price, &state)

    case .input(.retryTapped):
      guard case .failed(let price) = state.stage else { return .none }
      return offer(price, &state)

    case .input(.withdrawTapped):
      guard case .open(let ticket) = state.stage else { return .none }
      state.stage = .withdrawing(ticket)
      state.withdrawFailed = false
      return .run("withdraw", of: ticket.id) { send in
        try await client.withdraw(ticket.id)
        await send(.withdrawn)
      } catch: { _, send in
        await send(.withdrawFailed)
      }
      .cancellable(id: CancelID.withdrawal)

    case .input(.newOfferTapped):
      switch state.stage {
      case .failed, .ended: state.stage = .choosing
      case .choosing, .sending, .open, .withdrawing: break
      }
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.decision)

    case .input(.cameToForeground):
      state.isInBackground = false
      return listen(state)

    case .feedback(.sent(let ticket)):
      state.stage = .open(ticket)
      return listen(state)

    case .feedback(.sendFailed(let price)):
      state.stage = .failed(price: price)
      return .none

    case .feedback(.decided(let outcome)):
      return end(outcome, &state)

    case .feedback(.withdrawn):
      return end(.withdrawn, &state)

    case .feedback(.withdrawFailed):
      guard case .withdrawing(let ticket) = state.stage else { return .none }
      state.stage = .open(ticket)
      state.withdrawFailed = true
      return .none

    case .feedback(.silent):
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.pauseOver)
      }
      .cancellable(id: CancelID.decision, cancelInFlight: true)

    case .feedback(.pauseOver):
      return listen(state)
    }
  }

  private func offer(_ price: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.stage = .sending(price: price)
    return .run("offer", of: price) { send in
      await send(.sent(F22Ticket(id: try await client.offer(price), price: price)))
    } catch: { _, send in
      await send(.sendFailed(price: price))
    }
  }

  /// Waits for the seller, who may have decided already: the first element is then the decision.
  private func listen(_ state: State) -> Effect<Feedback, Never> {
    guard let ticket = state.ticket, !state.isInBackground else { return .none }
    return .run("decision", of: ticket.id) { send in
      for try await outcome in client.decisions(ticket.id) { await send(.decided(outcome)) }
      await send(.silent)
    } catch: { _, send in
      await send(.silent)
    }
    .cancellable(id: CancelID.decision, cancelInFlight: true)
  }

  private func end(_ outcome: F22Outcome, _ state: inout State) -> Effect<Feedback, Never> {
    guard let ticket = state.ticket else { return .none }
    state.stage = .ended(ticket, outcome)
    state.withdrawFailed = false
    return .merge(.cancel(id: CancelID.decision), .cancel(id: CancelID.withdrawal))
  }
}

struct F22Ticket: Equatable, Sendable {
  var id: String
  var price: Int
}

enum F22Outcome: Equatable, Sendable {
  case accepted
  case declined
  case expired
  case withdrawn
}

struct F22Client: TestDependencyKey, Sendable {
  var offer: @Sendable (_ price: Int) async throws -> String
  var withdraw: @Sendable (_ id: String) async throws -> Void
  var decisions: @Sendable (_ id: String) -> AsyncThrowingStream<F22Outcome, any Error>

  static let testValue = F22Client(
    offer: unimplemented("F22Client.offer"),
    withdraw: unimplemented("F22Client.withdraw"),
    decisions: unimplemented("F22Client.decisions", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var f22Client: F22Client {
    get { self[F22Client.self] }
    set { self[F22Client.self] = newValue }
  }
}

struct F22Offline: Error {}

struct F22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F22Offer.State) -> [F22Offer.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.stage {
        case .choosing: return [.priceTapped(80), .priceTapped(95), .wentToBackground]
        case .sending, .withdrawing: return [.wentToBackground]
        case .failed: return [.retryTapped, .newOfferTapped, .wentToBackground]
        case .open: return [.withdrawTapped, .wentToBackground]
        case .ended: return [.newOfferTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<F22Offer> in
      let store = TestStore(initialState: F22Offer.State()) { F22Offer() }
      store.gate("offer", at: \.f22Client.offer) { price in [.success("Offer of \(price)"), .failure(F22Offline())] }
      store.gate("withdraw", at: \.f22Client.withdraw) { _ in [.success(()), .failure(F22Offline())] }
      store.gate("decisions", at: \.f22Client.decisions) { _ in
        [.element(.accepted), .element(.declined), .element(.expired), .failure(F22Offline())]
      }
      return store
    }
  }
}
