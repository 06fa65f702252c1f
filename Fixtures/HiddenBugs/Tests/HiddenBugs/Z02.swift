import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The till of a shop: an amount goes to the card terminal, which says what became of it.
struct Z02Till: Reducer {
  enum Phase: Equatable, Sendable {
    case entering
    case connecting
    case waiting(payment: String)
    case paid(payment: String)
    case declined
    case cancelled
    case failed(String)
  }

  struct State: Equatable {
    var amount = 0
    var phase = Phase.entering
    var isCancelling = false
    var asksForCard = false

    /// Whether the amount can be sent to the terminal, for the first time or once more.
    var canCharge: Bool {
      guard amount > 0, !isCancelling else { return false }
      switch phase {
      case .entering, .declined, .cancelled, .failed: return true
      case .connecting, .waiting, .paid: return false
      }
    }

    /// Whether the next customer can be served.
    var canBegin: Bool {
      guard !isCancelling else { return false }
      switch phase {
      case .paid, .declined, .cancelled, .failed: return true
      case .entering, .connecting, .waiting: return false
      }
    }
  }

  enum Input: Equatable, Sendable {
    case amountEntered(Int)
    case chargeTapped
    case cancelTapped
    case newSaleTapped
  }

  enum Feedback: Equatable, Sendable {
    case begun(payment: String)
    case notBegun
    case event(Z02Event)
    case eventsEnded
    case cardIsMissing
    case cancelled
    case notCancelled
  }

  private enum CancelID { case events, cardHint }

  @Dependency(\.z02Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.amountEntered(let amount)):
      guard state.phase == .entering else { return .none }
      state.amount = amount
      return .none

    case .input(.chargeTapped):
      guard state.canCharge else { return .none }
      state.phase = .connecting
      return .run("begin", of: state.amount) { [amount = state.amount] send in
        await send(.begun(payment: try await client.begin(amount)))
      } catch: { _, send in
        await send(.notBegun)
      }

    case .input(.cancelTapped):
      guard case .waiting(let payment) = state.phase, !state.isCancelling else { return .none }
      state.isCancelling = true
      return .run("cancel", of: payment) { send in
        try await client.cancel(payment)
        await send(.cancelled)
      } catch: { _, send in
        await send(.notCancelled)
      }

    case .input(.newSaleTapped):
      guard state.canBegin else { return .none }
      state = State()
      return .none

    case .feedback(.begun(let payment)):
      state.phase = .waiting(payment: payment)
      return .merge(follow(payment), remindOfCard())

    case .feedback(.notBegun):
      state.phase = .failed("The terminal is switched off.")
      return .none

    case .feedback(.event(.cardRead)):
      state.asksForCard = false
      return .cancel(id: CancelID.cardHint)

    case .feedback(.event(.approved)):
      guard case .waiting(let payment) = state.phase else { return .none }
      return end(as: .paid(payment: payment), &state)

    case .feedback(.event(.declined)):
      guard case .waiting = state.phase else { return .none }
      return end(as: .declined, &state)

    case .feedback(.eventsEnded):
      guard case .waiting = state.phase else { return .none }
      return end(as: .failed("The connection is lost. Look at the terminal."), &state)

    case .feedback(.cardIsMissing):
      state.asksForCard = true
      return .none

    case .feedback(.cancelled):
      state.isCancelling = false
      guard case .waiting = state.phase else { return .none }
      return end(as: .cancelled, &state)

    case .feedback(.notCancelled):
      state.isCancelling = false
      return end(as: .failed("The terminal doesn't answer. Look at its display."), &state)
    }
  }

  /// Ends a payment.
  private func end(as phase: Phase, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = phase
    state.asksForCard = false
    return .merge(.cancel(id: CancelID.events), .cancel(id: CancelID.cardHint))
  }

  /// Listens to what the terminal says of a payment.
  private func follow(_ payment: String) -> Effect<Feedback, Never> {
    .run("events", of: payment) { send in
      for try await event in client.events(payment) { await send(.event(event)) }
      await send(.eventsEnded)
    } catch: { _, send in
      await send(.eventsEnded)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }

  private func remindOfCard() -> Effect<Feedback, Never> {
    .run("card hint") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.cardIsMissing)
    }
    .cancellable(id: CancelID.cardHint, cancelInFlight: true)
  }
}

enum Z02Event: Equatable, Sendable { case cardRead, approved, declined }

struct Z02Client: TestDependencyKey, Sendable {
  var begin: @Sendable (_ amount: Int) async throws -> String
  var events: @Sendable (_ payment: String) -> AsyncThrowingStream<Z02Event, any Error>
  var cancel: @Sendable (_ payment: String) async throws -> Void

  static let testValue = Z02Client(
    begin: unimplemented("Z02Client.begin"),
    events: unimplemented("Z02Client.events", placeholder: AsyncThrowingStream { $0.finish() }),
    cancel: unimplemented("Z02Client.cancel")
  )
}

extension DependencyValues {
  var z02Client: Z02Client {
    get { self[Z02Client.self] }
    set { self[Z02Client.self] = newValue }
  }
}

struct Z02TerminalError: Error {}

struct Z02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z02Till.State) -> [Z02Till.Input] in
        var inputs: [Z02Till.Input] = []
        if state.phase == .entering { inputs.append(.amountEntered(state.amount == 0 ? 1250 : 0)) }
        if state.canCharge { inputs.append(.chargeTapped) }
        if case .waiting = state.phase, !state.isCancelling { inputs.append(.cancelTapped) }
        if state.canBegin { inputs.append(.newSaleTapped) }
        return inputs
      }
    ) { () -> TestStore<Z02Till> in
      let store = TestStore(initialState: Z02Till.State()) { Z02Till() }
      store.gate("begin", at: \.z02Client.begin) { _ in [.success("p1"), .failure(Z02TerminalError())] }
      store.gate("events", at: \.z02Client.events) { _ in
        [.element(.cardRead), .element(.approved), .element(.declined), .failure(Z02TerminalError())]
      }
      store.gate("cancel", at: \.z02Client.cancel) { _ in [.success(()), .failure(Z02TerminalError())] }
      return store
    }
  }
}
