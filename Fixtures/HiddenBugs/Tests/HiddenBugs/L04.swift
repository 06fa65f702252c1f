import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum L04Receipt: Equatable, Sendable {
  case delivered
  case answered(accepted: Bool)
}

struct L04Chat: TestDependencyKey, Sendable {
  var send: @Sendable (_ price: Int) async throws -> Void
  var receipts: @Sendable (_ price: Int) -> AsyncStream<L04Receipt>

  static let testValue = L04Chat(
    send: unimplemented("L04Chat.send"),
    receipts: unimplemented("L04Chat.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var l04Chat: L04Chat {
    get { self[L04Chat.self] }
    set { self[L04Chat.self] = newValue }
  }
}

struct L04Offline: Error {}

/// An offer to the seller of a second-hand bicycle.
struct L04Offer: Reducer {
  struct State: Equatable {
    var mode = Mode.writing(price: 50)
    var line = Line.closed
  }

  enum Mode: Equatable {
    case writing(price: Int)
    case sending(price: Int)
    case sent(price: Int)
    case delivered(price: Int)
    case failed(price: Int)
    case closed(price: Int, accepted: Bool)

    var price: Int {
      switch self {
      case .writing(let price), .sending(let price), .sent(let price), .delivered(let price), .failed(let price),
        .closed(let price, _):
        price
      }
    }
  }

  /// The line on which the receipts for the offer arrive.
  enum Line: Equatable { case closed, open, lost }

  enum Input: Equatable { case priceTapped(Int), sendTapped, reconnectTapped, newOfferTapped }
  enum Feedback: Equatable { case accepted, refused, receipt(L04Receipt), lineLost, deadlinePassed }

  private enum CancelID { case send, receipts, deadline }

  @Dependency(\.l04Chat) private var chat
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.priceTapped(let price)):
      guard case .writing = state.mode else { return .none }
      state.mode = .writing(price: price)
      return .none

    case .input(.sendTapped):
      switch state.mode {
      case .writing(let price), .failed(let price):
        state.mode = .sending(price: price)
        guard state.line != .open else { return post(price) }
        state.line = .open
        return .merge(listen(price), post(price))
      case .sending, .sent, .delivered, .closed:
        return .none
      }

    case .input(.reconnectTapped):
      guard state.line == .lost else { return .none }
      state.line = .open
      return listen(state.mode.price)

    case .input(.newOfferTapped):
      guard case .closed(let price, _) = state.mode else { return .none }
      state.mode = .writing(price: price)
      return .none

    case .feedback(.accepted):
      if case .sending(let price) = state.mode { state.mode = .sent(price: price) }
      return deadline()

    case .feedback(.refused):
      guard case .sending(let price) = state.mode else { return .none }
      state.mode = .failed(price: price)
      return .none

    case .feedback(.receipt(.delivered)):
      switch state.mode {
      case .sending(let price), .sent(let price), .failed(let price):
        state.mode = .delivered(price: price)
        return .cancel(id: CancelID.deadline)
      case .writing, .delivered, .closed:
        return .none
      }

    case .feedback(.receipt(.answered(let accepted))):
      state.mode = .closed(price: state.mode.price, accepted: accepted)
      state.line = .closed
      return .merge(.cancel(id: CancelID.send), .cancel(id: CancelID.receipts), .cancel(id: CancelID.deadline))

    case .feedback(.lineLost):
      state.line = .lost
      return .none

    case .feedback(.deadlinePassed):
      state.mode = .failed(price: state.mode.price)
      return .none
    }
  }

  private func post(_ price: Int) -> Effect<Feedback, Never> {
    .run("send", of: price) { send in
      try await chat.send(price)
      await send(.accepted)
    } catch: { _, send in
      await send(.refused)
    }
    .cancellable(id: CancelID.send, cancelInFlight: true)
  }

  private func listen(_ price: Int) -> Effect<Feedback, Never> {
    .run("receipts", of: price) { send in
      for await receipt in chat.receipts(price) { await send(.receipt(receipt)) }
      await send(.lineLost)
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }

  /// The time in which an accepted offer should reach the seller.
  private func deadline() -> Effect<Feedback, Never> {
    .run("deadline") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.deadlinePassed)
    }
    .cancellable(id: CancelID.deadline, cancelInFlight: true)
  }
}

struct L04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.priceTapped(50), .priceTapped(60), .sendTapped, .reconnectTapped, .newOfferTapped]
    ) { () -> TestStore<L04Offer> in
      let store = TestStore(initialState: L04Offer.State()) { L04Offer() }
      store.gate("send", at: \.l04Chat.send) { _ in [.success(()), .failure(L04Offline())] }
      store.gate("receipts", at: \.l04Chat.receipts) { _ in
        [.element(.delivered), .element(.answered(accepted: true)), .finish]
      }
      return store
    }
  }
}
