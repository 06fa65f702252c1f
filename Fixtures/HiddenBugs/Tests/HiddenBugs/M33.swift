import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The open tasks of a depot. A worker claims one after the other, and moves between depots during a shift.
struct M33Tasks: Reducer {
  struct State: Equatable {
    var depot: String?
    var tasks: [M33Task] = []
    var mine: [String] = []
    var claiming: String?
    var couldNotClaim = false
    var isLoading = false
    var hasFailed = false
    var isOnBreak = false
  }

  enum Input: Equatable, Sendable {
    case depotChosen(String)
    case leaveTapped
    case refreshTapped
    case claimTapped(String)
    case breakTapped
    case backTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([M33Task])
    case failed
    case claimed(String)
    case claimFailed
    case pollDue
  }

  private enum CancelID: Hashable {
    case tasks(depot: String)
    case poll
  }

  @Dependency(\.m33Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.depotChosen(let depot)):
      // A claim that is on its way is waited for.
      guard depot != state.depot, state.claiming == nil else { return .none }
      state = State(depot: depot)
      return .merge(stopWork(in: state), load(depot, into: &state))

    case .input(.leaveTapped):
      guard state.claiming == nil else { return .none }
      let stop = stopWork(in: state)
      state = State()
      return stop

    case .input(.refreshTapped), .feedback(.pollDue):
      guard let depot = state.depot, !state.isLoading else { return .none }
      return load(depot, into: &state)

    case .input(.claimTapped(let id)):
      guard let depot = state.depot, state.claiming == nil, state.tasks.contains(where: { $0.id == id }) else {
        return .none
      }
      state.claiming = id
      state.couldNotClaim = false
      return .run("claim", of: id) { send in
        try await client.claim(depot, id)
        await send(.claimed(id))
      } catch: { _, send in
        await send(.claimFailed)
      }

    case .input(.breakTapped):
      state.isOnBreak = true
      return .cancel(id: CancelID.poll)

    case .input(.backTapped):
      state.isOnBreak = false
      guard let depot = state.depot, !state.isLoading else { return .none }
      return load(depot, into: &state)

    case .feedback(.loaded(let tasks)):
      state.isLoading = false
      let mine = state.mine
      state.tasks = tasks.filter { !mine.contains($0.id) }
      return state.isOnBreak ? .none : poll()

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return state.isOnBreak ? .none : poll()

    case .feedback(.claimed(let id)):
      state.claiming = nil
      state.mine.append(id)
      state.tasks.removeAll { $0.id == id }
      return .none

    case .feedback(.claimFailed):
      state.claiming = nil
      state.couldNotClaim = true
      return .none
    }
  }

  private func load(_ depot: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("tasks", of: depot) { send in
        await send(.loaded(try await client.tasks(depot)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.tasks(depot: depot), cancelInFlight: true)
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  /// Stops what is done for the depot.
  private func stopWork(in state: State) -> Effect<Feedback, Never> {
    guard let depot = state.depot else { return .none }
    return .merge(.cancel(id: CancelID.tasks(depot: depot)), .cancel(id: CancelID.poll))
  }
}

struct M33Task: Equatable, Sendable {
  var id: String
  var title: String
}

struct M33Client: TestDependencyKey, Sendable {
  var tasks: @Sendable (_ depot: String) async throws -> [M33Task]
  var claim: @Sendable (_ depot: String, _ task: String) async throws -> Void

  static let testValue = M33Client(
    tasks: unimplemented("M33Client.tasks"),
    claim: unimplemented("M33Client.claim")
  )
}

extension DependencyValues {
  var m33Client: M33Client {
    get { self[M33Client.self] }
    set { self[M33Client.self] = newValue }
  }
}

struct M33Offline: Error {}

struct M33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M33Tasks.State) -> [M33Tasks.Input] in
        guard state.depot != nil else { return [.depotChosen("North"), .depotChosen("South")] }
        if state.isOnBreak { return [.backTapped] }
        var inputs: [M33Tasks.Input] = [.refreshTapped, .breakTapped]
        guard state.claiming == nil else { return inputs }
        inputs += [.depotChosen(state.depot == "North" ? "South" : "North"), .leaveTapped]
        for task in state.tasks { inputs.append(.claimTapped(task.id)) }
        return inputs
      }
    ) { () -> TestStore<M33Tasks> in
      let store = TestStore(initialState: M33Tasks.State()) { M33Tasks() }
      store.gate("tasks", at: \.m33Client.tasks) { depot in
        [.success([M33Task(id: "\(depot) 1", title: "Unload the trailer")]), .failure(M33Offline())]
      }
      store.gate("claim", at: \.m33Client.claim) { _ in [.success(()), .failure(M33Offline())] }
      return store
    }
  }
}
