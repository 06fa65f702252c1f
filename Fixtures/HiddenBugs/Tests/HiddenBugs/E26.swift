import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A place in the virtual queue of a security checkpoint. The screen asks every quarter of a minute how many are ahead.
struct E26Queue: Reducer {
  enum Phase: Equatable {
    case choosing
    case joining
    case waiting(E26Ticket)
    case leaving(E26Ticket)
    case called(E26Ticket)
  }

  enum Problem: Equatable {
    case notJoined
    case outdated
    case notLeft
  }

  struct State: Equatable {
    var checkpoint: String?
    var phase = Phase.choosing
    var isUpdating = false
    var problem: Problem?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case checkpointTapped(String)
    case joinTapped
    case refreshTapped
    case leaveTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case joined(E26Ticket)
    case notJoined
    case updated(ahead: Int)
    case notUpdated
    case left
    case notLeft
    case pauseOver
  }

  private enum CancelID { case update, pause }

  @Dependency(\.e26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.checkpointTapped(let checkpoint)):
      guard state.phase == .choosing else { return .none }
      state.checkpoint = checkpoint
      return .none

    case .input(.joinTapped):
      guard state.phase == .choosing, let checkpoint = state.checkpoint else { return .none }
      state.phase = .joining
      state.problem = nil
      return .run("join", of: checkpoint) { send in
        await send(.joined(try await client.join(checkpoint)))
      } catch: { _, send in
        await send(.notJoined)
      }

    case .input(.refreshTapped), .feedback(.pauseOver):
      guard case .waiting(let ticket) = state.phase, !state.isUpdating else { return .none }
      return update(ticket, into: &state)

    case .input(.leaveTapped):
      guard case .waiting(let ticket) = state.phase else { return .none }
      state.phase = .leaving(ticket)
      state.isUpdating = false
      state.problem = nil
      return .merge(
        .cancel(id: CancelID.update),
        .cancel(id: CancelID.pause),
        .run("leave", of: ticket.number) { send in
          try await client.leave(ticket.number)
          await send(.left)
        } catch: { _, send in
          await send(.notLeft)
        }
      )

    case .input(.doneTapped):
      guard case .called = state.phase else { return .none }
      state.phase = .choosing
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.pause)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard case .waiting(let ticket) = state.phase, !state.isUpdating else { return .none }
      return update(ticket, into: &state)

    case .feedback(.joined(let ticket)):
      state.phase = .waiting(ticket)
      return pause()

    case .feedback(.notJoined):
      state.phase = .choosing
      state.problem = .notJoined
      return .none

    case .feedback(.updated(ahead: let ahead)):
      guard case .waiting(var ticket) = state.phase else { return .none }
      state.isUpdating = false
      ticket.ahead = ahead
      guard ahead > 0 else {
        state.phase = .called(ticket)
        state.problem = nil
        return .none
      }
      state.phase = .waiting(ticket)
      if state.problem == .outdated { state.problem = nil }
      return state.isInBackground ? .none : pause()

    case .feedback(.notUpdated):
      state.isUpdating = false
      state.problem = .outdated
      return state.isInBackground ? .none : pause()

    case .feedback(.left):
      state.phase = .choosing
      return .none

    case .feedback(.notLeft):
      guard case .leaving(let ticket) = state.phase else { return .none }
      state.phase = .waiting(ticket)
      state.problem = .notLeft
      return state.isInBackground ? .none : pause()
    }
  }

  /// Asks now, instead of at the end of the pause.
  private func update(_ ticket: E26Ticket, into state: inout State) -> Effect<Feedback, Never> {
    state.isUpdating = true
    return .merge(
      .cancel(id: CancelID.pause),
      .run("ahead", of: ticket.number) { send in
        await send(.updated(ahead: try await client.ahead(ticket.number)))
      } catch: { _, send in
        await send(.notUpdated)
      }
      .cancellable(id: CancelID.update, cancelInFlight: true)
    )
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.pauseOver)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }
}

struct E26Ticket: Equatable, Sendable {
  var number: Int
  var ahead: Int
}

struct E26Client: TestDependencyKey, Sendable {
  var join: @Sendable (_ checkpoint: String) async throws -> E26Ticket
  var ahead: @Sendable (_ number: Int) async throws -> Int
  var leave: @Sendable (_ number: Int) async throws -> Void

  static let testValue = E26Client(
    join: unimplemented("E26Client.join"),
    ahead: unimplemented("E26Client.ahead"),
    leave: unimplemented("E26Client.leave")
  )
}

extension DependencyValues {
  var e26Client: E26Client {
    get { self[E26Client.self] }
    set { self[E26Client.self] = newValue }
  }
}

struct E26Offline: Error {}

struct E26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E26Queue.State) -> [E26Queue.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .choosing:
          let choices: [E26Queue.Input] = [.checkpointTapped("A"), .checkpointTapped("B"), .wentToBackground]
          return state.checkpoint == nil ? choices : choices + [.joinTapped]
        case .joining, .leaving: return [.wentToBackground]
        case .waiting: return [.refreshTapped, .leaveTapped, .wentToBackground]
        case .called: return [.doneTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<E26Queue> in
      let store = TestStore(initialState: E26Queue.State()) { E26Queue() }
      store.gate("join", at: \.e26Client.join) { _ in
        [.success(E26Ticket(number: 17, ahead: 2)), .failure(E26Offline())]
      }
      store.gate("ahead", at: \.e26Client.ahead) { _ in [.success(1), .success(0), .failure(E26Offline())] }
      store.gate("leave", at: \.e26Client.leave) { _ in [.success(()), .failure(E26Offline())] }
      return store
    }
  }
}
