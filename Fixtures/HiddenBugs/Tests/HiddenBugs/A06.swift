import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The waiting room of a vet: today's appointments, and who has arrived.
struct A06Practice: Reducer {
  struct Appointment: Equatable, Identifiable, Sendable {
    let id: Int
    var pet: String
  }

  struct State: Equatable {
    var isLoggedIn = false
    var isInBackground = false
    var appointments: [Appointment] = []
    var isLoading = false
    var couldNotLoad = false
    /// The arrivals that are being saved.
    var savingIDs: Set<Int> = []
    /// The arrivals that are saved.
    var arrivedIDs: Set<Int> = []
    var couldNotSave = false
  }

  enum Input: Equatable {
    case loggedIn
    case loggedOut
    case refreshTapped
    case arrivedTapped(Int)
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable {
    case pollTicked
    case loaded([Appointment])
    case loadFailed
    case arrivalSaved(Int)
    case arrivalFailed(Int)
  }

  @Dependency(\.a06LoadAppointments) private var loadAppointments
  @Dependency(\.a06SaveArrival) private var saveArrival
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn):
      guard !state.isLoggedIn else { return .none }
      state.isLoggedIn = true
      if state.isInBackground { return .none }
      return .merge(load(&state), poll())

    case .input(.loggedOut):
      let isInBackground = state.isInBackground
      state = State()
      state.isInBackground = isInBackground
      return .merge(.cancel(id: "load"), .cancel(id: "poll"), .cancel(id: "save"))

    case .input(.refreshTapped):
      guard state.isLoggedIn, !state.isInBackground, !state.isLoading else { return .none }
      return load(&state)

    case .input(.arrivedTapped(let id)):
      guard state.isLoggedIn, state.appointments.contains(where: { $0.id == id }) else { return .none }
      guard !state.savingIDs.contains(id), !state.arrivedIDs.contains(id) else { return .none }
      state.savingIDs.insert(id)
      state.couldNotSave = false
      return .run("save", of: id) { send in
        try await saveArrival(id)
        await send(.arrivalSaved(id))
      } catch: { _, send in
        await send(.arrivalFailed(id))
      }
      .cancellable(id: "save")

    case .input(.wentToBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      state.isLoading = false
      return .merge(.cancel(id: "load"), .cancel(id: "poll"))

    case .input(.cameToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      if !state.isLoggedIn { return .none }
      return .merge(load(&state), poll())

    case .feedback(.pollTicked):
      if state.isLoading { return .none }
      return load(&state)

    case .feedback(.loaded(let appointments)):
      state.isLoading = false
      state.couldNotLoad = false
      state.appointments = appointments
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.couldNotLoad = true
      return .none

    case .feedback(.arrivalSaved(let id)):
      state.savingIDs.remove(id)
      state.arrivedIDs.insert(id)
      return .none

    case .feedback(.arrivalFailed(let id)):
      state.savingIDs.remove(id)
      state.couldNotSave = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("load") { send in
      await send(.loaded(try await loadAppointments()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "load", cancelInFlight: true)
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      for await _ in clock.timer(interval: .seconds(30)) { await send(.pollTicked) }
    }
    .cancellable(id: "poll", cancelInFlight: true)
  }
}

enum A06LoadAppointmentsKey: TestDependencyKey {
  static let testValue: @Sendable () async throws -> [A06Practice.Appointment] = unimplemented("a06LoadAppointments")
}

enum A06SaveArrivalKey: TestDependencyKey {
  static let testValue: @Sendable (_ id: Int) async throws -> Void = unimplemented("a06SaveArrival")
}

extension DependencyValues {
  var a06LoadAppointments: @Sendable () async throws -> [A06Practice.Appointment] {
    get { self[A06LoadAppointmentsKey.self] }
    set { self[A06LoadAppointmentsKey.self] = newValue }
  }

  var a06SaveArrival: @Sendable (_ id: Int) async throws -> Void {
    get { self[A06SaveArrivalKey.self] }
    set { self[A06SaveArrivalKey.self] = newValue }
  }
}

struct A06Offline: Error {}

struct A06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A06Practice.State) -> [A06Practice.Input] in
        if !state.isLoggedIn { return state.isInBackground ? [.cameToForeground] : [.loggedIn, .wentToBackground] }
        if state.isInBackground { return [.cameToForeground, .loggedOut] }
        return [.refreshTapped, .arrivedTapped(1), .arrivedTapped(2), .wentToBackground, .loggedOut]
      }
    ) { () -> TestStore<A06Practice> in
      let store = TestStore(initialState: A06Practice.State()) { A06Practice() }
      store.gate("load", at: \.a06LoadAppointments) {
        [
          .success([A06Practice.Appointment(id: 1, pet: "Rex"), A06Practice.Appointment(id: 2, pet: "Mia")]),
          .failure(A06Offline()),
        ]
      }
      store.gate("save", at: \.a06SaveArrival) { _ in [.success(()), .failure(A06Offline())] }
      return store
    }
  }
}
