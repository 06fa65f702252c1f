import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A charging session at a public charger. The meter is read every few seconds while the car charges.
struct K29Session: Reducer {
  struct State: Equatable {
    var phase = Phase.ready
    var reading: K29Reading?
    var isReading = false
    var problem: Problem?
    var isInBackground = false
  }

  enum Phase: Equatable { case ready, starting, charging, stopping }
  enum Problem: Equatable { case notStarted, notStopped, noReading }

  enum Input: Equatable, Sendable {
    case startTapped
    case stopTapped
    case refreshTapped
    case problemDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case started
    case notStarted
    case read(K29Reading)
    case notRead
    case pollDue
    case stopped
    case notStopped
  }

  private enum CancelID { case meter, poll }

  @Dependency(\.k29Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard state.phase == .ready else { return .none }
      state.phase = .starting
      state.reading = nil
      state.problem = nil
      return .run("start") { send in
        try await client.start()
        await send(.started)
      } catch: { _, send in
        await send(.notStarted)
      }

    case .feedback(.started):
      state.phase = .charging
      return state.isInBackground ? .none : readMeter(&state)

    case .feedback(.notStarted):
      state.phase = .ready
      state.problem = .notStarted
      return .none

    case .input(.refreshTapped), .feedback(.pollDue):
      guard state.phase == .charging, !state.isReading else { return .none }
      return readMeter(&state)

    case .feedback(.read(let reading)):
      state.isReading = false
      state.reading = reading
      if state.problem == .noReading { state.problem = nil }
      guard !reading.isFull else {
        state.phase = .ready
        return .none
      }
      return state.isInBackground ? .none : poll(after: .seconds(5))

    case .feedback(.notRead):
      state.isReading = false
      state.problem = .noReading
      return state.isInBackground ? .none : poll(after: .seconds(15))

    case .input(.stopTapped):
      guard state.phase == .charging else { return .none }
      state.phase = .stopping
      state.isReading = false
      state.problem = nil
      return .merge(
        .cancel(id: CancelID.poll),
        .cancel(id: CancelID.meter),
        .run("stop") { send in
          try await client.stop()
          await send(.stopped)
        } catch: { _, send in
          await send(.notStopped)
        }
      )

    case .feedback(.stopped):
      state.phase = .ready
      return .none

    case .feedback(.notStopped):
      state.phase = .charging
      state.problem = .notStopped
      return poll(after: .seconds(5))

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.phase == .charging, !state.isReading else { return .none }
      return readMeter(&state)
    }
  }

  /// Reads the meter, instead of waiting for the next poll.
  private func readMeter(_ state: inout State) -> Effect<Feedback, Never> {
    state.isReading = true
    return .merge(
      .cancel(id: CancelID.poll),
      .run("meter") { send in
        await send(.read(try await client.meter()))
      } catch: { _, send in
        await send(.notRead)
      }
      .cancellable(id: CancelID.meter, cancelInFlight: true)
    )
  }

  private func poll(after pause: Duration) -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: pause)
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct K29Reading: Equatable, Sendable {
  var energy: Int
  var isFull: Bool
}

struct K29Client: TestDependencyKey, Sendable {
  var start: @Sendable () async throws -> Void
  var stop: @Sendable () async throws -> Void
  var meter: @Sendable () async throws -> K29Reading

  static let testValue = K29Client(
    start: unimplemented("K29Client.start"),
    stop: unimplemented("K29Client.stop"),
    meter: unimplemented("K29Client.meter")
  )
}

extension DependencyValues {
  var k29Client: K29Client {
    get { self[K29Client.self] }
    set { self[K29Client.self] = newValue }
  }
}

struct K29Offline: Error {}

struct K29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K29Session.State) -> [K29Session.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [K29Session.Input] = [.wentToBackground]
        switch state.phase {
        case .ready: inputs.append(.startTapped)
        case .charging: inputs += [.stopTapped, .refreshTapped]
        case .starting, .stopping: break
        }
        if state.problem != nil { inputs.append(.problemDismissed) }
        return inputs
      }
    ) { () -> TestStore<K29Session> in
      let store = TestStore(initialState: K29Session.State()) { K29Session() }
      store.gate("start", at: \.k29Client.start) { [.success(()), .failure(K29Offline())] }
      store.gate("stop", at: \.k29Client.stop) { [.success(()), .failure(K29Offline())] }
      store.gate("meter", at: \.k29Client.meter) {
        [
          .success(K29Reading(energy: 12, isFull: false)),
          .success(K29Reading(energy: 40, isFull: true)),
          .failure(K29Offline()),
        ]
      }
      return store
    }
  }
}
