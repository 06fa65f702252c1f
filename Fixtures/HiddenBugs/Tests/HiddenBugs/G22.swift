import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The canteen's terminal in the hall. Pupils sign in with their cards, one after another.
struct G22Canteen: Reducer {
  enum State: Equatable {
    case signedOut(hasFailed: Bool)
    case signingIn
    case signedIn(G22Lunch.State)
  }

  enum Input: Equatable, Sendable {
    case cardShown(String)
    case cancelTapped
    case signOutTapped
    case lunch(G22Lunch.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case lunch(ChildFeedback<G22Lunch>)
  }

  private enum CancelID { case signIn }

  private let lunch = Scope<G22Canteen, G22Lunch>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let lunch) = $0 { lunch } else { nil } },
    feedback: Feedback.lunch
  ) { G22Lunch() }

  @Dependency(\.g22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lunch(let input)): return lunch.reduce(.input(input), into: &state)
    case .feedback(.lunch(.feedback(let feedback))): return lunch.reduce(.feedback(feedback), into: &state)

    case .input(.cardShown(let card)):
      guard case .signedOut = state else { return .none }
      state = .signingIn
      return .run("signIn", of: card) { send in
        await send(.signedIn(try await client.signIn(card)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard state == .signingIn else { return .none }
      state = .signedOut(hasFailed: false)
      return .cancel(id: CancelID.signIn)

    case .feedback(.signedIn(let pupil)):
      state = .signedIn(G22Lunch.State(pupil: pupil))
      return lunch.start(from: state)

    case .feedback(.signInFailed):
      state = .signedOut(hasFailed: true)
      return .none

    case .input(.signOutTapped):
      guard case .signedIn(let lunch) = state, lunch.ordering == nil else { return .none }
      state = .signedOut(hasFailed: false)
      return .none
    }
  }
}

/// The lunches that a pupil orders for the next days.
struct G22Lunch: Reducer {
  struct State: Equatable, Identifiable {
    let pupil: String
    var day = G22Day.today
    var menu = Menu.loading
    var ordering: G22Order?
    var orders: [G22Day: String] = [:]
    var problem: G22Order?

    var id: String { pupil }
  }

  enum Menu: Equatable {
    case loading
    case failed
    case dishes([String])
  }

  enum Input: Equatable, Sendable {
    case dayChosen(G22Day)
    case reloadTapped
    case dishTapped(String)
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(G22Menu)
    case loadFailed
    case ordered(G22Order)
    case orderFailed(G22Order)
  }

  private enum CancelID { case menu }

  @Dependency(\.g22Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { loadMenu(for: state) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dayChosen(let day)):
      guard day != state.day else { return .none }
      state.day = day
      state.menu = .loading
      return loadMenu(for: state)

    case .input(.reloadTapped):
      guard state.menu == .failed else { return .none }
      state.menu = .loading
      return loadMenu(for: state)

    case .input(.dishTapped(let dish)):
      guard state.ordering == nil, state.orders[state.day] == nil else { return .none }
      guard case .dishes(let dishes) = state.menu, dishes.contains(dish) else { return .none }
      let order = G22Order(pupil: state.pupil, day: state.day, dish: dish)
      state.ordering = order
      state.problem = nil
      return .run("order", of: order) { send in
        try await client.order(order)
        await send(.ordered(order))
      } catch: { _, send in
        await send(.orderFailed(order))
      }

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .feedback(.loaded(let menu)):
      state.menu = .dishes(menu.dishes)
      if let dish = menu.ordered { state.orders[state.day] = dish }
      return .none

    case .feedback(.loadFailed):
      state.menu = .failed
      return .none

    case .feedback(.ordered(let order)):
      state.ordering = nil
      state.orders[order.day] = order.dish
      return .none

    case .feedback(.orderFailed(let order)):
      state.ordering = nil
      state.problem = order
      return .none
    }
  }

  private func loadMenu(for state: State) -> Effect<Feedback, Never> {
    let request = G22MenuRequest(pupil: state.pupil, day: state.day)
    return .run("menu", of: request) { send in
      await send(.loaded(try await client.menu(request)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.menu, cancelInFlight: true)
  }
}

enum G22Day: Hashable, Sendable { case today, tomorrow }

struct G22Menu: Equatable, Sendable {
  var dishes: [String]
  /// The dish that the pupil has ordered, here or at home.
  var ordered: String?
}

struct G22MenuRequest: Hashable, Sendable {
  var pupil: String
  var day: G22Day
}

struct G22Order: Hashable, Sendable {
  var pupil: String
  var day: G22Day
  var dish: String
}

struct G22Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ card: String) async throws -> String
  var menu: @Sendable (_ request: G22MenuRequest) async throws -> G22Menu
  var order: @Sendable (_ order: G22Order) async throws -> Void

  static let testValue = G22Client(
    signIn: unimplemented("G22Client.signIn"),
    menu: unimplemented("G22Client.menu"),
    order: unimplemented("G22Client.order")
  )
}

extension DependencyValues {
  var g22Client: G22Client {
    get { self[G22Client.self] }
    set { self[G22Client.self] = newValue }
  }
}

struct G22Offline: Error {}

struct G22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G22Canteen.State) -> [G22Canteen.Input] in
        switch state {
        case .signedOut: return [.cardShown("Mia"), .cardShown("Noah")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let lunch):
          var inputs: [G22Canteen.Input] = [.lunch(.dayChosen(.today)), .lunch(.dayChosen(.tomorrow))]
          if lunch.ordering == nil { inputs.append(.signOutTapped) }
          if lunch.problem != nil { inputs.append(.lunch(.problemDismissed)) }
          if lunch.menu == .failed { inputs.append(.lunch(.reloadTapped)) }
          guard case .dishes(let dishes) = lunch.menu else { return inputs }
          for dish in dishes { inputs.append(.lunch(.dishTapped(dish))) }
          return inputs
        }
      }
    ) { () -> TestStore<G22Canteen> in
      let store = TestStore(initialState: G22Canteen.State.signedOut(hasFailed: false)) { G22Canteen() }
      store.gate("signIn", at: \.g22Client.signIn) { card in [.success(card), .failure(G22Offline())] }
      store.gate("menu", at: \.g22Client.menu) { request in
        [.success(G22Menu(dishes: request.day == .today ? ["Soup", "Pasta"] : ["Curry"])), .failure(G22Offline())]
      }
      store.gate("order", at: \.g22Client.order) { _ in [.success(()), .failure(G22Offline())] }
      return store
    }
  }
}
