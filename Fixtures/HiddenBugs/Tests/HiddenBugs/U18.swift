import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Warms a parked car. The car takes a command, and tells by its status whether it does what it was told.
struct U18Heating: Reducer {
  struct State: Equatable {
    var phase = Phase.idle
    var stopHasFailed = false
    var isInBackground = false
  }

  enum Phase: Equatable, Sendable {
    case idle
    case sending
    case waiting
    case running
    case stopping
    case failed(Failure)
  }

  enum Failure: Equatable, Sendable { case notSent, rejected, noConfirmation }

  enum Input: Equatable, Sendable {
    case startTapped
    case stopTapped
    case retryTapped
    case failureDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case accepted
    case startFailed
    case status(U18Status?)
    case timedOut
    case stopped
    case stopFailed
  }

  private enum CancelID { case confirmation }

  @Dependency(\.u18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.phase) {
    case (.input(.startTapped), .idle), (.input(.retryTapped), .failed):
      state.phase = .sending
      return .run("start") { send in
        try await client.start()
        await send(.accepted)
      } catch: { _, send in
        await send(.startFailed)
      }

    case (.input(.stopTapped), .running):
      state.phase = .stopping
      state.stopHasFailed = false
      return .run("stop") { send in
        try await client.stop()
        await send(.stopped)
      } catch: { _, send in
        await send(.stopFailed)
      }

    case (.input(.failureDismissed), .failed):
      state.phase = .idle
      return .none

    case (.input(.wentToBackground), _):
      state.isInBackground = true
      return .cancel(id: CancelID.confirmation)

    case (.input(.cameToForeground), _):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.phase == .waiting ? awaitConfirmation() : .none

    case (.feedback(.accepted), .sending):
      state.phase = .waiting
      return state.isInBackground ? .none : awaitConfirmation()

    case (.feedback(.startFailed), .sending):
      state.phase = .failed(.notSent)
      return .none

    case (.feedback(.status(.heating)), .waiting):
      state.phase = .running
      return .cancel(id: CancelID.confirmation)

    case (.feedback(.status(.refused)), .waiting):
      state.phase = .failed(.rejected)
      return .cancel(id: CancelID.confirmation)

    case (.feedback(.timedOut), .waiting):
      state.phase = .failed(.noConfirmation)
      return .cancel(id: CancelID.confirmation)

    case (.feedback(.stopped), .stopping):
      state.phase = .idle
      return .none

    case (.feedback(.stopFailed), .stopping):
      state.phase = .running
      state.stopHasFailed = true
      return .none

    default:
      return .none
    }
  }

  /// Asks for the status every five seconds, for half a minute.
  private func awaitConfirmation() -> Effect<Feedback, Never> {
    .merge(
      .run("status") { send in
        while true {
          await send(.status(try? await client.status()))
          try await clock.sleep(for: .seconds(5))
        }
      },
      .run("status timeout") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.timedOut)
      }
    )
    .cancellable(id: CancelID.confirmation, cancelInFlight: true)
  }
}

enum U18Status: Equatable, Sendable { case preparing, heating, refused }

struct U18Client: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> Void
  var status: @Sendable () async throws -> U18Status
  var stop: @Sendable () async throws -> Void

  static let testValue = U18Client(
    start: unimplemented("U18Client.start"),
    status: unimplemented("U18Client.status"),
    stop: unimplemented("U18Client.stop")
  )
}

extension DependencyValues {
  var u18Client: U18Client {
    get { self[U18Client.self] }
    set { self[U18Client.self] = newValue }
  }
}

struct U18Offline: Error {}

struct U18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U18Heating.State) -> [U18Heating.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .idle: return [.startTapped, .wentToBackground]
        case .running: return [.stopTapped, .wentToBackground]
        case .failed: return [.retryTapped, .failureDismissed, .wentToBackground]
        case .sending, .waiting, .stopping: return [.wentToBackground]
        }
      }
    ) { () -> TestStore<U18Heating> in
      let store = TestStore(initialState: U18Heating.State()) { U18Heating() }
      store.gate("start", at: \.u18Client.start) { [.success(()), .failure(U18Offline())] }
      store.gate("status", at: \.u18Client.status) {
        [.success(.heating), .success(.preparing), .success(.refused), .failure(U18Offline())]
      }
      store.gate("stop", at: \.u18Client.stop) { [.success(()), .failure(U18Offline())] }
      return store
    }
  }
}
