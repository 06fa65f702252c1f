import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Drinks that are ordered to a table. Tickets of the bar say when they are accepted and ready.
struct B26Orders: Reducer {
  struct State: Equatable {
    var orders: IdentifiedArray<B26Order> = []
    var nextID = 1
    var isVisible = false
    var isLive = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case reconnectTapped
    case drinkTapped(String)
    case resendTapped(Int)
    case pickedUpTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case placed(Int)
    case placeFailed(Int)
    case ticket(B26Ticket)
    case ticketsEnded
  }

  private enum CancelID: Hashable {
    case place(Int)
    case tickets
  }

  @Dependency(\.b26Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      state.isLive = true
      return listen()

    case .input(.disappeared):
      state.isVisible = false
      state.isLive = false
      return .cancel(id: CancelID.tickets)

    case .input(.reconnectTapped):
      guard state.isVisible, !state.isLive else { return .none }
      state.isLive = true
      return listen()

    case .input(.drinkTapped(let drink)):
      let order = B26Order(id: state.nextID, drink: drink)
      state.nextID += 1
      state.orders.append(order)
      return place(order)

    case .input(.resendTapped(let id)):
      guard let order = state.orders[id: id], order.status == .failed else { return .none }
      state.orders[id: id]?.status = .sending
      return place(order)

    case .input(.pickedUpTapped(let id)):
      guard state.orders[id: id]?.status == .ready else { return .none }
      state.orders.remove(id: id)
      return .cancel(id: CancelID.place(id))

    case .feedback(.placed(let id)):
      guard state.orders[id: id]?.status == .sending else { return .none }
      state.orders[id: id]?.status = .accepted
      return .none

    case .feedback(.placeFailed(let id)):
      state.orders[id: id]?.status = .failed
      return .none

    case .feedback(.ticket(.accepted(let id))):
      guard state.orders[id: id]?.status != .ready else { return .none }
      state.orders[id: id]?.status = .accepted
      return .none

    case .feedback(.ticket(.ready(let id))):
      state.orders[id: id]?.status = .ready
      return .none

    case .feedback(.ticketsEnded):
      state.isLive = false
      return .none
    }
  }

  private func place(_ order: B26Order) -> Effect<Feedback, Never> {
    .run("place", of: order.id) { send in
      try await client.place(order.id, order.drink)
      await send(.placed(order.id))
    } catch: { _, send in
      await send(.placeFailed(order.id))
    }
    .cancellable(id: CancelID.place(order.id), cancelInFlight: true)
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("tickets") { send in
      for await ticket in client.tickets() { await send(.ticket(ticket)) }
      await send(.ticketsEnded)
    }
    .cancellable(id: CancelID.tickets, cancelInFlight: true)
  }
}

struct B26Order: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case sending, accepted, ready, failed }

  let id: Int
  let drink: String
  var status = Status.sending
}

enum B26Ticket: Equatable, Sendable {
  case accepted(Int)
  case ready(Int)
}

struct B26Client: TestDependencyKey, Sendable {
  var place: @Sendable (_ id: Int, _ drink: String) async throws -> Void
  var tickets: @Sendable () -> AsyncStream<B26Ticket>

  static let testValue = B26Client(
    place: unimplemented("B26Client.place"),
    tickets: unimplemented("B26Client.tickets", placeholder: AsyncStream<B26Ticket> { $0.finish() })
  )
}

extension DependencyValues {
  var b26Client: B26Client {
    get { self[B26Client.self] }
    set { self[B26Client.self] = newValue }
  }
}

struct B26Offline: Error {}

struct B26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B26Orders.State) -> [B26Orders.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [B26Orders.Input] = [.disappeared]
        if !state.isLive { inputs.append(.reconnectTapped) }
        if state.nextID <= 2 { inputs.append(.drinkTapped("Cola")) }
        for order in state.orders {
          switch order.status {
          case .failed: inputs.append(.resendTapped(order.id))
          case .ready: inputs.append(.pickedUpTapped(order.id))
          case .sending, .accepted: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<B26Orders> in
      let store = TestStore(initialState: B26Orders.State()) { B26Orders() }
      store.gate("place", at: \.b26Client.place) { _ in [.success(()), .failure(B26Offline())] }
      store.gate("tickets", at: \.b26Client.tickets) {
        [.element(.accepted(1)), .element(.ready(1)), .finish]
      }
      return store
    }
  }
}
