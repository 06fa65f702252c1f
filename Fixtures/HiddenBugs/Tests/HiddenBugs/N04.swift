import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct N04Wine: Equatable, Sendable {
  var id: Int
  var name: String
  var bottles: Int
  /// How long the wine is to be decanted.
  var seconds: Int
}

struct N04Cellar: TestDependencyKey, Sendable {
  var wines: @Sendable () async throws -> [N04Wine]
  var drink: @Sendable (_ wine: Int) async throws -> Void

  static let testValue = N04Cellar(
    wines: unimplemented("N04Cellar.wines"),
    drink: unimplemented("N04Cellar.drink")
  )
}

extension DependencyValues {
  var n04Cellar: N04Cellar {
    get { self[N04Cellar.self] }
    set { self[N04Cellar.self] = newValue }
  }
}

/// Counts down while a wine breathes.
struct N04Decanter: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    let name: String
    var secondsLeft: Int
    var isPaused = false
  }

  enum Input: Equatable { case pauseTapped, stopTapped }
  enum Feedback: Equatable { case secondPassed }
  enum Output: Equatable { case finished(String), stopped }

  private enum CancelID { case second }

  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    second()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.pauseTapped):
      state.isPaused.toggle()
      return state.isPaused ? .cancel(id: CancelID.second) : second()

    case .input(.stopTapped):
      return .output(.stopped)

    case .feedback(.secondPassed):
      guard state.secondsLeft > 1 else { return .output(.finished(state.name)) }
      state.secondsLeft -= 1
      return second()
    }
  }

  private func second() -> Effect<Feedback, Output> {
    .run("second") { send in
      try await clock.sleep(for: .seconds(1))
      await send(.secondPassed)
    }
    .cancellable(id: CancelID.second, cancelInFlight: true)
  }
}

struct N04WineCellar: Reducer {
  struct Shelf: Equatable {
    var wine: N04Wine
    var isDrinking = false
    var hasFailed = false

    var canDrink: Bool { wine.bottles > 0 && !isDrinking }
  }

  struct State: Equatable {
    var shelves: [Int: Shelf] = [:]
    var isRefreshing = false
    var isOffline = false
    var decanter: N04Decanter.State?
    var ready: String?
  }

  enum Input: Equatable {
    case refreshPulled
    case drinkTapped(Int)
    case decantTapped(Int)
    case decanter(N04Decanter.Input)
    case readyDismissed
  }

  enum Feedback: Equatable {
    case refreshed([N04Wine])
    case refreshFailed
    case drunk(Int)
    case drinkFailed(Int)
    case decanter(ChildFeedback<N04Decanter>)
  }

  private enum CancelID: Hashable { case refresh, drink(Int) }

  let decanter = Scope<N04WineCellar, N04Decanter>(ifLet: \.decanter, feedback: Feedback.decanter) { N04Decanter() }

  @Dependency(\.n04Cellar) private var cellar

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled):
      return state.isRefreshing ? .none : refresh(&state)

    case .input(.drinkTapped(let id)):
      guard let shelf = state.shelves[id], shelf.canDrink else { return .none }
      state.shelves[id]?.isDrinking = true
      state.shelves[id]?.hasFailed = false
      return .run("drink", of: id) { send in
        try await cellar.drink(id)
        await send(.drunk(id))
      } catch: { _, send in
        await send(.drinkFailed(id))
      }
      .cancellable(id: CancelID.drink(id))

    case .input(.decantTapped(let id)):
      guard state.decanter == nil, let wine = state.shelves[id]?.wine else { return .none }
      state.ready = nil
      state.decanter = N04Decanter.State(id: wine.id, name: wine.name, secondsLeft: wine.seconds)
      return decanter.start(from: state)

    case .input(.decanter(let input)):
      guard state.decanter != nil else { return .none }
      return decanter.reduce(.input(input), into: &state)

    case .input(.readyDismissed):
      state.ready = nil
      return .none

    case .feedback(.refreshed(let wines)):
      state.isRefreshing = false
      state.isOffline = false
      state.shelves = merged(wines, into: state.shelves)
      return .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      state.isOffline = true
      return .none

    case .feedback(.drunk(let id)):
      state.shelves[id]?.isDrinking = false
      state.shelves[id]?.wine.bottles -= 1
      // The list that is on its way may have been written before.
      return state.isRefreshing ? refresh(&state) : .none

    case .feedback(.drinkFailed(let id)):
      state.shelves[id]?.isDrinking = false
      state.shelves[id]?.hasFailed = true
      return .none

    case .feedback(.decanter(.feedback(let feedback))):
      return decanter.reduce(.feedback(feedback), into: &state)

    case .feedback(.decanter(.output(.finished(let name)))):
      state.decanter = nil
      state.ready = name
      return .none

    case .feedback(.decanter(.output(.stopped))):
      state.decanter = nil
      return .none
    }
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    return .run("refresh") { send in
      await send(.refreshed(try await cellar.wines()))
    } catch: { _, send in
      await send(.refreshFailed)
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }

  /// A bottle that is being taken is counted when the answer is here, so its shelf stays as it is.
  private func merged(_ wines: [N04Wine], into shelves: [Int: Shelf]) -> [Int: Shelf] {
    var result = shelves.filter { $0.value.isDrinking }
    for wine in wines where result[wine.id] == nil {
      result[wine.id] = Shelf(wine: wine, hasFailed: wine.bottles > 0 && shelves[wine.id]?.hasFailed == true)
    }
    return result
  }
}

struct N04Offline: Error {}

struct N04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N04WineCellar.State) -> [N04WineCellar.Input] in
        var inputs: [N04WineCellar.Input] = [.refreshPulled, .drinkTapped(1), .drinkTapped(2)]
        if state.ready != nil { inputs.append(.readyDismissed) }
        if state.decanter == nil {
          inputs.append(.decantTapped(1))
        } else {
          inputs.append(.decanter(.pauseTapped))
          inputs.append(.decanter(.stopTapped))
        }
        return inputs
      }
    ) { () -> TestStore<N04WineCellar> in
      let store = TestStore(initialState: N04WineCellar.State()) { N04WineCellar() }
      store.gate("wines", at: \.n04Cellar.wines) {
        [
          .success([
            N04Wine(id: 1, name: "Rioja", bottles: 1, seconds: 2),
            N04Wine(id: 2, name: "Barolo", bottles: 1, seconds: 2),
          ]),
          .failure(N04Offline()),
        ]
      }
      store.gate("drink", at: \.n04Cellar.drink) { _ in [.success(()), .failure(N04Offline())] }
      return store
    }
  }
}
