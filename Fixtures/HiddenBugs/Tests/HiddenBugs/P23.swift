import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The tablet in the milking parlour, which the workers share: the tasks and the messages of who is logged in.
struct P23Parlour: Reducer {
  struct State: Equatable {
    var worker: P23Worker?
    var tasks: [String] = []
    var messages: [String] = []
    var isLoading = false
    var hasFailed = false
    var showsMessages = false
  }

  enum Input: Equatable, Sendable {
    case badgeRead(P23Worker)
    case refreshTapped
    case messagesTapped
    case messagesClosed
    case logoutTapped
  }

  enum Feedback: Equatable, Sendable {
    case tasksLoaded([String])
    case messagesLoaded([String])
    case failed
    case loadEnded
  }

  private enum CancelID { case tasks, messages }

  @Dependency(\.p23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.badgeRead(let worker)):
      guard state.worker == nil else { return .none }
      state.worker = worker
      return load(worker, into: &state)

    case .input(.refreshTapped):
      guard let worker = state.worker, !state.isLoading else { return .none }
      return load(worker, into: &state)

    case .input(.messagesTapped):
      guard state.worker != nil else { return .none }
      state.showsMessages = true
      return .none

    case .input(.messagesClosed):
      state.showsMessages = false
      return .none

    case .input(.logoutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.messages), .cancel(id: CancelID.tasks))

    case .feedback(.tasksLoaded(let tasks)):
      state.tasks = tasks
      return .none

    case .feedback(.messagesLoaded(let messages)):
      state.messages = messages
      return .none

    case .feedback(.failed):
      state.hasFailed = true
      return .none

    case .feedback(.loadEnded):
      state.isLoading = false
      return .none
    }
  }

  /// The network in the parlour is slow. So the tasks come first, and the messages after them.
  private func load(_ worker: P23Worker, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .concatenate(
      .run("tasks", of: worker) { send in
        await send(.tasksLoaded(try await client.tasks(worker)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.tasks, cancelInFlight: true),
      .run("messages", of: worker) { send in
        await send(.messagesLoaded(try await client.messages(worker)))
        await send(.loadEnded)
      } catch: { _, send in
        await send(.failed)
        await send(.loadEnded)
      }
      .cancellable(id: CancelID.messages, cancelInFlight: true)
    )
  }
}

enum P23Worker: String, Hashable, Sendable {
  case ana, ben
}

struct P23Client: TestDependencyKey, Sendable {
  var tasks: @Sendable (_ worker: P23Worker) async throws -> [String]
  var messages: @Sendable (_ worker: P23Worker) async throws -> [String]

  static let testValue = P23Client(
    tasks: unimplemented("P23Client.tasks"),
    messages: unimplemented("P23Client.messages")
  )
}

extension DependencyValues {
  var p23Client: P23Client {
    get { self[P23Client.self] }
    set { self[P23Client.self] = newValue }
  }
}

struct P23Offline: Error {}

struct P23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P23Parlour.State) -> [P23Parlour.Input] in
        if state.worker == nil { return [.badgeRead(.ana), .badgeRead(.ben)] }
        if state.showsMessages { return [.messagesClosed] }
        return state.isLoading ? [.messagesTapped, .logoutTapped] : [.refreshTapped, .messagesTapped, .logoutTapped]
      }
    ) { () -> TestStore<P23Parlour> in
      let store = TestStore(initialState: P23Parlour.State()) { P23Parlour() }
      store.gate("tasks", at: \.p23Client.tasks) { worker in
        [.success(["Clean the pipes, \(worker.rawValue)"]), .failure(P23Offline())]
      }
      store.gate("messages", at: \.p23Client.messages) { worker in
        [.success(["The vet comes at ten, \(worker.rawValue)"]), .failure(P23Offline())]
      }
      return store
    }
  }
}
