import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A centrifuge in the laboratory. The display counts down, and asks the machine after each absence.
struct W18Centrifuge: Reducer {
  struct State: Equatable {
    var phase = W18Phase.idle
    var problem: W18Problem?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case stopTapped
    case checkAgainTapped
    case emptiedTapped
    case problemDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case started(seconds: Int)
    case startFailed
    case secondPassed
    case stopped
    case stopFailed
    case status(seconds: Int)
    case statusFailed
  }

  private enum CancelID { case countdown }

  @Dependency(\.w18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.phase == .idle else { return .none }
      state.phase = .starting
      state.problem = nil
      return .run("start") { send in
        await send(.started(seconds: try await client.start()))
      } catch: { _, send in
        await send(.startFailed)
      }

    case .input(.stopTapped):
      guard case .spinning = state.phase else { return .none }
      state.phase = .stopping
      state.problem = nil
      return .merge(
        .cancel(id: CancelID.countdown),
        .run("stop") { send in
          try await client.stop()
          await send(.stopped)
        } catch: { _, send in
          await send(.stopFailed)
        }
      )

    case .input(.checkAgainTapped):
      guard state.phase == .unknown else { return .none }
      return check(&state)

    case .input(.emptiedTapped):
      guard state.phase == .finished else { return .none }
      state.phase = .idle
      state.problem = nil
      return .none

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.countdown)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard case .spinning = state.phase else { return .none }
      return check(&state)

    case .feedback(.started(let seconds)), .feedback(.status(let seconds)):
      guard seconds > 0 else {
        state.phase = .finished
        return .none
      }
      state.phase = .spinning(seconds: seconds)
      return state.isInBackground ? .none : countDown()

    case .feedback(.startFailed):
      state.phase = .idle
      state.problem = .start
      return .none

    case .feedback(.secondPassed):
      guard case .spinning(let seconds) = state.phase else { return .none }
      guard seconds > 1 else {
        state.phase = .finished
        return .cancel(id: CancelID.countdown)
      }
      state.phase = .spinning(seconds: seconds - 1)
      return .none

    case .feedback(.stopped):
      state.phase = .idle
      return .none

    case .feedback(.stopFailed):
      state.problem = .stop
      return check(&state)

    case .feedback(.statusFailed):
      state.phase = .unknown
      return .none
    }
  }

  private func check(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .checking
    return .run("status") { send in
      await send(.status(seconds: try await client.status()))
    } catch: { _, send in
      await send(.statusFailed)
    }
  }

  private func countDown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }
}

enum W18Phase: Equatable, Sendable {
  case idle
  case starting
  case spinning(seconds: Int)
  case stopping
  case checking
  case unknown
  case finished
}

enum W18Problem: Equatable, Sendable {
  case start
  case stop
}

struct W18Client: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> Int
  var stop: @Sendable () async throws -> Void
  var status: @Sendable () async throws -> Int

  static let testValue = W18Client(
    start: unimplemented("W18Client.start"),
    stop: unimplemented("W18Client.stop"),
    status: unimplemented("W18Client.status")
  )
}

extension DependencyValues {
  var w18Client: W18Client {
    get { self[W18Client.self] }
    set { self[W18Client.self] = newValue }
  }
}

struct W18Offline: Error {}

struct W18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W18Centrifuge.State) -> [W18Centrifuge.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [W18Centrifuge.Input] = [.wentToBackground]
        switch state.phase {
        case .idle: inputs.append(.startTapped)
        case .spinning: inputs.append(.stopTapped)
        case .unknown: inputs.append(.checkAgainTapped)
        case .finished: inputs.append(.emptiedTapped)
        case .starting, .stopping, .checking: break
        }
        if state.problem != nil { inputs.append(.problemDismissed) }
        return inputs
      }
    ) { () -> TestStore<W18Centrifuge> in
      let store = TestStore(initialState: W18Centrifuge.State()) { W18Centrifuge() }
      store.gate("start", at: \.w18Client.start) { [.success(3), .failure(W18Offline())] }
      store.gate("stop", at: \.w18Client.stop) { [.success(()), .failure(W18Offline())] }
      store.gate("status", at: \.w18Client.status) { [.success(2), .success(0), .failure(W18Offline())] }
      return store
    }
  }
}
