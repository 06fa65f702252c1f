import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The lock of the front door. Its bolt is watched while the screen is visible.
struct U13Lock: Reducer {
  struct State: Equatable {
    var isVisible = false
    var bolt: U13Bolt?
    var pending: U13Bolt?
    var problem: Problem?
  }

  struct Problem: Equatable, Sendable {
    enum Reason: Equatable, Sendable { case refused, noAnswer }

    var target: U13Bolt
    var reason: Reason
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case lockTapped
    case unlockTapped
    case retryTapped
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case boltSeen(U13Bolt)
    case watchEnded
    case reconnectDue
    case moved(U13Bolt)
    case moveFailed(U13Bolt)
    case moveTimedOut(U13Bolt)
  }

  private enum CancelID { case watch, move }

  @Dependency(\.u13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return watch()

    case .input(.disappeared):
      // A command that the user has given is still carried out.
      state.isVisible = false
      return .cancel(id: CancelID.watch)

    case .input(.lockTapped):
      guard state.pending == nil, state.bolt == .open else { return .none }
      return move(to: .locked, &state)

    case .input(.unlockTapped):
      guard state.pending == nil, state.bolt == .locked else { return .none }
      return move(to: .open, &state)

    case .input(.retryTapped):
      guard state.pending == nil, let problem = state.problem else { return .none }
      return move(to: problem.target, &state)

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .feedback(.boltSeen(let bolt)):
      state.bolt = bolt
      if state.problem?.target == bolt { state.problem = nil }
      guard state.pending == bolt else { return .none }
      state.pending = nil
      return .cancel(id: CancelID.move)

    case .feedback(.watchEnded):
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.watch, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return watch()

    case .feedback(.moved(let bolt)):
      state.pending = nil
      state.bolt = bolt
      return .cancel(id: CancelID.move)

    case .feedback(.moveFailed(let target)):
      state.pending = nil
      state.problem = Problem(target: target, reason: .refused)
      return .cancel(id: CancelID.move)

    case .feedback(.moveTimedOut(let target)):
      state.pending = nil
      state.problem = Problem(target: target, reason: .noAnswer)
      return .cancel(id: CancelID.move)
    }
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("bolt") { send in
      for await bolt in client.bolts() { await send(.boltSeen(bolt)) }
      await send(.watchEnded)
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  private func move(to target: U13Bolt, _ state: inout State) -> Effect<Feedback, Never> {
    state.pending = target
    state.problem = nil
    return .merge(
      .run("move", of: target) { send in
        try await client.move(target)
        await send(.moved(target))
      } catch: { _, send in
        await send(.moveFailed(target))
      },
      .run("move timeout") { send in
        try await clock.sleep(for: .seconds(15))
        await send(.moveTimedOut(target))
      }
    )
    .cancellable(id: CancelID.move, cancelInFlight: true)
  }
}

enum U13Bolt: Hashable, Sendable { case open, locked }

struct U13Client: TestDependencyKey, Sendable {
  var bolts: @Sendable () -> AsyncStream<U13Bolt>
  var move: @Sendable (_ target: U13Bolt) async throws -> Void

  static let testValue = U13Client(
    bolts: unimplemented("U13Client.bolts", placeholder: AsyncStream<U13Bolt> { $0.finish() }),
    move: unimplemented("U13Client.move")
  )
}

extension DependencyValues {
  var u13Client: U13Client {
    get { self[U13Client.self] }
    set { self[U13Client.self] = newValue }
  }
}

struct U13Offline: Error {}

struct U13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U13Lock.State) -> [U13Lock.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [U13Lock.Input] = [.disappeared]
        if state.pending == nil, state.bolt != nil { inputs += [.lockTapped, .unlockTapped] }
        if state.problem != nil { inputs += [.retryTapped, .problemDismissed] }
        return inputs
      }
    ) { () -> TestStore<U13Lock> in
      let store = TestStore(initialState: U13Lock.State()) { U13Lock() }
      store.gate("bolts", at: \.u13Client.bolts) { [.element(.open), .element(.locked), .finish] }
      store.gate("move", at: \.u13Client.move) { _ in [.success(()), .failure(U13Offline())] }
      return store
    }
  }
}
