import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The bolus screen of an infusion pump. The pump reports over the air what it does.
struct Q13Bolus: Reducer {
  enum Phase: Equatable, Sendable {
    case ready
    case starting
    case startFailed
    case infusing(stopFailed: Bool)
    case stopping
    case delivered
    case stopped
    case occluded
  }

  struct State: Equatable {
    var dose = 1
    var phase = Phase.ready
    var isLost = false
    var isInBackground = false

    /// Whether the pump moves.
    var isRunning: Bool {
      switch phase {
      case .infusing, .stopping: true
      case .ready, .starting, .startFailed, .delivered, .stopped, .occluded: false
      }
    }
  }

  enum Input: Equatable, Sendable {
    case doseChosen(Int)
    case startTapped
    case retryTapped
    case stopTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case started
    case startFailed
    case stopped
    case stopFailed
    case reported(Q13Report)
    case connectionLost
  }

  private enum CancelID { case reports, stop }

  @Dependency(\.q13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.doseChosen(let dose)):
      guard state.phase == .ready else { return .none }
      state.dose = dose
      return .none

    case .input(.startTapped):
      guard state.phase == .ready else { return .none }
      return start(&state)

    case .input(.retryTapped):
      guard state.phase == .startFailed else { return .none }
      return start(&state)

    case .input(.stopTapped):
      guard case .infusing = state.phase else { return .none }
      state.phase = .stopping
      return .run("stop") { send in
        try await client.stop()
        await send(.stopped)
      } catch: { _, send in
        await send(.stopFailed)
      }
      .cancellable(id: CancelID.stop, cancelInFlight: true)

    case .input(.doneTapped):
      switch state.phase {
      case .startFailed, .delivered, .stopped, .occluded: state.phase = .ready
      case .ready, .starting, .infusing, .stopping: break
      }
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isLost = false
      return .cancel(id: CancelID.reports)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isRunning ? listen() : .none

    case .feedback(.started):
      state.phase = .infusing(stopFailed: false)
      return state.isInBackground ? .none : listen()

    case .feedback(.startFailed):
      state.phase = .startFailed
      return .none

    case .feedback(.stopped):
      return end(.stopped, &state)

    case .feedback(.stopFailed):
      state.phase = .infusing(stopFailed: true)
      return .none

    case .feedback(.reported(.progress)):
      state.isLost = false
      return .none

    case .feedback(.reported(.completed)):
      return end(.delivered, &state)

    case .feedback(.reported(.occlusion)):
      return end(.occluded, &state)

    case .feedback(.connectionLost):
      state.isLost = true
      return .none
    }
  }

  private func start(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .starting
    let dose = state.dose
    return .run("start", of: dose) { send in
      try await client.start(dose)
      await send(.started)
    } catch: { _, send in
      await send(.startFailed)
    }
  }

  /// Listens to the pump, and connects again five seconds after a loss.
  private func listen() -> Effect<Feedback, Never> {
    .run("reports") { send in
      while !Task.isCancelled {
        for await report in client.reports() { await send(.reported(report)) }
        await send(.connectionLost)
        try await clock.sleep(for: .seconds(5))
      }
    }
    .cancellable(id: CancelID.reports, cancelInFlight: true)
  }

  /// The pump stands still. Its last word counts, so a stop that is on its way is given up.
  private func end(_ phase: Phase, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = phase
    state.isLost = false
    return .merge(.cancel(id: CancelID.reports), .cancel(id: CancelID.stop))
  }
}

enum Q13Report: Equatable, Sendable { case progress, completed, occlusion }

struct Q13Client: TestDependencyKey, Sendable {
  var start: @Sendable (_ dose: Int) async throws -> Void
  var stop: @Sendable () async throws -> Void
  var reports: @Sendable () -> AsyncStream<Q13Report>

  static let testValue = Q13Client(
    start: unimplemented("Q13Client.start"),
    stop: unimplemented("Q13Client.stop"),
    reports: unimplemented("Q13Client.reports", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var q13Client: Q13Client {
    get { self[Q13Client.self] }
    set { self[Q13Client.self] = newValue }
  }
}

struct Q13OutOfRange: Error {}

struct Q13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q13Bolus.State) -> [Q13Bolus.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .ready: return [.doseChosen(1), .doseChosen(2), .startTapped, .wentToBackground]
        case .starting, .stopping: return [.wentToBackground]
        case .startFailed: return [.retryTapped, .doneTapped, .wentToBackground]
        case .infusing: return [.stopTapped, .wentToBackground]
        case .delivered, .stopped, .occluded: return [.doneTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<Q13Bolus> in
      let store = TestStore(initialState: Q13Bolus.State()) { Q13Bolus() }
      store.gate("start", at: \.q13Client.start) { _ in [.success(()), .failure(Q13OutOfRange())] }
      store.gate("stop", at: \.q13Client.stop) { [.success(()), .failure(Q13OutOfRange())] }
      store.gate("reports", at: \.q13Client.reports) {
        [.element(.progress), .element(.completed), .element(.occlusion), .finish]
      }
      return store
    }
  }
}
