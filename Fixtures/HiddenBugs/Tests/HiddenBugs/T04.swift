import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct T04Bed: Equatable, Identifiable {
  let id: Int
  var isFree = true
}

/// The beds of a ward. The list is loaded again every half minute while the app is in the foreground. A nurse gives a
/// free bed to the next patient.
struct T04HospitalBeds: Reducer {
  struct State: Equatable {
    var beds: [T04Bed] = []
    var isShown = false
    var isActive = true
    var isLoading = false
    var hasLoadFailed = false
    var isAssigning = false
    var hasAssignFailed = false
  }

  enum Input: Equatable {
    case appeared
    case refreshTapped
    case bedTapped(Int)
    case enteredBackground
    case becameActive
  }

  enum Feedback: Equatable {
    case loaded([T04Bed])
    case loadFailed
    case pollTicked
    case assigned(Int)
    case assignFailed
  }

  private enum CancelID { case load, poll, assign }

  @Dependency(\.t04Ward) private var ward
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isShown else { return .none }
      state.isShown = true
      guard state.isActive else { return .none }
      return .merge(load(&state), poll())

    case .input(.refreshTapped):
      guard state.isShown, state.isActive, !state.isLoading, !state.isAssigning else { return .none }
      return load(&state)

    case .input(.bedTapped(let id)):
      guard state.isActive, !state.isAssigning else { return .none }
      guard state.beds.contains(where: { $0.id == id && $0.isFree }) else { return .none }
      state.isAssigning = true
      state.hasAssignFailed = false
      // An older list must not come after the assignment. It is loaded again at its end.
      state.isLoading = false
      return .merge(.cancel(id: CancelID.load), assign(id))

    case .input(.enteredBackground):
      guard state.isActive else { return .none }
      state.isActive = false
      state.isLoading = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))

    case .input(.becameActive):
      guard !state.isActive else { return .none }
      state.isActive = true
      guard state.isShown else { return .none }
      return state.isAssigning ? poll() : .merge(load(&state), poll())

    case .feedback(.pollTicked):
      guard !state.isLoading, !state.isAssigning else { return .none }
      return load(&state)

    case .feedback(.loaded(let beds)):
      state.isLoading = false
      state.hasLoadFailed = false
      state.beds = beds
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.assigned(let id)):
      state.isAssigning = false
      if let index = state.beds.firstIndex(where: { $0.id == id }) { state.beds[index].isFree = false }
      return state.isActive ? load(&state) : .none

    case .feedback(.assignFailed):
      state.isAssigning = false
      state.hasAssignFailed = true
      return state.isActive ? load(&state) : .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("load") { send in
      await send(.loaded(try await ward.beds()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      for await _ in clock.timer(interval: .seconds(30)) { await send(.pollTicked) }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func assign(_ id: Int) -> Effect<Feedback, Never> {
    .run("assign", of: id) { send in
      try await ward.assign(id)
      await send(.assigned(id))
    } catch: { _, send in
      await send(.assignFailed)
    }
    .cancellable(id: CancelID.assign)
  }
}

struct T04Ward: TestDependencyKey {
  var beds: @Sendable () async throws -> [T04Bed]
  var assign: @Sendable (_ bed: Int) async throws -> Void

  static let testValue = T04Ward(
    beds: unimplemented("T04Ward.beds"),
    assign: unimplemented("T04Ward.assign")
  )
}

extension DependencyValues {
  var t04Ward: T04Ward {
    get { self[T04Ward.self] }
    set { self[T04Ward.self] = newValue }
  }
}

struct T04Offline: Error {}

struct T04Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .appeared, .refreshTapped, .bedTapped(1), .bedTapped(2), .enteredBackground, .becameActive,
    ]) {
      let store = TestStore(initialState: T04HospitalBeds.State()) { T04HospitalBeds() }
      store.gate("beds", at: \.t04Ward.beds) {
        [.success([T04Bed(id: 1), T04Bed(id: 2)]), .failure(T04Offline())]
      }
      store.gate("assign", at: \.t04Ward.assign) { _ in [.success(()), .failure(T04Offline())] }
      return store
    }
  }
}
