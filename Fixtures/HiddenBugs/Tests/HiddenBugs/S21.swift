import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Plans a route between two places of the city.
struct S21Planner: Reducer {
  struct State: Equatable {
    var origin: String?
    var destination: String?
    var route: S21Route?
    var isPlanning = false
    var hasFailed = false
    var isSaving = false
    var isSaved = false
    var saveFailed = false
  }

  enum Input: Equatable, Sendable {
    case originChosen(String)
    case destinationChosen(String)
    case swapTapped
    case clearTapped
    case retryTapped
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case planned(S21Route)
    case failed
    case saved
    case saveFailed
  }

  private enum CancelID { case route, save }

  @Dependency(\.s21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.originChosen(let place)):
      guard place != state.origin, !state.isSaving else { return .none }
      state.origin = place
      return plan(into: &state)

    case .input(.destinationChosen(let place)):
      guard place != state.destination, !state.isSaving else { return .none }
      state.destination = place
      return plan(into: &state)

    case .input(.swapTapped):
      guard state.origin != state.destination, !state.isSaving else { return .none }
      (state.origin, state.destination) = (state.destination, state.origin)
      return plan(into: &state)

    case .input(.clearTapped):
      guard !state.isSaving else { return .none }
      state = State()
      return .cancel(id: CancelID.route)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return plan(into: &state)

    case .input(.saveTapped):
      guard let route = state.route, !state.isSaving, !state.isSaved else { return .none }
      state.isSaving = true
      state.saveFailed = false
      return .run("save", of: route) { send in
        try await client.save(route)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save)

    case .feedback(.planned(let route)):
      state.isPlanning = false
      state.route = route
      return .none

    case .feedback(.failed):
      state.isPlanning = false
      state.hasFailed = true
      return .none

    case .feedback(.saved):
      state.isSaving = false
      state.isSaved = true
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      return .none
    }
  }

  /// Asks for the route, once both ends are known. There is none from a place to itself.
  private func plan(into state: inout State) -> Effect<Feedback, Never> {
    state.route = nil
    state.isSaved = false
    state.saveFailed = false
    state.hasFailed = false
    guard let origin = state.origin, let destination = state.destination, origin != destination else {
      return .cancel(id: CancelID.route)
    }
    state.isPlanning = true
    let query = S21Query(origin: origin, destination: destination)
    return .run("route", of: query) { send in
      await send(.planned(try await client.route(query)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.route, cancelInFlight: true)
  }
}

struct S21Query: Hashable, Sendable {
  var origin: String
  var destination: String
}

struct S21Route: Hashable, Sendable {
  var query: S21Query
  var minutes: Int
}

struct S21Client: TestDependencyKey, Sendable {
  var route: @Sendable (_ query: S21Query) async throws -> S21Route
  var save: @Sendable (_ route: S21Route) async throws -> Void

  static let testValue = S21Client(
    route: unimplemented("S21Client.route"),
    save: unimplemented("S21Client.save")
  )
}

extension DependencyValues {
  var s21Client: S21Client {
    get { self[S21Client.self] }
    set { self[S21Client.self] = newValue }
  }
}

struct S21Offline: Error {}

struct S21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S21Planner.State) -> [S21Planner.Input] in
        var inputs: [S21Planner.Input] = [
          .originChosen("Harbour"), .originChosen("Zoo"), .destinationChosen("Zoo"), .swapTapped, .clearTapped,
        ]
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.route != nil { inputs.append(.saveTapped) }
        return inputs
      }
    ) { () -> TestStore<S21Planner> in
      let store = TestStore(initialState: S21Planner.State()) { S21Planner() }
      store.gate("route", at: \.s21Client.route) { query in
        [.success(S21Route(query: query, minutes: 12)), .failure(S21Offline())]
      }
      store.gate("save", at: \.s21Client.save) { _ in [.success(()), .failure(S21Offline())] }
      return store
    }
  }
}
