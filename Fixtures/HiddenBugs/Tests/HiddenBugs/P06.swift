import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct P06Plant: Equatable, Sendable {
  enum Work: Equatable, Sendable { case idle, saving, failed }

  var name: String
  var isThirsty: Bool
  var work = Work.idle
}

struct P06GardenClient: Sendable {
  var plants: @Sendable () async throws -> [Int: P06Plant]
  var water: @Sendable (_ id: Int) async throws -> Void
}

enum P06GardenKey: TestDependencyKey {
  static let testValue = P06GardenClient(
    plants: unimplemented("P06GardenClient.plants"),
    water: unimplemented("P06GardenClient.water")
  )
}

extension DependencyValues {
  var p06Garden: P06GardenClient {
    get { self[P06GardenKey.self] }
    set { self[P06GardenKey.self] = newValue }
  }
}

/// The plants by id, and what a running refresh must not overwrite.
struct P06Shelf: Equatable, Sendable {
  enum Refresh: Equatable, Sendable { case idle, running, failed }

  private(set) var plants: [Int: P06Plant] = [:]
  private(set) var refresh = Refresh.idle
  /// The plants that were watered after the server was asked, or were being watered then.
  private(set) var newer: Set<Int> = []

  mutating func beginRefresh() {
    refresh = .running
    newer = Set(plants.filter { $0.value.work == .saving }.keys)
  }

  /// Returns the ids of the plants that have left, in order.
  mutating func endRefresh(with fresh: [Int: P06Plant]) -> [Int] {
    var merged = fresh
    for id in newer where merged[id] != nil { merged[id] = plants[id] }
    let removed = plants.keys.filter { merged[$0] == nil }.sorted()
    plants = merged
    refresh = .idle
    newer = []
    return removed
  }

  mutating func failRefresh() {
    refresh = .failed
    newer = []
  }

  /// Shows a plant as watered. Returns false if there is nothing to do.
  mutating func water(_ id: Int) -> Bool {
    guard let plant = plants[id], plant.isThirsty, plant.work != .saving else { return false }
    plants[id]?.isThirsty = false
    plants[id]?.work = .saving
    if refresh == .running { newer.insert(id) }
    return true
  }

  mutating func endWatering(_ id: Int, succeeded: Bool) -> Bool {
    guard plants[id]?.work == .saving else { return false }
    plants[id]?.isThirsty = !succeeded
    plants[id]?.work = succeeded ? .idle : .failed
    return true
  }
}

/// The plants of a household, the one that is looked at, and a toast after a plant was watered.
struct P06Garden: Reducer {
  struct State: Equatable {
    var shelf = P06Shelf()
    var selection: Int?
    var toast: Int?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case waterTapped(Int)
    case plantTapped(Int)
    case detailClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int: P06Plant])
    case loadFailed
    case watered(Int)
    case wateringFailed(Int)
    case toastEnded
  }

  private enum CancelID: Hashable, Sendable {
    case refresh
    case water(Int)
    case toast
  }

  @Dependency(\.p06Garden) private var garden
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.shelf.plants.isEmpty, state.shelf.refresh != .running else { return .none }
      return refresh(&state)

    case .input(.refreshPulled):
      guard state.shelf.refresh != .running else { return .none }
      return refresh(&state)

    case .feedback(.loaded(let plants)):
      let removed = state.shelf.endRefresh(with: plants)
      var effects: [Effect<Feedback, Never>] = removed.map { .cancel(id: CancelID.water($0)) }
      if let selection = state.selection, removed.contains(selection) { state.selection = nil }
      if let toast = state.toast, removed.contains(toast) {
        state.toast = nil
        effects.append(.cancel(id: CancelID.toast))
      }
      return .merge(effects)

    case .feedback(.loadFailed):
      state.shelf.failRefresh()
      return .none

    case .input(.waterTapped(let id)):
      return state.shelf.water(id) ? water(id) : .none

    case .feedback(.watered(let id)):
      guard state.shelf.endWatering(id, succeeded: true) else { return .none }
      state.toast = id
      return .run("toast", of: id) { send in
        try await clock.sleep(for: .seconds(3))
        await send(.toastEnded)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case .feedback(.wateringFailed(let id)):
      _ = state.shelf.endWatering(id, succeeded: false)
      return .none

    case .feedback(.toastEnded):
      state.toast = nil
      return .none

    case .input(.plantTapped(let id)):
      guard state.shelf.plants[id] != nil else { return .none }
      state.selection = id
      return .none

    case .input(.detailClosed):
      state.selection = nil
      return .none
    }
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.shelf.beginRefresh()
    return .run("refresh") { send in
      await send(.loaded(try await garden.plants()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }

  private func water(_ id: Int) -> Effect<Feedback, Never> {
    .run("water", of: id) { send in
      try await garden.water(id)
      await send(.watered(id))
    } catch: { _, send in
      await send(.wateringFailed(id))
    }
    .cancellable(id: CancelID.water(id), cancelInFlight: true)
  }
}

struct P06Offline: Error {}

struct P06Bugs {
  static let both = [1: P06Plant(name: "Fern", isThirsty: true), 2: P06Plant(name: "Cactus", isThirsty: true)]
  static let one = [1: P06Plant(name: "Fern", isThirsty: true)]

  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .refreshPulled, .waterTapped(1), .waterTapped(2), .plantTapped(2), .detailClosed]
    ) { () -> TestStore<P06Garden> in
      let store = TestStore(initialState: P06Garden.State()) { P06Garden() }
      store.gate("plants", at: \.p06Garden.plants) {
        [.success(P06Bugs.both), .success(P06Bugs.one), .failure(P06Offline())]
      }
      store.gate("water", at: \.p06Garden.water) { _ in [.success(()), .failure(P06Offline())] }
      return store
    }
  }
}
