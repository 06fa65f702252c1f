import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The market of a farmers' cooperative: the prices of today, and an order.
struct P22Market: Reducer {
  struct State: Equatable {
    var member: String?
    var isLoggingIn = false
    var hasLoginFailed = false
    var prices: [P22Price] = []
    var isLoading = false
    var hasFailed = false
    var order: P22Order?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case loginTapped(String)
    case logoutTapped
    case refreshTapped
    case orderTapped(String)
    case orderAgainTapped
    case orderClosed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case loginFailed
    case loaded([P22Price])
    case loadFailed
    case pollDue
    case orderPlaced
    case orderFailed
  }

  private enum CancelID { case load, poll }

  @Dependency(\.p22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loginTapped(let number)):
      guard state.member == nil, !state.isLoggingIn else { return .none }
      state.isLoggingIn = true
      state.hasLoginFailed = false
      return .run("login", of: number) { send in
        await send(.loggedIn(try await client.login(number)))
      } catch: { _, send in
        await send(.loginFailed)
      }

    case .input(.logoutTapped):
      // An order that is on its way belongs to the member, so the button waits for it.
      guard state.member != nil, state.order?.status != .sending else { return .none }
      state = State(isInBackground: state.isInBackground)
      return stop()

    case .input(.refreshTapped):
      guard state.member != nil, !state.isLoading else { return .none }
      return load(&state)

    case .input(.orderTapped(let grain)):
      guard state.order == nil, state.prices.contains(where: { $0.grain == grain }) else { return .none }
      return place(grain, &state)

    case .input(.orderAgainTapped):
      guard let order = state.order, order.status == .failed else { return .none }
      return place(order.grain, &state)

    case .input(.orderClosed):
      guard state.order?.status != .sending else { return .none }
      state.order = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isLoading = false
      return stop()

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.member == nil ? .none : load(&state)

    case .feedback(.loggedIn(let member)):
      state.isLoggingIn = false
      state.member = member
      // In the background, the prices wait until somebody looks.
      return state.isInBackground ? .none : load(&state)

    case .feedback(.loginFailed):
      state.isLoggingIn = false
      state.hasLoginFailed = true
      return .none

    case .feedback(.loaded(let prices)):
      state.isLoading = false
      state.prices = prices
      return poll()

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return poll()

    case .feedback(.pollDue):
      return load(&state)

    case .feedback(.orderPlaced):
      state.order?.status = .placed
      return .none

    case .feedback(.orderFailed):
      state.order?.status = .failed
      return .none
    }
  }

  /// Only called while the list is on the screen.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("prices") { send in
        await send(.loaded(try await client.prices()))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))
  }

  private func place(_ grain: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.order = P22Order(grain: grain, status: .sending)
    return .run("order", of: grain) { send in
      try await client.order(grain)
      await send(.orderPlaced)
    } catch: { _, send in
      await send(.orderFailed)
    }
  }
}

struct P22Price: Equatable, Sendable {
  var grain: String
  var cents: Int
}

struct P22Order: Equatable, Sendable {
  enum Status: Equatable, Sendable {
    case sending, placed, failed
  }

  var grain: String
  var status: Status
}

struct P22Client: TestDependencyKey, Sendable {
  var login: @Sendable (_ number: String) async throws -> String
  var prices: @Sendable () async throws -> [P22Price]
  var order: @Sendable (_ grain: String) async throws -> Void

  static let testValue = P22Client(
    login: unimplemented("P22Client.login"),
    prices: unimplemented("P22Client.prices"),
    order: unimplemented("P22Client.order")
  )
}

extension DependencyValues {
  var p22Client: P22Client {
    get { self[P22Client.self] }
    set { self[P22Client.self] = newValue }
  }
}

struct P22Offline: Error {}

struct P22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P22Market.State) -> [P22Market.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [P22Market.Input] = [.wentToBackground]
        guard state.member != nil else {
          if !state.isLoggingIn { inputs += [.loginTapped("17"), .loginTapped("23")] }
          return inputs
        }
        if !state.isLoading { inputs.append(.refreshTapped) }
        switch state.order?.status {
        case nil:
          inputs.append(.logoutTapped)
          if !state.prices.isEmpty { inputs.append(.orderTapped("Rye")) }
        case .sending: break
        case .placed: inputs += [.orderClosed, .logoutTapped]
        case .failed: inputs += [.orderAgainTapped, .orderClosed, .logoutTapped]
        }
        return inputs
      }
    ) { () -> TestStore<P22Market> in
      let store = TestStore(initialState: P22Market.State()) { P22Market() }
      store.gate("login", at: \.p22Client.login) { number in [.success("Member \(number)"), .failure(P22Offline())] }
      store.gate("prices", at: \.p22Client.prices) {
        [.success([P22Price(grain: "Rye", cents: 1840)]), .failure(P22Offline())]
      }
      store.gate("order", at: \.p22Client.order) { _ in [.success(()), .failure(P22Offline())] }
      return store
    }
  }
}
