import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A parking session with a countdown in minutes.
struct S14Parking: Reducer {
  enum Phase: Equatable {
    case idle, starting, parked
  }

  enum Notice: Equatable {
    case notStarted, notExtended, expired
  }

  struct State: Equatable {
    var phase = Phase.idle
    var minutesLeft = 0
    var isExtending = false
    var notice: Notice?
    var isActive = true
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case extendTapped
    case stopTapped
    case noticeDismissed
    case wentToBackground
    case becameActive
  }

  enum Feedback: Equatable, Sendable {
    case started(minutes: Int)
    case notStarted
    case extended(minutes: Int)
    case notExtended
    case remaining(minutes: Int)
    case remainingUnknown
    case minutePassed
  }

  private enum CancelID { case countdown, remaining }

  @Dependency(\.s14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.phase == .idle else { return .none }
      state.phase = .starting
      state.notice = nil
      return .run("start") { send in
        await send(.started(minutes: try await client.start()))
      } catch: { _, send in
        await send(.notStarted)
      }

    case .input(.extendTapped):
      guard state.phase == .parked, !state.isExtending else { return .none }
      state.isExtending = true
      state.notice = nil
      return .run("extend") { send in
        await send(.extended(minutes: try await client.extend()))
      } catch: { _, send in
        await send(.notExtended)
      }

    case .input(.stopTapped):
      guard state.phase == .parked, !state.isExtending else { return .none }
      return end(notice: nil, into: &state)

    case .input(.noticeDismissed):
      state.notice = nil
      return .none

    case .input(.wentToBackground):
      state.isActive = false
      return .merge(.cancel(id: CancelID.countdown), .cancel(id: CancelID.remaining))

    case .input(.becameActive):
      guard !state.isActive else { return .none }
      state.isActive = true
      guard state.phase == .parked else { return .none }
      return .run("remaining") { send in
        await send(.remaining(minutes: try await client.remaining()))
      } catch: { _, send in
        await send(.remainingUnknown)
      }
      .cancellable(id: CancelID.remaining, cancelInFlight: true)

    case .feedback(.started(let minutes)):
      state.phase = .parked
      state.minutesLeft = minutes
      return state.isActive ? countdown() : .none

    case .feedback(.notStarted):
      state.phase = .idle
      state.notice = .notStarted
      return .none

    case .feedback(.extended(let minutes)):
      state.isExtending = false
      state.minutesLeft = minutes
      return .merge(.cancel(id: CancelID.remaining), countdown())

    case .feedback(.notExtended):
      state.isExtending = false
      guard state.minutesLeft > 0 else { return end(notice: .expired, into: &state) }
      state.notice = .notExtended
      return .none

    case .feedback(.remaining(let minutes)):
      state.minutesLeft = minutes
      return countdown()

    case .feedback(.remainingUnknown):
      return state.minutesLeft > 0 ? countdown() : .none

    case .feedback(.minutePassed):
      state.minutesLeft -= 1
      guard state.minutesLeft == 0 else { return countdown() }
      return state.isExtending ? .none : end(notice: .expired, into: &state)
    }
  }

  private func end(notice: Notice?, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .idle
    state.minutesLeft = 0
    state.notice = notice
    return .merge(.cancel(id: CancelID.countdown), .cancel(id: CancelID.remaining))
  }

  private func countdown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}

struct S14Client: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> Int
  var extend: @Sendable () async throws -> Int
  var remaining: @Sendable () async throws -> Int

  static let testValue = S14Client(
    start: unimplemented("S14Client.start"),
    extend: unimplemented("S14Client.extend"),
    remaining: unimplemented("S14Client.remaining")
  )
}

extension DependencyValues {
  var s14Client: S14Client {
    get { self[S14Client.self] }
    set { self[S14Client.self] = newValue }
  }
}

struct S14Offline: Error {}

struct S14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S14Parking.State) -> [S14Parking.Input] in
        guard state.isActive else { return [.becameActive] }
        var inputs: [S14Parking.Input] = [.wentToBackground]
        if state.phase == .parked {
          inputs.append(.extendTapped)
          inputs.append(.stopTapped)
        } else {
          inputs.append(.startTapped)
        }
        if state.notice != nil { inputs.append(.noticeDismissed) }
        return inputs
      }
    ) { () -> TestStore<S14Parking> in
      let store = TestStore(initialState: S14Parking.State()) { S14Parking() }
      store.gate("start", at: \.s14Client.start) { [.success(2), .failure(S14Offline())] }
      store.gate("extend", at: \.s14Client.extend) { [.success(3), .failure(S14Offline())] }
      store.gate("remaining", at: \.s14Client.remaining) { [.success(1), .failure(S14Offline())] }
      return store
    }
  }
}
