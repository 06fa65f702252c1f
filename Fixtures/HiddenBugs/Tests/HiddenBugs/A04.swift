import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The trip with a reserved car. It follows what the car reports, while the app is in the foreground.
struct A04Trip: Reducer {
  enum Event: Equatable, Sendable { case engineStarted, engineStopped }
  enum Feed: Equatable { case off, live, lost }
  enum Ending: Equatable { case notAsked, running, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var feed: Feed
    var isMoving = false
    var ending = Ending.notAsked
  }

  enum Input: Equatable { case endTapped, backgrounded, foregrounded }
  enum Feedback: Equatable { case happened(Event), feedLost, feedDue, ended, endFailed }
  enum Output: Equatable { case ended }

  private enum CancelID { case feed, end }

  @Dependency(\.a04Cars) private var cars
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    state.feed == .live ? listen(to: state.id) : .none
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.endTapped):
      guard state.ending != .running else { return .none }
      state.ending = .running
      return .run("end", of: state.id) { [id = state.id] send in
        try await cars.end(id)
        await send(.ended)
      } catch: { _, send in
        await send(.endFailed)
      }
      .cancellable(id: CancelID.end, cancelInFlight: true)

    case .input(.backgrounded):
      state.feed = .off
      return .cancel(id: CancelID.feed)

    case .input(.foregrounded):
      guard state.feed == .off else { return .none }
      state.feed = .live
      return listen(to: state.id)

    case .feedback(.happened(let event)):
      state.isMoving = event == .engineStarted
      return .none

    case .feedback(.feedLost):
      state.feed = .lost
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.feedDue)
      }
      .cancellable(id: CancelID.feed, cancelInFlight: true)

    case .feedback(.feedDue):
      state.feed = .live
      return listen(to: state.id)

    case .feedback(.ended):
      return .output(.ended)

    case .feedback(.endFailed):
      state.ending = .failed
      return .none
    }
  }

  private func listen(to car: Int) -> Effect<Feedback, Output> {
    .run("listen", of: car) { send in
      for try await event in cars.events(car) { await send(.happened(event)) }
      await send(.feedLost)
    } catch: { _, send in
      await send(.feedLost)
    }
    .cancellable(id: CancelID.feed, cancelInFlight: true)
  }
}

/// The free cars nearby, and the trip with one of them.
struct A04Sharing: Reducer {
  struct State: Equatable {
    var cars: [Int] = []
    var isLoading = false
    var couldNotLoad = false
    var reserving: Int?
    var couldNotReserve = false
    var isActive = true
    var trip: A04Trip.State?
  }

  enum Input: Equatable { case refreshTapped, reserveTapped(Int), backgrounded, foregrounded, trip(A04Trip.Input) }
  enum Feedback: Equatable {
    case loaded([Int]), loadFailed, reserved(Int), reserveFailed, trip(ChildFeedback<A04Trip>)
  }

  private enum CancelID { case load, reserve }

  private let trip = Scope<A04Sharing, A04Trip>(ifLet: \.trip, feedback: Feedback.trip) { A04Trip() }

  @Dependency(\.a04Cars) private var cars

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.trip(let input)): return trip.reduce(.input(input), into: &state)
    case .feedback(.trip(.feedback(let feedback))): return trip.reduce(.feedback(feedback), into: &state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.couldNotReserve = false
      return load(&state)

    case .input(.reserveTapped(let id)):
      guard state.trip == nil, state.reserving == nil, state.cars.contains(id) else { return .none }
      state.reserving = id
      state.couldNotReserve = false
      return .run("reserve", of: id) { send in
        try await cars.reserve(id)
        await send(.reserved(id))
      } catch: { _, send in
        await send(.reserveFailed)
      }
      .cancellable(id: CancelID.reserve, cancelInFlight: true)

    case .input(.backgrounded):
      guard state.isActive else { return .none }
      state.isActive = false
      return state.trip == nil ? .none : trip.reduce(.input(.backgrounded), into: &state)

    case .input(.foregrounded):
      guard !state.isActive else { return .none }
      state.isActive = true
      return state.trip == nil ? load(&state) : trip.reduce(.input(.foregrounded), into: &state)

    case .feedback(.loaded(let cars)):
      state.isLoading = false
      state.couldNotLoad = false
      state.cars = cars.filter { [taken = state.trip?.id] in $0 != taken }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.couldNotLoad = true
      return .none

    case .feedback(.reserved(let id)):
      state.reserving = nil
      state.cars.removeAll { $0 == id }
      state.trip = A04Trip.State(id: id, feed: state.isActive ? .live : .off)
      return trip.start(from: state)

    case .feedback(.reserveFailed):
      state.reserving = nil
      state.couldNotReserve = true
      return .none

    case .feedback(.trip(.output(.ended))):
      state.trip = nil
      return state.isActive ? load(&state) : .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("load") { send in
      await send(.loaded(try await cars.nearby()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct A04Cars: Sendable {
  var nearby: @Sendable () async throws -> [Int]
  var reserve: @Sendable (_ car: Int) async throws -> Void
  var end: @Sendable (_ car: Int) async throws -> Void
  /// Begins with what the car does now.
  var events: @Sendable (_ car: Int) -> AsyncThrowingStream<A04Trip.Event, any Error>
}

enum A04CarsKey: TestDependencyKey {
  static let testValue = A04Cars(
    nearby: unimplemented("A04Cars.nearby"),
    reserve: unimplemented("A04Cars.reserve"),
    end: unimplemented("A04Cars.end"),
    events: unimplemented("A04Cars.events", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var a04Cars: A04Cars {
    get { self[A04CarsKey.self] }
    set { self[A04CarsKey.self] = newValue }
  }
}

struct A04Offline: Error {}

struct A04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A04Sharing.State) -> [A04Sharing.Input] in
        guard state.isActive else { return [.foregrounded] }
        return state.trip == nil
          ? [.refreshTapped, .reserveTapped(1), .backgrounded]
          : [.trip(.endTapped), .backgrounded]
      }
    ) { () -> TestStore<A04Sharing> in
      let store = TestStore(initialState: A04Sharing.State()) { A04Sharing() }
      store.gate("nearby", at: \.a04Cars.nearby) { [.success([1, 2]), .failure(A04Offline())] }
      store.gate("reserve", at: \.a04Cars.reserve) { _ in [.success(()), .failure(A04Offline())] }
      store.gate("end", at: \.a04Cars.end) { _ in [.success(()), .failure(A04Offline())] }
      store.gate("events", at: \.a04Cars.events) { _ in
        [.element(.engineStarted), .element(.engineStopped), .failure(A04Offline())]
      }
      return store
    }
  }
}
