import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What the laundry room says about a machine.
struct N06Event: Equatable, Sendable {
  var machine: Int
  var isBusy: Bool
}

struct N06Room: TestDependencyKey, Sendable {
  var events: @Sendable () -> AsyncThrowingStream<N06Event, any Error>
  var reserve: @Sendable (_ machine: Int) async throws -> Void
  var release: @Sendable (_ machine: Int) async throws -> Void

  static let testValue = N06Room(
    events: unimplemented("N06Room.events", placeholder: AsyncThrowingStream { $0.finish() }),
    reserve: unimplemented("N06Room.reserve"),
    release: unimplemented("N06Room.release")
  )
}

extension DependencyValues {
  var n06Room: N06Room {
    get { self[N06Room.self] }
    set { self[N06Room.self] = newValue }
  }
}

/// The machines of a house. A reservation ends by itself after ten minutes, whether or not the screen is seen.
struct N06Laundry: Reducer {
  enum Connection: Equatable { case off, open, lost }
  enum Reservation: Equatable { case none, requested, held, releasing }

  struct Machine: Equatable {
    var isBusy = false
    var reservation = Reservation.none
    var hasFailed = false

    var canReserve: Bool { !isBusy && reservation == .none }
  }

  struct State: Equatable {
    var connection = Connection.off
    var machines: [Int: Machine] = [1: Machine(), 2: Machine()]
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case reconnectTapped
    case reserveTapped(Int)
    case releaseTapped(Int)
  }

  enum Feedback: Equatable {
    case happened(N06Event)
    case connectionLost
    case machine(Int, Outcome)
  }

  enum Outcome: Equatable { case reserved, notReserved, released, notReleased, expired }

  private enum CancelID: Hashable { case events, request(Int), expiry(Int) }

  @Dependency(\.n06Room) private var room
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.connection == .off ? connect(&state) : .none

    case .input(.reconnectTapped):
      return state.connection == .lost ? connect(&state) : .none

    case .input(.disappeared):
      state.connection = .off
      return .cancel(id: CancelID.events)

    case .input(.reserveTapped(let id)):
      guard var machine = state.machines[id], machine.canReserve else { return .none }
      machine.reservation = .requested
      machine.hasFailed = false
      state.machines[id] = machine
      return .run("reserve", of: id) { send in
        try await room.reserve(id)
        await send(.machine(id, .reserved))
      } catch: { _, send in
        await send(.machine(id, .notReserved))
      }
      .cancellable(id: CancelID.request(id), cancelInFlight: true)

    case .input(.releaseTapped(let id)):
      guard var machine = state.machines[id], machine.reservation == .held else { return .none }
      machine.reservation = .releasing
      machine.hasFailed = false
      state.machines[id] = machine
      return .run("release", of: id) { send in
        try await room.release(id)
        await send(.machine(id, .released))
      } catch: { _, send in
        await send(.machine(id, .notReleased))
      }
      .cancellable(id: CancelID.request(id), cancelInFlight: true)

    case .feedback(.happened(let event)):
      state.machines[event.machine]?.isBusy = event.isBusy
      return .none

    case .feedback(.connectionLost):
      state.connection = .lost
      return .none

    case .feedback(.machine(let id, let outcome)):
      guard var machine = state.machines[id] else { return .none }
      let effect = settle(&machine, id: id, outcome)
      state.machines[id] = machine
      return effect
    }
  }

  private func settle(_ machine: inout Machine, id: Int, _ outcome: Outcome) -> Effect<Feedback, Never> {
    switch (outcome, machine.reservation) {
    case (.reserved, .requested):
      machine.reservation = .held
      return .run("expiry", of: id) { send in
        try await clock.sleep(for: .seconds(600))
        await send(.machine(id, .expired))
      }
      .cancellable(id: CancelID.expiry(id), cancelInFlight: true)

    case (.notReserved, .requested):
      machine.reservation = .none
      machine.hasFailed = true
      return .none

    case (.released, .releasing):
      machine.reservation = .none
      return .cancel(id: CancelID.expiry(id))

    // The reservation is still held, and its time runs on.
    case (.notReleased, .releasing):
      machine.reservation = .held
      machine.hasFailed = true
      return .none

    // The room frees the machine, also if the request to release it is on its way.
    case (.expired, .held), (.expired, .releasing):
      machine.reservation = .none
      machine.hasFailed = false
      return .cancel(id: CancelID.request(id))

    default:
      return .none
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    return .run("events") { send in
      for try await event in room.events() { await send(.happened(event)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }
}

struct N06Offline: Error {}

struct N06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N06Laundry.State) -> [N06Laundry.Input] in
        var inputs: [N06Laundry.Input] = [.reserveTapped(1), .reserveTapped(2), .releaseTapped(1), .releaseTapped(2)]
        inputs.append(state.connection == .off ? .appeared : .disappeared)
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        return inputs
      }
    ) { () -> TestStore<N06Laundry> in
      let store = TestStore(initialState: N06Laundry.State()) { N06Laundry() }
      store.gate("events", at: \.n06Room.events) {
        [
          .element(N06Event(machine: 1, isBusy: true)), .element(N06Event(machine: 1, isBusy: false)),
          .failure(N06Offline()),
        ]
      }
      store.gate("reserve", at: \.n06Room.reserve) { _ in [.success(()), .failure(N06Offline())] }
      store.gate("release", at: \.n06Room.release) { _ in [.success(()), .failure(N06Offline())] }
      return store
    }
  }
}
