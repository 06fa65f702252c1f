import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum Q05JoinKey: TestDependencyKey {
  static let testValue: @Sendable (_ name: String) async throws -> Void = unimplemented("q05Join")
}

enum Q05LeaveKey: TestDependencyKey {
  static let testValue: @Sendable (_ name: String) async throws -> Void = unimplemented("q05Leave")
}

enum Q05PositionKey: TestDependencyKey {
  static let testValue: @Sendable (_ name: String) async throws -> Int = unimplemented("q05Position", placeholder: 0)
}

extension DependencyValues {
  var q05Join: @Sendable (_ name: String) async throws -> Void {
    get { self[Q05JoinKey.self] }
    set { self[Q05JoinKey.self] = newValue }
  }

  var q05Leave: @Sendable (_ name: String) async throws -> Void {
    get { self[Q05LeaveKey.self] }
    set { self[Q05LeaveKey.self] = newValue }
  }

  var q05Position: @Sendable (_ name: String) async throws -> Int {
    get { self[Q05PositionKey.self] }
    set { self[Q05PositionKey.self] = newValue }
  }
}

struct Q05OpenMic: Reducer {
  struct State: Equatable {
    var name = ""
    var isJoining = false
    var isOnList = false
    var isLeaving = false
    var isOnStage = false
    var position: Int?
    var isRefreshing = false
    var isOffline = false
    var isInBackground = false
    var message: String?
  }

  enum Input: Equatable {
    case joinTapped(String)
    case leaveTapped
    case refreshPulled
    case setFinished
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable {
    case joined
    case joinFailed
    case left
    case leaveFailed
    case positionLoaded(Int)
    case positionFailed
    case waited
  }

  private enum CancelID { case join, leave, position, wait }

  @Dependency(\.q05Join) private var join
  @Dependency(\.q05Leave) private var leave
  @Dependency(\.q05Position) private var position
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.joinTapped(let name)):
      guard !state.isJoining, !state.isOnList, !state.isOnStage else { return .none }
      state.name = name
      state.isJoining = true
      state.message = nil
      return .run("join", of: name) { send in
        try await join(name)
        await send(.joined)
      } catch: { _, send in
        await send(.joinFailed)
      }
      .cancellable(id: CancelID.join)

    case .input(.leaveTapped):
      guard state.isOnList, !state.isLeaving else { return .none }
      state.isLeaving = true
      state.isRefreshing = false
      state.message = nil
      return .merge(
        .cancel(id: CancelID.position),
        .cancel(id: CancelID.wait),
        .run("leave", of: state.name) { [name = state.name] send in
          try await leave(name)
          await send(.left)
        } catch: { _, send in
          await send(.leaveFailed)
        }
        .cancellable(id: CancelID.leave)
      )

    case .input(.refreshPulled):
      guard state.isOnList, !state.isLeaving, !state.isRefreshing else { return .none }
      return loadPosition(&state)

    case .input(.setFinished):
      guard state.isOnStage else { return .none }
      state = State(isInBackground: state.isInBackground)
      return .none

    case .input(.enteredBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      return .cancel(id: CancelID.wait)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.isOnList && !state.isLeaving ? loadPosition(&state) : .none

    case .feedback(.joined):
      state.isJoining = false
      state.isOnList = true
      return state.isInBackground ? .none : loadPosition(&state)

    case .feedback(.joinFailed):
      state.isJoining = false
      state.message = "You are not on the list yet. Try again."
      return .none

    case .feedback(.left):
      state = State(isInBackground: state.isInBackground)
      return .none

    case .feedback(.leaveFailed):
      state.isLeaving = false
      state.message = "You are still on the list. Try again."
      return state.isInBackground ? .none : loadPosition(&state)

    case .feedback(.positionLoaded(let position)):
      state.isRefreshing = false
      state.isOffline = false
      if position == 0 {
        state.isOnList = false
        state.isOnStage = true
        state.position = nil
        state.message = nil
        return .none
      }
      state.position = position
      return wait()

    case .feedback(.positionFailed):
      state.isRefreshing = false
      state.isOffline = true
      return wait()

    case .feedback(.waited):
      return loadPosition(&state)
    }
  }

  private func loadPosition(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    return .merge(
      .cancel(id: CancelID.wait),
      .run("position", of: state.name) { [name = state.name] send in
        await send(.positionLoaded(try await position(name)))
      } catch: { _, send in
        await send(.positionFailed)
      }
      .cancellable(id: CancelID.position, cancelInFlight: true)
    )
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.waited)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }
}

struct Q05Offline: Error {}

struct Q05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.joinTapped("Ada"), .leaveTapped, .refreshPulled, .setFinished, .enteredBackground, .enteredForeground]
    ) { () -> TestStore<Q05OpenMic> in
      let store = TestStore(initialState: Q05OpenMic.State()) { Q05OpenMic() }
      store.gate("join", at: \.q05Join) { _ in [.success(()), .failure(Q05Offline())] }
      store.gate("leave", at: \.q05Leave) { _ in [.success(()), .failure(Q05Offline())] }
      store.gate("position", at: \.q05Position) { _ in [.success(3), .success(0), .failure(Q05Offline())] }
      return store
    }
  }
}
