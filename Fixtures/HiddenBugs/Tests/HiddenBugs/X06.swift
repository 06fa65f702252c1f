import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The door of a garage. A command is done when the door itself says so.
struct X06Garage: Reducer {
  struct Problem: Equatable {
    enum Kind: Equatable { case notSent, noAnswer, blocked }

    var kind: Kind
    var target: X06Door
  }

  struct State: Equatable {
    var isShown = false
    var isConnected = false
    var door: X06Door?
    var awaited: X06Door?
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case openTapped
    case closeTapped
    case retryTapped
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case reported(X06Door)
    case disconnected
    case pauseOver
    case notSent(X06Door)
    case timedOut
  }

  private enum CancelID { case reports, pause, command, timeout }

  @Dependency(\.x06Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isShown else { return .none }
      state.isShown = true
      return listen()

    case .input(.disappeared):
      // A command that is on its way still reaches the door.
      state = State()
      return .merge(
        .cancel(id: CancelID.reports),
        .cancel(id: CancelID.pause),
        .cancel(id: CancelID.timeout)
      )

    case .input(.openTapped):
      return move(to: .open, &state)

    case .input(.closeTapped):
      return move(to: .closed, &state)

    case .input(.retryTapped):
      guard let problem = state.problem else { return .none }
      return move(to: problem.target, &state)

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .feedback(.reported(let door)):
      state.isConnected = true
      state.door = door
      if let awaited = state.awaited {
        guard door == awaited || door == .blocked else { return .none }
        state.awaited = nil
        state.problem = door == .blocked ? Problem(kind: .blocked, target: awaited) : nil
        return .cancel(id: CancelID.timeout)
      }
      if state.problem?.target == door { state.problem = nil }
      return .none

    case .feedback(.disconnected):
      state.isConnected = false
      state.door = nil
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.pauseOver)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.pauseOver):
      return listen()

    case .feedback(.notSent(let target)):
      guard state.awaited == target else { return .none }
      state.awaited = nil
      state.problem = Problem(kind: .notSent, target: target)
      return .cancel(id: CancelID.timeout)

    case .feedback(.timedOut):
      guard let target = state.awaited else { return .none }
      state.awaited = nil
      state.problem = Problem(kind: .noAnswer, target: target)
      return .none
    }
  }

  /// Sends a command. It takes the place of an older one, whose answer nobody needs any more.
  private func move(to target: X06Door, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.isShown, state.awaited == nil, state.door != target else { return .none }
    state.awaited = target
    state.problem = nil
    return .merge(
      .run("command", of: target) { send in
        try await client.move(target)
      } catch: { _, send in
        await send(.notSent(target))
      }
      .cancellable(id: CancelID.command, cancelInFlight: true),
      .run("timeout") { send in
        try await clock.sleep(for: .seconds(20))
        await send(.timedOut)
      }
      .cancellable(id: CancelID.timeout, cancelInFlight: true)
    )
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("reports") { send in
      for try await door in client.reports() { await send(.reported(door)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.reports, cancelInFlight: true)
  }
}

enum X06Door: Hashable, Sendable { case open, closed, blocked }

struct X06Client: TestDependencyKey, Sendable {
  var reports: @Sendable () -> AsyncThrowingStream<X06Door, any Error>
  var move: @Sendable (_ target: X06Door) async throws -> Void

  static let testValue = X06Client(
    reports: unimplemented("X06Client.reports", placeholder: AsyncThrowingStream { $0.finish() }),
    move: unimplemented("X06Client.move")
  )
}

extension DependencyValues {
  var x06Client: X06Client {
    get { self[X06Client.self] }
    set { self[X06Client.self] = newValue }
  }
}

struct X06Offline: Error {}

struct X06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X06Garage.State) -> [X06Garage.Input] in
        guard state.isShown else { return [.appeared] }
        var inputs: [X06Garage.Input] = [.disappeared]
        if state.problem != nil { inputs += [.retryTapped, .problemDismissed] }
        guard state.awaited == nil else { return inputs }
        if state.door != .open { inputs.append(.openTapped) }
        if state.door != .closed { inputs.append(.closeTapped) }
        return inputs
      }
    ) { () -> TestStore<X06Garage> in
      let store = TestStore(initialState: X06Garage.State()) { X06Garage() }
      store.gate("reports", at: \.x06Client.reports) {
        [.element(.open), .element(.closed), .element(.blocked), .failure(X06Offline())]
      }
      store.gate("command", at: \.x06Client.move) { _ in [.success(()), .failure(X06Offline())] }
      return store
    }
  }
}
