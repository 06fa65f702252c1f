import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E10RoomPlan: Equatable, Sendable {
  var id: Int
  var name: String
}

struct E10RobotClient: TestDependencyKey, Sendable {
  var plan: @Sendable () async throws -> [E10RoomPlan]
  var clean: @Sendable (_ room: Int) -> AsyncThrowingStream<Int, any Error>
  var dock: @Sendable () async throws -> Void

  static let testValue = E10RobotClient(
    plan: unimplemented("E10RobotClient.plan"),
    clean: unimplemented("E10RobotClient.clean", placeholder: AsyncThrowingStream { $0.finish() }),
    dock: unimplemented("E10RobotClient.dock")
  )
}

extension DependencyValues {
  var e10Robot: E10RobotClient {
    get { self[E10RobotClient.self] }
    set { self[E10RobotClient.self] = newValue }
  }
}

/// A robot that cleans one room after another. Rooms that are tapped while it works wait for their turn.
struct E10Vacuum: Reducer {
  enum Phase: Equatable { case idle, waiting, cleaning(percent: Int), clean, stuck }

  struct Room: Equatable {
    var name: String
    var phase = Phase.idle
  }

  /// The room that is being cleaned, and those that come after it.
  struct Queue: Equatable {
    var active: Int?
    var waiting: [Int] = []
  }

  struct State: Equatable {
    var rooms: [Int: Room] = [:]
    var queue = Queue()
    var isLoading = false
    var loadFailed = false
    var isDocking = false
    var dockFailed = false
  }

  enum Input: Equatable {
    case appeared
    case cleanTapped(Int)
    case stopTapped(Int)
    case dockTapped
  }

  enum Feedback: Equatable {
    case planLoaded([E10RoomPlan])
    case loadFailed
    case progressed(Int, percent: Int)
    case cleaned(Int)
    case gotStuck(Int)
    case docked
    case dockFailed
  }

  private enum CancelID { case clean }

  @Dependency(\.e10Robot) private var robot

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.rooms.isEmpty, !state.isLoading else { return .none }
      state.isLoading = true
      state.loadFailed = false
      return .run("plan") { send in
        await send(.planLoaded(try await robot.plan()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.cleanTapped(let id)):
      guard let room = state.rooms[id], !state.isDocking else { return .none }
      switch room.phase {
      case .waiting, .cleaning: return .none
      case .idle, .clean, .stuck: break
      }
      state.rooms[id]?.phase = .waiting
      state.queue.waiting.append(id)
      return state.queue.active == nil ? startNext(&state) : .none

    case .input(.stopTapped(let id)):
      if state.queue.active == id {
        state.rooms[id]?.phase = .idle
        state.queue.active = nil
        return .cancel(id: CancelID.clean)
      }
      guard state.queue.waiting.contains(id) else { return .none }
      state.rooms[id]?.phase = .idle
      state.queue.waiting.removeAll { $0 == id }
      return .none

    case .input(.dockTapped):
      guard !state.isDocking else { return .none }
      for id in state.queue.waiting { state.rooms[id]?.phase = .idle }
      if let active = state.queue.active { state.rooms[active]?.phase = .idle }
      state.queue = Queue()
      state.isDocking = true
      state.dockFailed = false
      return .merge(.cancel(id: CancelID.clean), dock())

    case .feedback(.planLoaded(let plans)):
      state.isLoading = false
      for plan in plans { state.rooms[plan.id] = Room(name: plan.name) }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.progressed(let id, let percent)):
      guard state.queue.active == id else { return .none }
      state.rooms[id]?.phase = .cleaning(percent: percent)
      return .none

    case .feedback(.cleaned(let id)):
      return finish(id, as: .clean, &state)

    case .feedback(.gotStuck(let id)):
      return finish(id, as: .stuck, &state)

    case .feedback(.docked):
      state.isDocking = false
      return .none

    case .feedback(.dockFailed):
      state.isDocking = false
      state.dockFailed = true
      return .none
    }
  }

  private func finish(_ id: Int, as phase: Phase, _ state: inout State) -> Effect<Feedback, Never> {
    state.rooms[id]?.phase = phase
    state.queue.active = nil
    return startNext(&state)
  }

  private func startNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.queue.waiting.isEmpty else { return .none }
    let id = state.queue.waiting.removeFirst()
    state.queue.active = id
    state.rooms[id]?.phase = .cleaning(percent: 0)
    state.dockFailed = false
    return .run("clean", of: id) { send in
      for try await percent in robot.clean(id) { await send(.progressed(id, percent: percent)) }
      await send(.cleaned(id))
    } catch: { _, send in
      await send(.gotStuck(id))
    }
    .cancellable(id: CancelID.clean)
  }

  private func dock() -> Effect<Feedback, Never> {
    .run("dock") { send in
      try await robot.dock()
      await send(.docked)
    } catch: { _, send in
      await send(.dockFailed)
    }
  }
}

struct E10Trouble: Error {}

struct E10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .cleanTapped(1), .cleanTapped(2), .stopTapped(1), .stopTapped(2), .dockTapped]
    ) { () -> TestStore<E10Vacuum> in
      let store = TestStore(initialState: E10Vacuum.State()) { E10Vacuum() }
      store.gate("plan", at: \.e10Robot.plan) {
        [.success([E10RoomPlan(id: 1, name: "Kitchen"), E10RoomPlan(id: 2, name: "Hall")]), .failure(E10Trouble())]
      }
      store.gate("clean", at: \.e10Robot.clean) { _ in [.element(50), .finish, .failure(E10Trouble())] }
      store.gate("dock", at: \.e10Robot.dock) { [.success(()), .failure(E10Trouble())] }
      return store
    }
  }
}
