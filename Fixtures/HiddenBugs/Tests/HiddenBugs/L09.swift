import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L09Greenhouse: TestDependencyKey, Sendable {
  var plants: @Sendable () async throws -> [String]
  var water: @Sendable (_ plant: String) async throws -> Void
  var delete: @Sendable (_ plant: String) async throws -> Void

  static let testValue = L09Greenhouse(
    plants: unimplemented("L09Greenhouse.plants"),
    water: unimplemented("L09Greenhouse.water"),
    delete: unimplemented("L09Greenhouse.delete")
  )
}

extension DependencyValues {
  var l09Greenhouse: L09Greenhouse {
    get { self[L09Greenhouse.self] }
    set { self[L09Greenhouse.self] = newValue }
  }
}

struct L09Offline: Error {}

/// A row of the garden.
struct L09Plant: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    /// The place among the plants, which stays while the plant is away from the list.
    let position: Int
    var isThirsty = true
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable { case waterTapped, removeTapped }
  enum Feedback: Equatable { case watered, notWatered }
  enum Output: Equatable { case removalWanted }

  private enum CancelID { case water }

  @Dependency(\.l09Greenhouse) private var greenhouse

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.waterTapped):
      guard state.isThirsty, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("water", of: state.id) { [id = state.id] send in
        try await greenhouse.water(id)
        await send(.watered)
      } catch: { _, send in
        await send(.notWatered)
      }
      .cancellable(id: CancelID.water, cancelInFlight: true)

    case .input(.removeTapped):
      // A row that leaves would end its own saving.
      return state.isSaving ? .none : .output(.removalWanted)

    case .feedback(.watered):
      state.isSaving = false
      state.isThirsty = false
      return .none

    case .feedback(.notWatered):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The plants of a garden. A removal can be undone for five seconds.
struct L09Garden: Reducer {
  enum Phase: Equatable { case empty, loading, failed, loaded }

  struct State: Equatable {
    var phase = Phase.empty
    var plants: IdentifiedArray<L09Plant.State> = []
    var removed: L09Plant.State?
    /// The plants that are being deleted, by id.
    var leaving: [String: L09Plant.State] = [:]
    /// The plant that could not be deleted.
    var notice: String?

    mutating func putBack(_ plant: L09Plant.State) {
      plants.append(plant)
      plants.sort { $0.position < $1.position }
    }
  }

  enum Input: Equatable {
    case appeared
    case retryTapped
    case plant(String, L09Plant.Input)
    case undoTapped
    case noticeClosed
  }

  enum Feedback: Equatable {
    case loaded([String]), notLoaded
    case plant(String, ChildFeedback<L09Plant>)
    case undoExpired
    case deleted(String), notDeleted(String)
  }

  private enum CancelID { case load, undo }

  let plants = ScopeEach<L09Garden, L09Plant>(\.plants, feedback: Feedback.plant) { L09Plant() }

  @Dependency(\.l09Greenhouse) private var greenhouse
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.plant(let id, let input)): return plants.reduce(.input(input), id: id, into: &state)
    case .feedback(.plant(let id, .feedback(let feedback))):
      return plants.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      return state.phase == .empty ? load(&state) : .none

    case .input(.retryTapped):
      return state.phase == .failed ? load(&state) : .none

    case .feedback(.loaded(let names)):
      state.phase = .loaded
      state.plants = IdentifiedArray(
        names.enumerated().map { L09Plant.State(id: $0.element, position: $0.offset) }
      )
      return .none

    case .feedback(.notLoaded):
      state.phase = .failed
      return .none

    case .feedback(.plant(let id, .output(.removalWanted))):
      guard let plant = state.plants.remove(id: id) else { return .none }
      let older = delete(&state)
      state.removed = plant
      state.notice = nil
      let timer = Effect<Feedback, Never>.run("undo") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.undoExpired)
      }
      .cancellable(id: CancelID.undo, cancelInFlight: true)
      return .merge(older, timer)

    case .input(.undoTapped):
      guard let plant = state.removed else { return .none }
      state.removed = nil
      state.putBack(plant)
      return .cancel(id: CancelID.undo)

    case .feedback(.undoExpired):
      return delete(&state)

    case .feedback(.deleted(let id)):
      state.leaving[id] = nil
      return .none

    case .feedback(.notDeleted(let id)):
      guard let plant = state.leaving.removeValue(forKey: id) else { return .none }
      state.putBack(plant)
      state.notice = id
      return .none

    case .input(.noticeClosed):
      state.notice = nil
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading
    return .run("plants") { send in
      await send(.loaded(try await greenhouse.plants()))
    } catch: { _, send in
      await send(.notLoaded)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Deletes the plant whose removal could be undone until now, if there is one.
  private func delete(_ state: inout State) -> Effect<Feedback, Never> {
    guard let plant = state.removed else { return .none }
    let id = plant.id
    state.removed = nil
    state.leaving[id] = plant
    return .run("delete", of: id) { send in
      try await greenhouse.delete(id)
      await send(.deleted(id))
    } catch: { _, send in
      await send(.notDeleted(id))
    }
  }
}

struct L09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L09Garden.State) -> [L09Garden.Input] in
        var inputs: [L09Garden.Input] = [.appeared, .retryTapped, .undoTapped, .noticeClosed]
        for plant in state.plants { inputs += [.plant(plant.id, .waterTapped), .plant(plant.id, .removeTapped)] }
        return inputs
      }
    ) { () -> TestStore<L09Garden> in
      let store = TestStore(initialState: L09Garden.State()) { L09Garden() }
      store.gate("plants", at: \.l09Greenhouse.plants) { [.success(["cactus", "fern"]), .failure(L09Offline())] }
      store.gate("water", at: \.l09Greenhouse.water) { _ in [.success(()), .failure(L09Offline())] }
      store.gate("delete", at: \.l09Greenhouse.delete) { _ in [.success(()), .failure(L09Offline())] }
      return store
    }
  }
}
