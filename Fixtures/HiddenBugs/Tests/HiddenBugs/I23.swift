import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The free rooms of a hotel on a day. The bar below shows the price of the chosen room, with or without breakfast.
struct I23Rooms: Reducer {
  struct State: Equatable {
    var day = 1
    var rooms: [I23Room] = []
    var isLoading = false
    var hasFailed = false
    var chosen: Int?
    var withBreakfast = false
    var price: Int?
    var isPricing = false
    var priceHasFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case dayChosen(Int)
    case retryTapped
    case roomTapped(Int)
    case breakfastTapped
    case priceRetryTapped
    case barClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([I23Room])
    case loadFailed
    case priced(Int)
    case pricingFailed
  }

  private enum CancelID { case rooms, price }

  @Dependency(\.i23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.rooms.isEmpty, !state.isLoading, !state.hasFailed else { return .none }
      return load(&state)

    case .input(.dayChosen(let day)):
      guard day != state.day else { return .none }
      state.day = day
      state.rooms = []
      state.chosen = nil
      state.price = nil
      state.priceHasFailed = false
      return .merge(.cancel(id: CancelID.price), load(&state))

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .feedback(.loaded(let rooms)):
      state.isLoading = false
      state.rooms = rooms
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .input(.roomTapped(let id)):
      guard id != state.chosen, state.rooms.contains(where: { $0.id == id }) else { return .none }
      state.chosen = id
      return price(of: id, &state)

    case .input(.breakfastTapped):
      state.withBreakfast.toggle()
      guard let id = state.chosen else { return .none }
      return price(of: id, &state)

    case .input(.priceRetryTapped):
      guard let id = state.chosen, state.priceHasFailed else { return .none }
      return price(of: id, &state)

    case .feedback(.priced(let price)):
      state.isPricing = false
      state.price = price
      return .none

    case .feedback(.pricingFailed):
      state.isPricing = false
      state.priceHasFailed = true
      return .none

    case .input(.barClosed):
      state.chosen = nil
      state.price = nil
      state.isPricing = false
      state.priceHasFailed = false
      return .cancel(id: CancelID.price)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let day = state.day
    return .run("rooms", of: day) { send in
      await send(.loaded(try await client.rooms(day)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.rooms, cancelInFlight: true)
  }

  private func price(of room: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.price = nil
    state.isPricing = true
    state.priceHasFailed = false
    let request = I23Request(room: room, day: state.day, withBreakfast: state.withBreakfast)
    return .run("price", of: request) { send in
      await send(.priced(try await client.price(request)))
    } catch: { _, send in
      await send(.pricingFailed)
    }
    .cancellable(id: CancelID.price, cancelInFlight: true)
  }
}

struct I23Room: Equatable, Sendable {
  var id: Int
  var name: String
}

struct I23Request: Hashable, Sendable {
  var room: Int
  var day: Int
  var withBreakfast: Bool
}

struct I23Client: TestDependencyKey, Sendable {
  var rooms: @Sendable (_ day: Int) async throws -> [I23Room]
  var price: @Sendable (_ request: I23Request) async throws -> Int

  static let testValue = I23Client(
    rooms: unimplemented("I23Client.rooms"),
    price: unimplemented("I23Client.price")
  )
}

extension DependencyValues {
  var i23Client: I23Client {
    get { self[I23Client.self] }
    set { self[I23Client.self] = newValue }
  }
}

struct I23Offline: Error {}

struct I23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I23Rooms.State) -> [I23Rooms.Input] in
        var inputs: [I23Rooms.Input] = [.appeared, .dayChosen(1), .dayChosen(2), .breakfastTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        for room in state.rooms { inputs.append(.roomTapped(room.id)) }
        if state.chosen != nil { inputs.append(.barClosed) }
        if state.priceHasFailed { inputs.append(.priceRetryTapped) }
        return inputs
      }
    ) { () -> TestStore<I23Rooms> in
      let store = TestStore(initialState: I23Rooms.State()) { I23Rooms() }
      store.gate("rooms", at: \.i23Client.rooms) { day in
        [
          .success([I23Room(id: 10 + day, name: "Garden"), I23Room(id: 20 + day, name: "Sea")]), .failure(I23Offline()),
        ]
      }
      store.gate("price", at: \.i23Client.price) { request in
        [.success(request.withBreakfast ? 120 : 100), .failure(I23Offline())]
      }
      return store
    }
  }
}
