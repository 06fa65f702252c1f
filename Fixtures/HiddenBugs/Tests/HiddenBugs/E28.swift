import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The seats of a train, a carriage at a time. A chosen seat is held for five minutes.
struct E28Seats: Reducer {
  enum Hold: Equatable {
    case open
    case running(E28Seat)
    case held(E28Seat)
    case refused(E28Seat)
    case lapsed
  }

  struct State: Equatable {
    var carriage = 1

    /// The seat maps so far, by carriage.
    var maps: [Int: E28Map] = [:]
    var isLoading = false
    var hasFailed = false

    /// The chosen seat of the carriage on the screen.
    var seat: E28Seat?
    var hold = Hold.open

    var map: E28Map? { maps[carriage] }

    var canChoose: Bool {
      switch hold {
      case .open, .refused, .lapsed: true
      case .running, .held: false
      }
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case carriageTapped(Int)
    case refreshTapped
    case seatTapped(Int)
    case holdTapped
    case changeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(E28Map, carriage: Int)
    case failed(carriage: Int)
    case held(E28Seat)
    case refused(E28Seat)
    case lapsed
  }

  private enum CancelID { case map, lapse }

  @Dependency(\.e28Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.map == nil, !state.isLoading else { return .none }
      return load(state.carriage, into: &state)

    case .input(.carriageTapped(let carriage)):
      guard carriage != state.carriage else { return .none }
      state.carriage = carriage
      state.seat = nil
      state.hasFailed = false
      guard state.map == nil else { return .none }
      return load(carriage, into: &state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(state.carriage, into: &state)

    case .input(.seatTapped(let number)):
      guard state.canChoose, let map = state.map, !map.taken.contains(number) else { return .none }
      let seat = E28Seat(carriage: state.carriage, number: number)
      state.seat = state.seat == seat ? nil : seat
      state.hold = .open
      return .none

    case .input(.holdTapped):
      guard state.canChoose, let seat = state.seat else { return .none }
      state.hold = .running(seat)
      return .run("hold", of: seat) { send in
        try await client.hold(seat)
        await send(.held(seat))
      } catch: { _, send in
        await send(.refused(seat))
      }

    case .input(.changeTapped):
      // The server lets the seat go when it holds the next one, or after five minutes.
      guard case .held = state.hold else { return .none }
      state.hold = .open
      state.seat = nil
      return .cancel(id: CancelID.lapse)

    case .feedback(.loaded(let map, carriage: let carriage)):
      state.maps[carriage] = map
      guard carriage == state.carriage else { return .none }
      state.isLoading = false
      if let seat = state.seat, map.taken.contains(seat.number) { state.seat = nil }
      return .none

    case .feedback(.failed(carriage: let carriage)):
      guard carriage == state.carriage else { return .none }
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.held(let seat)):
      state.hold = .held(seat)
      return .run("lapse") { send in
        try await clock.sleep(for: .seconds(300))
        await send(.lapsed)
      }
      .cancellable(id: CancelID.lapse, cancelInFlight: true)

    case .feedback(.refused(let seat)):
      state.hold = .refused(seat)
      return .none

    case .feedback(.lapsed):
      state.hold = .lapsed
      state.seat = nil
      return .none
    }
  }

  private func load(_ carriage: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("map", of: carriage) { send in
      await send(.loaded(try await client.map(carriage), carriage: carriage))
    } catch: { _, send in
      await send(.failed(carriage: carriage))
    }
    .cancellable(id: CancelID.map, cancelInFlight: true)
  }
}

struct E28Seat: Hashable, Sendable {
  var carriage: Int
  var number: Int
}

struct E28Map: Equatable, Sendable {
  var taken: Set<Int>
}

struct E28Client: TestDependencyKey, Sendable {
  var map: @Sendable (_ carriage: Int) async throws -> E28Map
  var hold: @Sendable (_ seat: E28Seat) async throws -> Void

  static let testValue = E28Client(
    map: unimplemented("E28Client.map"),
    hold: unimplemented("E28Client.hold")
  )
}

extension DependencyValues {
  var e28Client: E28Client {
    get { self[E28Client.self] }
    set { self[E28Client.self] = newValue }
  }
}

struct E28Offline: Error {}

struct E28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E28Seats.State) -> [E28Seats.Input] in
        if state == E28Seats.State() { return [.appeared] }
        var inputs: [E28Seats.Input] = [.carriageTapped(state.carriage == 1 ? 2 : 1), .refreshTapped]
        if case .held = state.hold { inputs.append(.changeTapped) }
        if state.canChoose {
          if let map = state.map, !map.taken.contains(7) { inputs.append(.seatTapped(7)) }
          if state.seat != nil { inputs.append(.holdTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<E28Seats> in
      let store = TestStore(initialState: E28Seats.State()) { E28Seats() }
      store.gate("map", at: \.e28Client.map) { carriage in E28Bugs.answers(for: carriage) }
      store.gate("hold", at: \.e28Client.hold) { _ in [.success(()), .failure(E28Offline())] }
      return store
    }
  }

  static func answers(for carriage: Int) -> [GateAnswer<E28Map, any Error>] {
    guard carriage == 1 else { return [.success(E28Map(taken: [])), .failure(E28Offline())] }
    return [.success(E28Map(taken: [3])), .success(E28Map(taken: [3, 7])), .failure(E28Offline())]
  }
}
