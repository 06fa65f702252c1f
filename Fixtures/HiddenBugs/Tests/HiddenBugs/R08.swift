import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R08Broken: Error {}

struct R08Oven: DependencyKey, Sendable {
  /// Heats, and returns when the temperature for the dish is reached.
  var heat: @Sendable (_ dish: String) async throws -> Void

  static let liveValue = R08Oven { _ in }
  static let testValue = R08Oven(heat: unimplemented("R08Oven.heat"))
}

struct R08Bell: DependencyKey, Sendable {
  var ring: @Sendable () async -> Void

  static let liveValue = R08Bell {}
  static let testValue = R08Bell(ring: unimplemented("R08Bell.ring"))
}

extension DependencyValues {
  var r08Oven: R08Oven {
    get { self[R08Oven.self] }
    set { self[R08Oven.self] = newValue }
  }
  var r08Bell: R08Bell {
    get { self[R08Bell.self] }
    set { self[R08Bell.self] = newValue }
  }
}

/// What depends on the number of portions.
enum R08Scale {
  static let portions = 2...3
  static func grams(for portions: Int) -> Int { 125 * portions }
  static func minutes(for portions: Int) -> Int { portions > 2 ? 3 : 2 }
}

/// A dish of the recipe, with the time that it has to cook.
struct R08Dish: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var portions = 2
    var phase = Phase.idle
    var isPaused = false
    var grams: Int { R08Scale.grams(for: portions) }
  }

  enum Phase: Equatable { case idle, heating, cooking(left: Int), done, ovenFailed }
  enum Input { case startTapped, stopTapped, paused, resumed, rescaled(portions: Int) }
  enum Feedback { case ovenHot, ovenFailed, ticked(left: Int) }
  enum Output { case finished }

  private enum CancelID { case oven, countdown }

  @Dependency(\.r08Oven) private var oven
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.startTapped):
      switch state.phase {
      case .heating, .cooking: return .none
      case .idle, .done, .ovenFailed: break
      }
      state.phase = .heating
      return .run("heat", of: state.id) { [id = state.id] send in
        try await oven.heat(id)
        await send(.ovenHot)
      } catch: { _, send in
        await send(.ovenFailed)
      }
      .cancellable(id: CancelID.oven, cancelInFlight: true)

    case .input(.stopTapped):
      state.phase = .idle
      return .merge(.cancel(id: CancelID.oven), .cancel(id: CancelID.countdown))

    case .input(.paused):
      state.isPaused = true
      return .cancel(id: CancelID.countdown)

    case .input(.resumed):
      state.isPaused = false
      guard case .cooking(let left) = state.phase else { return .none }
      return countdown(from: left)

    case .input(.rescaled(let portions)):
      let change = R08Scale.minutes(for: portions) - R08Scale.minutes(for: state.portions)
      state.portions = portions
      guard case .cooking(let left) = state.phase, change != 0 else { return .none }
      let rest = max(1, left + change)
      state.phase = .cooking(left: rest)
      return countdown(from: rest)

    case .feedback(.ovenHot):
      let minutes = R08Scale.minutes(for: state.portions)
      state.phase = .cooking(left: minutes)
      return state.isPaused ? .none : countdown(from: minutes)

    case .feedback(.ovenFailed):
      state.phase = .ovenFailed
      return .none

    case .feedback(.ticked(let left)):
      state.phase = left == 0 ? .done : .cooking(left: left)
      return left == 0 ? .output(.finished) : .none
    }
  }

  private func countdown(from minutes: Int) -> Effect<Feedback, Output> {
    .run("countdown", of: minutes) { send in
      for left in (0..<minutes).reversed() {
        try await clock.sleep(for: .seconds(60))
        await send(.ticked(left: left))
      }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}

/// A recipe for some portions. A pause holds the time of all dishes.
struct R08Recipe: Reducer {
  struct State: Equatable {
    var portions = 2
    var isPaused = false
    var dishes: IdentifiedArray<R08Dish.State>
  }

  enum Input { case portionsChanged(Int), pauseTapped, resumeTapped, dish(String, R08Dish.Input) }
  enum Feedback { case dish(String, ChildFeedback<R08Dish>) }

  private let dishes = ScopeEach<R08Recipe, R08Dish>(\.dishes, feedback: Feedback.dish) { R08Dish() }

  @Dependency(\.r08Bell) private var bell

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dish(let id, let input)):
      return dishes.reduce(.input(input), id: id, into: &state)
    case .feedback(.dish(let id, .feedback(let feedback))):
      return dishes.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.dish(_, .output(.finished))):
      return .run("ring") { _ in await bell.ring() }

    case .input(.portionsChanged(let portions)):
      guard R08Scale.portions.contains(portions), portions != state.portions else { return .none }
      state.portions = portions
      return tellAll(.rescaled(portions: portions), &state)

    case .input(.pauseTapped):
      guard !state.isPaused else { return .none }
      state.isPaused = true
      return tellAll(.paused, &state)

    case .input(.resumeTapped):
      guard state.isPaused else { return .none }
      state.isPaused = false
      return tellAll(.resumed, &state)
    }
  }

  private func tellAll(_ input: R08Dish.Input, _ state: inout State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = []
    for id in state.dishes.ids { effects.append(dishes.reduce(.input(input), id: id, into: &state)) }
    return .merge(effects)
  }
}

struct R08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .portionsChanged(2), .portionsChanged(3), .pauseTapped, .resumeTapped, .dish("eggs", .startTapped),
        .dish("eggs", .stopTapped), .dish("rice", .startTapped),
      ]
    ) { () -> TestStore<R08Recipe> in
      let dishes: IdentifiedArray<R08Dish.State> = [R08Dish.State(id: "eggs"), R08Dish.State(id: "rice")]
      let store = TestStore(initialState: R08Recipe.State(dishes: dishes)) {
        R08Recipe()
      } withDependencies: {
        $0.r08Bell.ring = {}
      }
      store.gate("heat", at: \.r08Oven.heat) { _ in [.success(()), .failure(R08Broken())] }
      return store
    }
  }
}
