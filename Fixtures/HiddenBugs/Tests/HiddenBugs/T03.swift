import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A plant, with a pump that waters it.
struct T03Plant: Reducer {
  enum Phase: Equatable {
    case dry, moist
    case watering(percent: Int)
  }

  enum Problem: Equatable { case pumpFailed, notRemoved }

  struct State: Equatable, Identifiable {
    let id: Int
    var phase = Phase.dry
    var problem: Problem?

    var isWatering: Bool {
      if case .watering = phase { true } else { false }
    }
  }

  enum Input: Equatable { case waterTapped, stopTapped }
  enum Feedback: Equatable { case progressed(Int), finished, failed }

  private enum CancelID { case pump }

  @Dependency(\.t03Garden) private var garden

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.waterTapped):
      guard state.phase == .dry else { return .none }
      let id = state.id
      state.phase = .watering(percent: 0)
      state.problem = nil
      return .run("pump", of: id) { send in
        for try await percent in garden.water(id) { await send(.progressed(percent)) }
        await send(.finished)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.pump, cancelInFlight: true)

    case .input(.stopTapped):
      guard state.isWatering else { return .none }
      state.phase = .dry
      return .cancel(id: CancelID.pump)

    case .feedback(.progressed(let percent)):
      state.phase = .watering(percent: percent)
      return .none

    case .feedback(.finished):
      state.phase = .moist
      return .none

    case .feedback(.failed):
      state.phase = .dry
      state.problem = .pumpFailed
      return .none
    }
  }
}

/// The plants of a balcony. A removal can be undone for five seconds. Then it is sent to the server.
struct T03PlantWatering: Reducer {
  struct State: Equatable {
    var plants: IdentifiedArray<T03Plant.State> = [T03Plant.State(id: 1), T03Plant.State(id: 2)]

    /// The removed plant that an undo brings back.
    var removed: T03Plant.State?

    /// The plants that the server is removing.
    var leaving: [Int: T03Plant.State] = [:]
  }

  enum Input: Equatable {
    case plant(Int, T03Plant.Input)
    case removeTapped(Int)
    case undoTapped
    case disappeared
  }

  enum Feedback: Equatable {
    case plant(Int, ChildFeedback<T03Plant>)
    case undoExpired
    case removed(Int)
    case removeFailed(Int)
  }

  private enum CancelID { case undo }

  private let plants = ScopeEach<T03PlantWatering, T03Plant>(\.plants, feedback: Feedback.plant) { T03Plant() }

  @Dependency(\.t03Garden) private var garden
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.plant(let id, let input)):
      guard state.plants[id: id] != nil else { return .none }
      return plants.reduce(.input(input), id: id, into: &state)

    case .feedback(.plant(let id, .feedback(let feedback))):
      return plants.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.removeTapped(let id)):
      guard var plant = state.plants[id: id], !plant.isWatering else { return .none }
      let removal = remove(&state)
      plant.problem = nil
      state.plants.remove(id: id)
      state.removed = plant
      let undo = Effect<Feedback, Never>.run("undo") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.undoExpired)
      }
      return .merge(removal, undo.cancellable(id: CancelID.undo, cancelInFlight: true))

    case .input(.undoTapped):
      guard let plant = state.removed else { return .none }
      state.removed = nil
      putBack(plant, &state)
      return .cancel(id: CancelID.undo)

    case .feedback(.undoExpired):
      return remove(&state)

    case .input(.disappeared):
      return .merge(.cancel(id: CancelID.undo), remove(&state))

    case .feedback(.removed(let id)):
      state.leaving[id] = nil
      return .none

    case .feedback(.removeFailed(let id)):
      guard var plant = state.leaving.removeValue(forKey: id) else { return .none }
      plant.problem = .notRemoved
      putBack(plant, &state)
      return .none
    }
  }

  /// Sends the removal that can still be undone, if there is one, to the server.
  private func remove(_ state: inout State) -> Effect<Feedback, Never> {
    guard let plant = state.removed else { return .none }
    let id = plant.id
    state.removed = nil
    state.leaving[id] = plant
    return .run("remove", of: id) { send in
      try await garden.remove(id)
      await send(.removed(id))
    } catch: { _, send in
      await send(.removeFailed(id))
    }
  }

  /// Puts a plant back at its place.
  private func putBack(_ plant: T03Plant.State, _ state: inout State) {
    state.plants.append(plant)
    state.plants.sort { $0.id < $1.id }
  }
}

struct T03Garden: TestDependencyKey {
  var water: @Sendable (_ plant: Int) -> AsyncThrowingStream<Int, any Error>
  var remove: @Sendable (_ plant: Int) async throws -> Void

  static let testValue = T03Garden(
    water: unimplemented("T03Garden.water", placeholder: AsyncThrowingStream { $0.finish() }),
    remove: unimplemented("T03Garden.remove")
  )
}

extension DependencyValues {
  var t03Garden: T03Garden {
    get { self[T03Garden.self] }
    set { self[T03Garden.self] = newValue }
  }
}

struct T03Offline: Error {}

struct T03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T03PlantWatering.State) -> [T03PlantWatering.Input] in
        var inputs: [T03PlantWatering.Input] = [.disappeared]
        if state.removed != nil { inputs.append(.undoTapped) }
        for plant in state.plants {
          inputs.append(.plant(plant.id, plant.isWatering ? .stopTapped : .waterTapped))
          inputs.append(.removeTapped(plant.id))
        }
        return inputs
      }
    ) { () -> TestStore<T03PlantWatering> in
      let store = TestStore(initialState: T03PlantWatering.State()) { T03PlantWatering() }
      store.gate("water", at: \.t03Garden.water) { _ in [.element(50), .finish, .failure(T03Offline())] }
      store.gate("remove", at: \.t03Garden.remove) { _ in [.success(()), .failure(T03Offline())] }
      return store
    }
  }
}
