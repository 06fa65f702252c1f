import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The electricity that each room has used today, and the goal for the whole flat.
struct D23Usage: Reducer {
  struct State: Equatable {
    var room: D23Room?
    /// What is known of the rooms that were shown before.
    var usage: [D23Room: Int] = [:]
    var isLoading = false
    var hasFailed = false
    var goal = 8
    var isSavingGoal = false
    var hasGoalFailed = false

    /// The number in the middle of the screen.
    var shown: Int? { room.flatMap { usage[$0] } }
  }

  enum Input: Equatable, Sendable {
    case roomChosen(D23Room)
    case refreshTapped
    case retryTapped
    case goalChosen(Int)
    case resetTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(D23Room, Int)
    case failed(D23Room)
    case goalSaved(Int)
    case goalFailed
  }

  private enum CancelID: Hashable { case usage(D23Room) }

  @Dependency(\.d23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.roomChosen(let room)):
      guard room != state.room else { return .none }
      state.room = room
      state.hasFailed = false
      return state.usage[room] == nil ? load(room, &state) : .none

    case .input(.refreshTapped):
      guard let room = state.room, !state.isLoading else { return .none }
      return load(room, &state)

    case .input(.retryTapped):
      guard let room = state.room, state.hasFailed else { return .none }
      return load(room, &state)

    case .input(.goalChosen(let goal)):
      guard goal != state.goal, !state.isSavingGoal else { return .none }
      return save(goal, &state)

    case .input(.resetTapped):
      guard state.goal != 8, !state.isSavingGoal else { return .none }
      return save(8, &state)

    case .feedback(.loaded(let room, let usage)):
      state.usage[room] = usage
      guard room == state.room else { return .none }
      state.isLoading = false
      return .none

    case .feedback(.failed(let room)):
      guard room == state.room else { return .none }
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.goalSaved(let goal)):
      state.isSavingGoal = false
      state.goal = goal
      return .none

    case .feedback(.goalFailed):
      state.isSavingGoal = false
      state.hasGoalFailed = true
      return .none
    }
  }

  private func load(_ room: D23Room, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("usage", of: room) { send in
      await send(.loaded(room, try await client.usage(room)))
    } catch: { _, send in
      await send(.failed(room))
    }
    .cancellable(id: CancelID.usage(room), cancelInFlight: true)
  }

  private func save(_ goal: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isSavingGoal = true
    state.hasGoalFailed = false
    return .run("goal", of: goal) { send in
      try await client.saveGoal(goal)
      await send(.goalSaved(goal))
    } catch: { _, send in
      await send(.goalFailed)
    }
  }
}

enum D23Room: Hashable, Sendable { case kitchen, bath }

struct D23Client: TestDependencyKey, Sendable {
  var usage: @Sendable (_ room: D23Room) async throws -> Int
  var saveGoal: @Sendable (_ goal: Int) async throws -> Void

  static let testValue = D23Client(
    usage: unimplemented("D23Client.usage"),
    saveGoal: unimplemented("D23Client.saveGoal")
  )
}

extension DependencyValues {
  var d23Client: D23Client {
    get { self[D23Client.self] }
    set { self[D23Client.self] = newValue }
  }
}

struct D23Offline: Error {}

struct D23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D23Usage.State) -> [D23Usage.Input] in
        var inputs: [D23Usage.Input] = []
        if state.room != .kitchen { inputs.append(.roomChosen(.kitchen)) }
        if state.room != .bath { inputs.append(.roomChosen(.bath)) }
        if state.hasFailed {
          inputs.append(.retryTapped)
        } else if state.room != nil, !state.isLoading {
          inputs.append(.refreshTapped)
        }
        if !state.isSavingGoal { inputs.append(state.goal == 8 ? .goalChosen(6) : .resetTapped) }
        return inputs
      }
    ) { () -> TestStore<D23Usage> in
      let store = TestStore(initialState: D23Usage.State()) { D23Usage() }
      store.gate("usage", at: \.d23Client.usage) { room in
        [.success(room == .kitchen ? 5 : 2), .failure(D23Offline())]
      }
      store.gate("saveGoal", at: \.d23Client.saveGoal) { _ in [.success(()), .failure(D23Offline())] }
      return store
    }
  }
}
