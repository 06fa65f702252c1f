import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What one operator has to do, from the scan of a badge to the next one.
struct W21Session: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var tasks: [String] = []
    var isLoading = true
    var hasLoadFailed = false
    var completing: String?
    var completed: Set<String> = []
    var failedTask: String?

    /// The rows of the list. A list that was asked for earlier may still have what is completed.
    var open: [String] { tasks.filter { !completed.contains($0) } }
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case completeTapped(String)
    case failureDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case completed(String)
    case completionFailed(String)
  }

  enum Output: Equatable, Sendable { case settled }

  @Dependency(\.w21Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasLoadFailed = false
      return load(state.id)

    case .input(.completeTapped(let task)):
      guard state.completing == nil, state.open.contains(task) else { return .none }
      state.completing = task
      state.failedTask = nil
      let badge = state.id
      return .run("complete", of: task) { send in
        try await client.complete(badge, task)
        await send(.completed(task))
      } catch: { _, send in
        await send(.completionFailed(task))
      }

    case .input(.failureDismissed):
      state.failedTask = nil
      return .none

    case .feedback(.loaded(let tasks)):
      state.isLoading = false
      state.tasks = tasks
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.completed(let task)):
      state.completing = nil
      state.completed.insert(task)
      return .output(.settled)

    case .feedback(.completionFailed(let task)):
      state.completing = nil
      state.failedTask = task
      return .output(.settled)
    }
  }

  private func load(_ badge: String) -> Effect<Feedback, Output> {
    .run("tasks", of: badge) { send in
      await send(.loaded(try await client.tasks(badge)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// A terminal at a line. Whoever scans a badge takes it over.
struct W21Terminal: Reducer {
  struct State: Equatable {
    var session: W21Session.State?
    var mustWait = false
  }

  enum Input: Equatable, Sendable {
    case badgeScanned(String)
    case lockTapped
    case hintDismissed
    case session(W21Session.Input)
  }

  enum Feedback: Equatable {
    case session(ChildFeedback<W21Session>)
  }

  let session = Scope<W21Terminal, W21Session>(ifLet: \.session, feedback: Feedback.session) { W21Session() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.session(let input)): return session.reduce(.input(input), into: &state)
    case .feedback(.session(.feedback(let feedback))): return session.reduce(.feedback(feedback), into: &state)

    case .input(.badgeScanned(let badge)):
      guard badge != state.session?.id else { return .none }
      guard state.session?.completing == nil else {
        state.mustWait = true
        return .none
      }
      state.session = W21Session.State(id: badge)
      return session.start(from: state)

    case .input(.lockTapped):
      guard state.session?.completing == nil else {
        state.mustWait = true
        return .none
      }
      state.session = nil
      return .none

    case .input(.hintDismissed), .feedback(.session(.output(.settled))):
      state.mustWait = false
      return .none
    }
  }
}

struct W21Client: TestDependencyKey, Sendable {
  var tasks: @Sendable (_ badge: String) async throws -> [String]
  var complete: @Sendable (_ badge: String, _ task: String) async throws -> Void

  static let testValue = W21Client(
    tasks: unimplemented("W21Client.tasks"),
    complete: unimplemented("W21Client.complete")
  )
}

extension DependencyValues {
  var w21Client: W21Client {
    get { self[W21Client.self] }
    set { self[W21Client.self] = newValue }
  }
}

struct W21Offline: Error {}

struct W21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W21Terminal.State) -> [W21Terminal.Input] in
        var inputs: [W21Terminal.Input] = [.badgeScanned("Olga"), .badgeScanned("Piet")]
        guard let session = state.session else { return inputs }
        inputs.append(.lockTapped)
        if state.mustWait { inputs.append(.hintDismissed) }
        if !session.isLoading { inputs.append(.session(.refreshTapped)) }
        if session.completing == nil {
          for task in session.open { inputs.append(.session(.completeTapped(task))) }
        }
        if session.failedTask != nil { inputs.append(.session(.failureDismissed)) }
        return inputs
      }
    ) { () -> TestStore<W21Terminal> in
      let store = TestStore(initialState: W21Terminal.State()) { W21Terminal() }
      store.gate("tasks", at: \.w21Client.tasks) { badge in
        [.success(badge == "Olga" ? ["Oil the chain"] : ["Swap the belt"]), .failure(W21Offline())]
      }
      store.gate("complete", at: \.w21Client.complete) { _ in [.success(()), .failure(W21Offline())] }
      return store
    }
  }
}
