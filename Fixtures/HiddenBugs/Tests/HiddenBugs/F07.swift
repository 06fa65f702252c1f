import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F07Wait: Equatable, Sendable {
  var minutes: Int
  /// The highest ticket that may board.
  var calledTicket: Int
}

struct F07LiftClient: TestDependencyKey, Sendable {
  var wait: @Sendable () async throws -> F07Wait
  var join: @Sendable () async throws -> Int
  var leave: @Sendable (_ ticket: Int) async throws -> Void

  static let testValue = F07LiftClient(
    wait: unimplemented("F07LiftClient.wait"),
    join: unimplemented("F07LiftClient.join"),
    leave: unimplemented("F07LiftClient.leave")
  )
}

extension DependencyValues {
  var f07LiftClient: F07LiftClient {
    get { self[F07LiftClient.self] }
    set { self[F07LiftClient.self] = newValue }
  }
}

/// The queue of a ski lift. A skier draws a ticket, and boards when it is called.
struct F07Queue: Reducer {
  struct State: Equatable {
    var isVisible = false
    var wait: F07Wait?
    var isOffline = false
    var ticket: Int?
    var isJoining = false
    var isLeaving = false
    var problem: String?

    var isMyTurn: Bool {
      guard let ticket, let wait else { return false }
      return ticket <= wait.calledTicket
    }
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case joinTapped
    case leaveTapped
    case boardTapped
    case problemDismissed
  }

  enum Feedback: Equatable {
    case waitLoaded(F07Wait)
    case waitFailed
    case joined(ticket: Int)
    case joinFailed
    case left
    case leaveFailed
  }

  private enum CancelID { case poll, join, leave }

  @Dependency(\.f07LiftClient) private var lift
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return poll()

    case .input(.disappeared):
      // A ticket that is being drawn or given back is not: the skier still wants it so.
      state.isVisible = false
      return .cancel(id: CancelID.poll)

    case .feedback(.waitLoaded(let wait)):
      state.isOffline = false
      state.wait = wait
      return .none

    case .feedback(.waitFailed):
      state.isOffline = true
      return .none

    case .input(.joinTapped):
      guard state.ticket == nil, !state.isJoining else { return .none }
      state.isJoining = true
      state.problem = nil
      return .run("join") { send in
        await send(.joined(ticket: try await lift.join()))
      } catch: { _, send in
        await send(.joinFailed)
      }
      .cancellable(id: CancelID.join)

    case .feedback(.joined(let ticket)):
      state.isJoining = false
      state.ticket = ticket
      return .none

    case .feedback(.joinFailed):
      state.isJoining = false
      state.problem = "You have no ticket yet. Try again."
      return .none

    case .input(.leaveTapped):
      guard let ticket = state.ticket, !state.isLeaving else { return .none }
      state.isLeaving = true
      state.problem = nil
      return .run("leave", of: ticket) { send in
        try await lift.leave(ticket)
        await send(.left)
      } catch: { _, send in
        await send(.leaveFailed)
      }
      .cancellable(id: CancelID.leave)

    case .feedback(.left):
      state.isLeaving = false
      state.ticket = nil
      return .none

    case .feedback(.leaveFailed):
      state.isLeaving = false
      state.problem = "You still have your ticket. Try again."
      return .none

    case .input(.boardTapped):
      guard state.isMyTurn, !state.isLeaving else { return .none }
      state.ticket = nil
      state.problem = nil
      return .none

    case .input(.problemDismissed):
      state.problem = nil
      return .none
    }
  }

  /// Asks for the wait at once, and then every 30 seconds.
  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      while true {
        do {
          await send(.waitLoaded(try await lift.wait()))
        } catch {
          await send(.waitFailed)
        }
        try await clock.sleep(for: .seconds(30))
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct F07Offline: Error {}

struct F07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .joinTapped, .leaveTapped, .boardTapped, .problemDismissed]
    ) { () -> TestStore<F07Queue> in
      let store = TestStore(initialState: F07Queue.State()) { F07Queue() }
      store.gate("wait", at: \.f07LiftClient.wait) {
        [
          .success(F07Wait(minutes: 20, calledTicket: 3)), .success(F07Wait(minutes: 5, calledTicket: 7)),
          .failure(F07Offline()),
        ]
      }
      store.gate("join", at: \.f07LiftClient.join) { [.success(7), .failure(F07Offline())] }
      store.gate("leave", at: \.f07LiftClient.leave) { _ in [.success(()), .failure(F07Offline())] }
      return store
    }
  }
}
