import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The hotel search: it follows the typing, and a room of a hit can be held for an hour.
struct E24HotelSearch: Reducer {
  enum Phase: Equatable {
    case idle
    case searching
    case found([E24Hotel])
    case failed
  }

  enum Hold: Equatable {
    case empty
    case asking(String)
    case held(String)
    case refused(String)
  }

  struct State: Equatable {
    var query = E24Query()
    var phase = Phase.idle
    var showsMap = false
    /// The bar at the bottom, which stays when the hits change.
    var hold = Hold.empty
  }

  enum Input: Equatable, Sendable {
    case cityTyped(String)
    case clearTapped
    case guestsChosen(Int)
    case retryTapped
    case mapTapped
    case holdTapped(String)
    case holdClosed
  }

  enum Feedback: Equatable, Sendable {
    case found(E24Query, [E24Hotel])
    case failed(E24Query)
    case held(String)
    case refused(String)
  }

  private enum CancelID { case search }

  @Dependency(\.e24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cityTyped(let city)):
      guard city != state.query.city else { return .none }
      state.query.city = city
      return search(&state)

    case .input(.clearTapped):
      state.query.city = ""
      return search(&state)

    case .input(.guestsChosen(let guests)):
      guard guests != state.query.guests else { return .none }
      state.query.guests = guests
      return search(&state)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return search(&state)

    case .input(.mapTapped):
      state.showsMap.toggle()
      return .none

    case .input(.holdTapped(let hotel)):
      switch state.hold {
      case .asking, .held: return .none
      case .empty, .refused: state.hold = .asking(hotel)
      }
      let guests = state.query.guests
      return .run("hold", of: hotel) { send in
        try await client.hold(hotel, guests)
        await send(.held(hotel))
      } catch: { _, send in
        await send(.refused(hotel))
      }

    case .input(.holdClosed):
      if case .asking = state.hold { return .none }
      state.hold = .empty
      return .none

    case .feedback(.found(let query, let hotels)):
      guard query == state.query, state.phase == .searching else { return .none }
      state.phase = .found(hotels)
      return .none

    case .feedback(.failed(let query)):
      guard query == state.query, state.phase == .searching else { return .none }
      state.phase = .failed
      return .none

    case .feedback(.held(let hotel)):
      state.hold = .held(hotel)
      return .none

    case .feedback(.refused(let hotel)):
      state.hold = .refused(hotel)
      return .none
    }
  }

  /// Begins the search that the query asks for, or ends the one that runs.
  private func search(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.query.city.isEmpty else {
      state.phase = .idle
      return .cancel(id: CancelID.search)
    }
    state.phase = .searching
    let query = state.query
    return .run("hotels", of: query) { send in
      await send(.found(query, try await client.hotels(query)))
    } catch: { _, send in
      await send(.failed(query))
    }
    .debounce(id: CancelID.search, for: .milliseconds(300))
  }
}

struct E24Query: Hashable, Sendable {
  var city = ""
  var guests = 2
}

struct E24Hotel: Equatable, Sendable {
  var name: String
  var price: Int
}

struct E24Client: TestDependencyKey, Sendable {
  var hotels: @Sendable (_ query: E24Query) async throws -> [E24Hotel]
  var hold: @Sendable (_ hotel: String, _ guests: Int) async throws -> Void

  static let testValue = E24Client(
    hotels: unimplemented("E24Client.hotels"),
    hold: unimplemented("E24Client.hold")
  )
}

extension DependencyValues {
  var e24Client: E24Client {
    get { self[E24Client.self] }
    set { self[E24Client.self] = newValue }
  }
}

struct E24Offline: Error {}

struct E24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E24HotelSearch.State) -> [E24HotelSearch.Input] in
        var inputs: [E24HotelSearch.Input] = [
          .cityTyped("Rome"), .cityTyped("Oslo"), .guestsChosen(state.query.guests == 2 ? 4 : 2),
        ]
        if !state.query.city.isEmpty { inputs.append(.clearTapped) }
        let hotels: [E24Hotel] = if case .found(let hotels) = state.phase { hotels } else { [] }
        if !hotels.isEmpty { inputs.append(.mapTapped) }
        if state.phase == .failed { inputs.append(.retryTapped) }
        let holds: [E24HotelSearch.Input] = hotels.map { hotel in .holdTapped(hotel.name) }
        switch state.hold {
        case .empty: inputs += holds
        case .asking: break
        case .held: inputs.append(.holdClosed)
        case .refused:
          inputs += holds
          inputs.append(.holdClosed)
        }
        return inputs
      }
    ) { () -> TestStore<E24HotelSearch> in
      let store = TestStore(initialState: E24HotelSearch.State()) { E24HotelSearch() }
      store.gate("hotels", at: \.e24Client.hotels) { query in
        [.success([E24Hotel(name: "\(query.city) Inn", price: 60 * query.guests)]), .failure(E24Offline())]
      }
      store.gate("hold", at: \.e24Client.hold) { _ in [.success(()), .failure(E24Offline())] }
      return store
    }
  }
}
