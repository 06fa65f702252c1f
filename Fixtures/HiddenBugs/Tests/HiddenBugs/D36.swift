import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account of a pizza service: earlier orders, which a customer can put into the basket again.
struct D36Account: ActionReducer {
  enum Session: Equatable {
    case loggedOut
    case loggingIn(String)
    case loggedIn(String)
  }

  enum Notice: Equatable { case couldNotLogIn, offline, soldOut }

  struct State: Equatable {
    var session = Session.loggedOut
    var orders: [D36Order]?
    var isLoading = false
    var copying: Int?
    var basket: [String] = []
    var notice: Notice?
  }

  enum Action: Equatable, Sendable {
    // What the customer does.
    case logInTapped(String)
    case cancelTapped
    case refreshTapped
    case orderTapped(Int)
    case basketEmptied
    case noticeClosed
    case logOutTapped

    // What the server answers.
    case loggedIn(String)
    case logInFailed
    case ordersLoaded([D36Order])
    case ordersFailed
    case dishesLoaded([String])
    case dishesFailed
  }

  private enum CancelID { case logIn, orders }

  @Dependency(\.d36Client) private var client

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .logInTapped(let name):
      guard state.session == .loggedOut else { return .none }
      state.session = .loggingIn(name)
      state.notice = nil
      return .run("log in", of: name) { send in
        try await client.logIn(name)
        await send(.loggedIn(name))
      } catch: { _, send in
        await send(.logInFailed)
      }
      .cancellable(id: CancelID.logIn, cancelInFlight: true)

    case .loggedIn(let name):
      state.session = .loggedIn(name)
      return loadOrders(of: name, &state)

    case .logInFailed:
      state.session = .loggedOut
      state.notice = .couldNotLogIn
      return .none

    case .cancelTapped:
      guard case .loggingIn = state.session else { return .none }
      state.session = .loggedOut
      return .cancel(id: CancelID.logIn)

    case .refreshTapped:
      guard case .loggedIn(let name) = state.session, !state.isLoading else { return .none }
      return loadOrders(of: name, &state)

    case .ordersLoaded(let orders):
      state.isLoading = false
      state.orders = orders
      return .none

    case .ordersFailed:
      state.isLoading = false
      state.notice = .offline
      return .none

    case .orderTapped(let id):
      guard case .loggedIn = state.session, state.copying == nil else { return .none }
      state.copying = id
      state.notice = nil
      return .run("dishes", of: id) { send in
        await send(.dishesLoaded(try await client.dishes(id)))
      } catch: { _, send in
        await send(.dishesFailed)
      }

    case .dishesLoaded(let dishes):
      state.copying = nil
      for dish in dishes where !state.basket.contains(dish) { state.basket.append(dish) }
      return .none

    case .dishesFailed:
      state.copying = nil
      state.notice = .soldOut
      return .none

    case .basketEmptied:
      state.basket = []
      return .none

    case .noticeClosed:
      state.notice = nil
      return .none

    case .logOutTapped:
      guard case .loggedIn = state.session else { return .none }
      state = State()
      return .cancel(id: CancelID.orders)
    }
  }

  private func loadOrders(of name: String, _ state: inout State) -> Effect<Action, Never> {
    state.isLoading = true
    state.notice = nil
    return .run("orders", of: name) { send in
      await send(.ordersLoaded(try await client.orders(name)))
    } catch: { _, send in
      await send(.ordersFailed)
    }
    .cancellable(id: CancelID.orders, cancelInFlight: true)
  }
}

struct D36Order: Equatable, Identifiable, Sendable {
  let id: Int
  var cents: Int
}

struct D36Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ name: String) async throws -> Void
  var orders: @Sendable (_ name: String) async throws -> [D36Order]
  var dishes: @Sendable (_ order: Int) async throws -> [String]

  static let testValue = D36Client(
    logIn: unimplemented("D36Client.logIn"),
    orders: unimplemented("D36Client.orders"),
    dishes: unimplemented("D36Client.dishes")
  )
}

extension DependencyValues {
  var d36Client: D36Client {
    get { self[D36Client.self] }
    set { self[D36Client.self] = newValue }
  }
}

struct D36Offline: Error {}

struct D36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D36Account.State) -> [D36Account.Action] in
        var inputs: [D36Account.Action] = state.notice == nil ? [] : [.noticeClosed]
        switch state.session {
        case .loggedOut: inputs += [.logInTapped("ada"), .logInTapped("bob")]
        case .loggingIn: inputs.append(.cancelTapped)
        case .loggedIn:
          inputs += [.refreshTapped, .logOutTapped]
          for order in state.orders ?? [] { inputs.append(.orderTapped(order.id)) }
          if !state.basket.isEmpty { inputs.append(.basketEmptied) }
        }
        return inputs
      }
    ) { () -> TestStore<D36Account> in
      let store = TestStore(initialState: D36Account.State()) { D36Account() }
      store.gate("logIn", at: \.d36Client.logIn) { _ in [.success(()), .failure(D36Offline())] }
      store.gate("orders", at: \.d36Client.orders) { name in
        [.success([D36Order(id: name == "ada" ? 1 : 2, cents: 1890)]), .failure(D36Offline())]
      }
      store.gate("dishes", at: \.d36Client.dishes) { _ in [.success(["Margherita", "Cola"]), .failure(D36Offline())] }
      return store
    }
  }
}
