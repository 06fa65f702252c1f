import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Unlocks a bike. The call asks for it; what the lock really does comes by its events.
struct R18Ride: Reducer {
  enum Problem: Equatable, Sendable { case refused, noAnswer, connectionLost }

  enum Phase: Equatable {
    case locked
    case unlocking
    case riding
    case failed(Problem)
  }

  struct State: Equatable {
    var phase = Phase.locked
    var isConnected = false
    var isBellOn = true
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case unlockTapped
    case cancelTapped
    case problemDismissed
    case bellTapped
  }

  enum Feedback: Equatable, Sendable {
    case lock(R18LockEvent)
    case connectionLost
    case refused
    case unlockTimedOut
  }

  private enum CancelID { case events, unlock }

  @Dependency(\.r18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard !state.isConnected else { return .none }
      state.isConnected = true
      return .run("events") { send in
        for await event in client.events() { await send(.lock(event)) }
        await send(.connectionLost)
      }
      .cancellable(id: CancelID.events, cancelInFlight: true)

    case .input(.unlockTapped):
      guard state.isConnected else { return .none }
      switch state.phase {
      case .locked, .failed: break
      case .unlocking, .riding: return .none
      }
      state.phase = .unlocking
      return unlock()

    case .input(.cancelTapped):
      guard state.phase == .unlocking else { return .none }
      state.phase = .locked
      return .cancel(id: CancelID.unlock)

    case .input(.problemDismissed):
      guard case .failed = state.phase else { return .none }
      state.phase = .locked
      return .none

    case .input(.bellTapped):
      state.isBellOn.toggle()
      return .none

    case .feedback(.lock(.opened)):
      // Whatever the call says, the lock is open.
      state.phase = .riding
      return .cancel(id: CancelID.unlock)

    case .feedback(.lock(.closed)):
      // It also says so when it has just been connected, and doesn't open yet.
      if state.phase == .riding { state.phase = .locked }
      return .none

    case .feedback(.connectionLost):
      state.isConnected = false
      return failUnlocking(.connectionLost, &state)

    case .feedback(.refused):
      return failUnlocking(.refused, &state)

    case .feedback(.unlockTimedOut):
      return failUnlocking(.noAnswer, &state)
    }
  }

  private func unlock() -> Effect<Feedback, Never> {
    .merge(
      .run("unlock") { _ in
        try await client.unlock()
      } catch: { _, send in
        await send(.refused)
      },
      .run("timeout") { send in
        try await clock.sleep(for: .seconds(15))
        await send(.unlockTimedOut)
      }
    )
    .cancellable(id: CancelID.unlock, cancelInFlight: true)
  }

  private func failUnlocking(_ problem: Problem, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.phase == .unlocking else { return .none }
    state.phase = .failed(problem)
    return .cancel(id: CancelID.unlock)
  }
}

enum R18LockEvent: Equatable, Sendable { case opened, closed }

struct R18Client: TestDependencyKey, Sendable {
  var events: @Sendable () -> AsyncStream<R18LockEvent>
  var unlock: @Sendable () async throws -> Void

  static let testValue = R18Client(
    events: unimplemented("R18Client.events", placeholder: AsyncStream { $0.finish() }),
    unlock: unimplemented("R18Client.unlock")
  )
}

extension DependencyValues {
  var r18Client: R18Client {
    get { self[R18Client.self] }
    set { self[R18Client.self] = newValue }
  }
}

struct R18Refused: Error {}

struct R18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R18Ride.State) -> [R18Ride.Input] in
        var inputs: [R18Ride.Input] = [.bellTapped]
        if !state.isConnected { inputs.append(.connectTapped) }
        switch state.phase {
        case .locked: if state.isConnected { inputs.append(.unlockTapped) }
        case .unlocking: inputs.append(.cancelTapped)
        case .riding: break
        case .failed:
          inputs.append(.problemDismissed)
          if state.isConnected { inputs.append(.unlockTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<R18Ride> in
      let store = TestStore(initialState: R18Ride.State()) { R18Ride() }
      store.gate("events", at: \.r18Client.events) { [.element(.opened), .element(.closed), .finish] }
      store.gate("unlock", at: \.r18Client.unlock) { [.success(()), .failure(R18Refused())] }
      return store
    }
  }
}
