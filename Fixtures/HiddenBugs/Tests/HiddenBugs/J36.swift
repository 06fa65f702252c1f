import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The room service: a dish is chosen and ordered, and the kitchen says how far it is.
struct J36RoomService: Reducer {
  struct State: Equatable {
    var menu = J36Menu.State()
    var order: J36Order?
    var nextNumber = 1

    /// Whether the news of the kitchen are followed.
    var isLive = false
  }

  enum Input: Equatable, Sendable {
    case menu(J36Menu.Input)
    case orderAgainTapped
    case reconnectTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case menu(ChildFeedback<J36Menu>)
    case accepted
    case rejected
    case news(J36News)
    case newsEnded
    case overdue
  }

  private enum CancelID { case place, news, overdue }

  @Dependency(\.j36Client) private var client
  @Dependency(\.continuousClock) private var clock

  let menu = Scope<J36RoomService, J36Menu>(\.menu, feedback: Feedback.menu) { J36Menu() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.menu(let input)):
      guard state.order == nil else { return .none }
      return menu.reduce(.input(input), into: &state)

    case .feedback(.menu(.feedback(let feedback))): return menu.reduce(.feedback(feedback), into: &state)

    case .feedback(.menu(.output(.ordered(let dish)))):
      let order = J36Order(number: state.nextNumber, dish: dish)
      state.menu = J36Menu.State()
      state.order = order
      state.nextNumber += 1
      state.isLive = true
      return .merge(follow(order), place(order))

    case .input(.orderAgainTapped):
      guard let order = state.order, order.status == .failed else { return .none }
      state.order?.status = .placing
      return place(order)

    case .input(.reconnectTapped):
      guard let order = state.order, !state.isLive, order.status != .delivered else { return .none }
      state.isLive = true
      return follow(order)

    case .input(.closeTapped):
      guard let order = state.order, order.status == .failed || order.status == .delivered else { return .none }
      state.order = nil
      state.isLive = false
      return .merge(.cancel(id: CancelID.place), .cancel(id: CancelID.news), .cancel(id: CancelID.overdue))

    case .feedback(.accepted):
      state.order?.status = .placed
      return waitForNews()

    case .feedback(.rejected):
      state.order?.status = .failed
      return .none

    case .feedback(.news(.cooking)):
      // The kitchen has the order, whatever becomes of the request that has brought it there.
      state.order?.status = .cooking
      return .merge(.cancel(id: CancelID.place), waitForNews())

    case .feedback(.news(.delivered)):
      state.order?.status = .delivered
      state.isLive = false
      return .merge(.cancel(id: CancelID.place), .cancel(id: CancelID.news), .cancel(id: CancelID.overdue))

    case .feedback(.newsEnded):
      state.isLive = false
      return .none

    case .feedback(.overdue):
      state.order?.status = .overdue
      return .none
    }
  }

  private func place(_ order: J36Order) -> Effect<Feedback, Never> {
    let ticket = J36Ticket(number: order.number, dish: order.dish)
    return .run("place", of: ticket) { send in
      try await client.place(ticket)
      await send(.accepted)
    } catch: { _, send in
      await send(.rejected)
    }
    .cancellable(id: CancelID.place, cancelInFlight: true)
  }

  private func follow(_ order: J36Order) -> Effect<Feedback, Never> {
    .run("news", of: order.number) { send in
      for try await news in client.news(order.number) { await send(.news(news)) }
      await send(.newsEnded)
    } catch: { _, send in
      await send(.newsEnded)
    }
    .cancellable(id: CancelID.news, cancelInFlight: true)
  }

  /// Waits half an hour from now for the next news.
  private func waitForNews() -> Effect<Feedback, Never> {
    .run("overdue") { send in
      try await clock.sleep(for: .seconds(1800))
      await send(.overdue)
    }
    .cancellable(id: CancelID.overdue, cancelInFlight: true)
  }
}

/// The menu. Whether a dish is left is asked for when it is chosen.
struct J36Menu: Reducer {
  enum Stock: Equatable { case checking, available, soldOut, unknown }

  struct State: Equatable {
    var dish: String?
    var stock: Stock?
  }

  enum Input: Equatable, Sendable { case dishTapped(String), clearTapped, orderTapped }
  enum Feedback: Equatable, Sendable { case checked(Bool), failed }
  enum Output: Equatable, Sendable { case ordered(String) }

  private enum CancelID { case stock }

  @Dependency(\.j36Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.dishTapped(let dish)):
      state = State(dish: dish, stock: .checking)
      return .run("stock", of: dish) { send in
        await send(.checked(try await client.isAvailable(dish)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.stock, cancelInFlight: true)

    case .input(.clearTapped):
      state = State()
      return .cancel(id: CancelID.stock)

    case .input(.orderTapped):
      guard let dish = state.dish, state.stock == .available else { return .none }
      return .output(.ordered(dish))

    case .feedback(.checked(let isAvailable)):
      state.stock = isAvailable ? .available : .soldOut
      return .none

    case .feedback(.failed):
      state.stock = .unknown
      return .none
    }
  }
}

enum J36Status: Equatable, Sendable { case placing, placed, cooking, overdue, delivered, failed }

enum J36News: Equatable, Sendable { case cooking, delivered }

struct J36Order: Equatable, Sendable {
  var number: Int
  var dish: String
  var status = J36Status.placing
}

struct J36Ticket: Hashable, Sendable {
  var number: Int
  var dish: String
}

struct J36Client: TestDependencyKey, Sendable {
  var isAvailable: @Sendable (_ dish: String) async throws -> Bool
  var place: @Sendable (_ ticket: J36Ticket) async throws -> Void
  var news: @Sendable (_ number: Int) -> AsyncThrowingStream<J36News, any Error>

  static let testValue = J36Client(
    isAvailable: unimplemented("J36Client.isAvailable"),
    place: unimplemented("J36Client.place"),
    news: unimplemented("J36Client.news", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var j36Client: J36Client {
    get { self[J36Client.self] }
    set { self[J36Client.self] = newValue }
  }
}

struct J36Offline: Error {}

struct J36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J36RoomService.State) -> [J36RoomService.Input] in
        guard let order = state.order else {
          guard state.nextNumber < 3 else { return [] }
          guard state.menu.dish != nil else { return [.menu(.dishTapped("Soup"))] }
          return state.menu.stock == .available
            ? [.menu(.orderTapped), .menu(.clearTapped)] : [.menu(.dishTapped("Salad")), .menu(.clearTapped)]
        }
        var inputs: [J36RoomService.Input] = []
        if order.status == .failed { inputs += [.orderAgainTapped, .closeTapped] }
        if order.status == .delivered { inputs.append(.closeTapped) }
        if !state.isLive, order.status != .delivered { inputs.append(.reconnectTapped) }
        return inputs
      }
    ) { () -> TestStore<J36RoomService> in
      let store = TestStore(initialState: J36RoomService.State()) { J36RoomService() }
      store.gate("isAvailable", at: \.j36Client.isAvailable) { _ in
        [.success(true), .success(false), .failure(J36Offline())]
      }
      store.gate("place", at: \.j36Client.place) { _ in [.success(()), .failure(J36Offline())] }
      store.gate("news", at: \.j36Client.news) { _ in
        [.element(.cooking), .element(.delivered), .failure(J36Offline())]
      }
      return store
    }
  }
}
