import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Charging a car at a public station.
struct M14Charging: Reducer {
  struct State: Equatable {
    var phase = Phase.idle
    var percent: Int?
    var hasFailed = false
    var isInBackground = false
  }

  enum Phase: Equatable { case idle, starting, charging, stopping, full }

  enum Input: Equatable, Sendable {
    case startTapped
    case stopTapped
    case doneTapped
    case errorDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case started
    case startFailed
    case stopped
    case stopFailed
    case pollDue
    case status(Int)
    case statusFailed
  }

  private enum CancelID { case poll, status }

  @Dependency(\.m14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.phase == .idle else { return .none }
      state.phase = .starting
      state.hasFailed = false
      return .run("start") { send in
        try await client.start()
        await send(.started)
      } catch: { _, send in
        await send(.startFailed)
      }

    case .input(.stopTapped):
      guard state.phase == .charging else { return .none }
      state.phase = .stopping
      state.hasFailed = false
      return .merge(
        .cancel(id: CancelID.poll),
        .cancel(id: CancelID.status),
        .run("stop") { send in
          try await client.stop()
          await send(.stopped)
        } catch: { _, send in
          await send(.stopFailed)
        }
      )

    case .input(.doneTapped):
      guard state.phase == .full else { return .none }
      state.phase = .idle
      state.percent = nil
      return .none

    case .input(.errorDismissed):
      state.hasFailed = false
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.phase == .charging ? loadStatus() : .none

    case .feedback(.started):
      state.phase = .charging
      return poll()

    case .feedback(.startFailed):
      state.phase = .idle
      state.hasFailed = true
      return .none

    case .feedback(.stopped):
      state.phase = .idle
      state.percent = nil
      return .none

    case .feedback(.stopFailed):
      state.phase = .charging
      state.hasFailed = true
      return state.isInBackground ? .none : poll()

    case .feedback(.pollDue):
      return loadStatus()

    case .feedback(.status(let percent)):
      state.percent = percent
      if percent == 100 {
        state.phase = .full
        state.hasFailed = false
        return .none
      }
      return state.isInBackground ? .none : poll()

    case .feedback(.statusFailed):
      return state.isInBackground ? .none : poll()
    }
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func loadStatus() -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.poll),
      .run("status") { send in
        await send(.status(try await client.status()))
      } catch: { _, send in
        await send(.statusFailed)
      }
      .cancellable(id: CancelID.status, cancelInFlight: true)
    )
  }
}

struct M14Client: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> Void
  var stop: @Sendable () async throws -> Void
  var status: @Sendable () async throws -> Int

  static let testValue = M14Client(
    start: unimplemented("M14Client.start"),
    stop: unimplemented("M14Client.stop"),
    status: unimplemented("M14Client.status")
  )
}

extension DependencyValues {
  var m14Client: M14Client {
    get { self[M14Client.self] }
    set { self[M14Client.self] = newValue }
  }
}

struct M14Unreachable: Error {}

struct M14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M14Charging.State) -> [M14Charging.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [M14Charging.Input] = [.wentToBackground]
        switch state.phase {
        case .idle: inputs.append(.startTapped)
        case .charging: inputs.append(.stopTapped)
        case .full: inputs.append(.doneTapped)
        case .starting, .stopping: break
        }
        if state.hasFailed { inputs.append(.errorDismissed) }
        return inputs
      }
    ) { () -> TestStore<M14Charging> in
      let store = TestStore(initialState: M14Charging.State()) { M14Charging() }
      store.gate("start", at: \.m14Client.start) { [.success(()), .failure(M14Unreachable())] }
      store.gate("stop", at: \.m14Client.stop) { [.success(()), .failure(M14Unreachable())] }
      store.gate("status", at: \.m14Client.status) { [.success(60), .success(100), .failure(M14Unreachable())] }
      return store
    }
  }
}
