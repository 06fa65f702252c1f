import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q09Fleet: TestDependencyKey, Sendable {
  var nearby: @Sendable () -> AsyncThrowingStream<[Int], any Error>
  var unlock: @Sendable (_ car: Int) async throws -> Void
  var lock: @Sendable (_ car: Int) async throws -> Void

  static let testValue = Q09Fleet(
    nearby: unimplemented("Q09Fleet.nearby", placeholder: AsyncThrowingStream { $0.finish() }),
    unlock: unimplemented("Q09Fleet.unlock"),
    lock: unimplemented("Q09Fleet.lock")
  )
}

extension DependencyValues {
  var q09Fleet: Q09Fleet {
    get { self[Q09Fleet.self] }
    set { self[Q09Fleet.self] = newValue }
  }
}

/// One car on the map. Unlocking begins a trip, and locking ends it.
struct Q09Car: Reducer {
  enum Phase: Equatable { case free, unlocking, driving, locking }

  struct State: Equatable, Identifiable {
    var id: Int
    var phase = Phase.free
    var hasFailed = false

    var isInUse: Bool { phase != .free }
  }

  enum Input: Equatable { case unlockTapped, lockTapped }
  enum Feedback: Equatable { case unlocked, unlockFailed, locked, lockFailed }
  enum Output: Equatable { case released }

  private enum CancelID { case key }

  @Dependency(\.q09Fleet) private var fleet

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.unlockTapped):
      guard state.phase == .free else { return .none }
      state.phase = .unlocking
      state.hasFailed = false
      return .run("unlock", of: state.id) { [id = state.id] send in
        try await fleet.unlock(id)
        await send(.unlocked)
      } catch: { _, send in
        await send(.unlockFailed)
      }
      .cancellable(id: CancelID.key)

    case .input(.lockTapped):
      guard state.phase == .driving else { return .none }
      state.phase = .locking
      state.hasFailed = false
      return .run("lock", of: state.id) { [id = state.id] send in
        try await fleet.lock(id)
        await send(.locked)
      } catch: { _, send in
        await send(.lockFailed)
      }
      .cancellable(id: CancelID.key)

    case .feedback(.unlocked):
      state.phase = .driving
      return .none

    case .feedback(.unlockFailed):
      state.phase = .free
      state.hasFailed = true
      return .output(.released)

    case .feedback(.locked):
      state.phase = .free
      return .output(.released)

    case .feedback(.lockFailed):
      state.phase = .driving
      state.hasFailed = true
      return .none
    }
  }
}

/// The cars nearby, which are followed while the map is seen. A car in use stays, even if it is no longer listed.
struct Q09Map: Reducer {
  struct State: Equatable {
    var cars: IdentifiedArray<Q09Car.State> = []
    var nearby: [Int] = []
    var isShown = false
    var isInBackground = false
    var isLost = false

    var carInUse: Int? { cars.first { $0.isInUse }?.id }
  }

  enum Input: Equatable {
    case appeared, disappeared
    case enteredBackground, enteredForeground
    case retryTapped
    case car(Int, Q09Car.Input)
  }

  enum Feedback: Equatable {
    case nearbyChanged([Int]), nearbyEnded, pauseEnded
    case car(Int, ChildFeedback<Q09Car>)
  }

  private enum CancelID { case nearby }

  private let cars = ScopeEach<Q09Map, Q09Car>(\.cars, feedback: Feedback.car) { Q09Car() }

  @Dependency(\.q09Fleet) private var fleet
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.car(let id, let input)):
      if input == .unlockTapped, state.carInUse != nil { return .none }
      return cars.reduce(.input(input), id: id, into: &state)

    case .feedback(.car(let id, .feedback(let feedback))):
      return cars.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.car(let id, .output(.released))):
      if !state.nearby.contains(id) { state.cars.remove(id: id) }
      return .none

    case .input(.appeared):
      guard !state.isShown else { return .none }
      state.isShown = true
      return state.isInBackground ? .none : follow(&state)

    case .input(.disappeared):
      state.isShown = false
      state.isLost = false
      return .cancel(id: CancelID.nearby)

    case .input(.enteredBackground):
      state.isInBackground = true
      state.isLost = false
      return .cancel(id: CancelID.nearby)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.isShown ? follow(&state) : .none

    case .input(.retryTapped), .feedback(.pauseEnded):
      return state.isLost ? follow(&state) : .none

    case .feedback(.nearbyChanged(let ids)):
      state.nearby = ids
      var cars: IdentifiedArray<Q09Car.State> = []
      for car in state.cars where car.isInUse && !ids.contains(car.id) { cars.append(car) }
      for id in ids { cars.append(state.cars[id: id] ?? Q09Car.State(id: id)) }
      state.cars = cars
      return .none

    case .feedback(.nearbyEnded):
      state.isLost = true
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.nearby)
    }
  }

  private func follow(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLost = false
    return .run("nearby") { send in
      for try await ids in fleet.nearby() { await send(.nearbyChanged(ids)) }
      await send(.nearbyEnded)
    } catch: { _, send in
      await send(.nearbyEnded)
    }
    .cancellable(id: CancelID.nearby, cancelInFlight: true)
  }
}

struct Q09Offline: Error {}

struct Q09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q09Map.State) -> [Q09Map.Input] in
        var inputs: [Q09Map.Input] = [.enteredBackground, .enteredForeground, .retryTapped]
        inputs.append(state.isShown ? .disappeared : .appeared)
        for car in state.cars { inputs.append(.car(car.id, car.isInUse ? .lockTapped : .unlockTapped)) }
        return inputs
      }
    ) { () -> TestStore<Q09Map> in
      let store = TestStore(initialState: Q09Map.State()) { Q09Map() }
      store.gate("nearby", at: \.q09Fleet.nearby) { [.element([1, 2]), .element([2]), .failure(Q09Offline())] }
      store.gate("unlock", at: \.q09Fleet.unlock) { _ in [.success(()), .failure(Q09Offline())] }
      store.gate("lock", at: \.q09Fleet.lock) { _ in [.success(()), .failure(Q09Offline())] }
      return store
    }
  }
}
