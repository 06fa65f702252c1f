import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Pays for parking by the minute: the user starts a ticket in a zone, and stops it. A ticket can also end by itself.
struct A15Parking: Reducer {
  enum Phase: Equatable {
    case choosing
    case starting
    case parked(A15Ticket)
    case stopping(A15Ticket)
    case ended(A15Receipt)
  }

  enum Failure { case start, stop }

  struct State: Equatable {
    var zone: String?
    var phase = Phase.choosing
    var failure: Failure?
    /// Whether the shown ticket is older than it should be.
    var isStale = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case zoneChosen(String)
    case startTapped
    case stopTapped
    case retryTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case started(A15Ticket)
    case startFailed
    case polled(A15Status)
    case pollFailed
    case stopped(A15Receipt)
    case stopFailed
  }

  private enum CancelID { case poll }

  @Dependency(\.a15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.zoneChosen(let zone)):
      guard state.phase == .choosing else { return .none }
      state.zone = zone
      state.failure = nil
      return .none

    case .input(.startTapped):
      return startTicket(&state)

    case .input(.stopTapped):
      return stopTicket(&state)

    case .input(.retryTapped):
      switch state.failure {
      case .start: return startTicket(&state)
      case .stop: return stopTicket(&state)
      case nil: return .none
      }

    case .input(.doneTapped):
      guard case .ended = state.phase else { return .none }
      state.phase = .choosing
      state.zone = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      return poll(state, after: .zero)

    case .feedback(.started(let ticket)):
      state.phase = .parked(ticket)
      return poll(state)

    case .feedback(.startFailed):
      state.phase = .choosing
      state.failure = .start
      return .none

    case .feedback(.polled(.active(let ticket))):
      state.phase = .parked(ticket)
      state.isStale = false
      return poll(state)

    case .feedback(.polled(.ended(let receipt))), .feedback(.stopped(let receipt)):
      state.phase = .ended(receipt)
      state.failure = nil
      state.isStale = false
      return .none

    case .feedback(.pollFailed):
      state.isStale = true
      return poll(state)

    case .feedback(.stopFailed):
      guard case .stopping(let ticket) = state.phase else { return .none }
      state.phase = .parked(ticket)
      state.failure = .stop
      return poll(state)
    }
  }

  private func startTicket(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.phase == .choosing, let zone = state.zone else { return .none }
    state.phase = .starting
    state.failure = nil
    return .run("start", of: zone) { send in
      await send(.started(try await client.start(zone)))
    } catch: { _, send in
      await send(.startFailed)
    }
  }

  private func stopTicket(_ state: inout State) -> Effect<Feedback, Never> {
    guard case .parked(let ticket) = state.phase else { return .none }
    state.phase = .stopping(ticket)
    state.failure = nil
    return .merge(
      .cancel(id: CancelID.poll),
      .run("stop", of: ticket.id) { send in
        await send(.stopped(try await client.stop(ticket.id)))
      } catch: { _, send in
        await send(.stopFailed)
      }
    )
  }

  /// Asks for the ticket after a while, if there is one, and someone who looks at it.
  private func poll(_ state: State, after pause: Duration = .seconds(60)) -> Effect<Feedback, Never> {
    guard case .parked(let ticket) = state.phase, !state.isInBackground else { return .none }
    return .run("poll", of: ticket.id) { send in
      try await clock.sleep(for: pause)
      await send(.polled(try await client.status(ticket.id)))
    } catch: { _, send in
      await send(.pollFailed)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct A15Ticket: Equatable, Sendable {
  var id: String
  var minutes: Int
}

struct A15Receipt: Equatable, Sendable {
  var cents: Int
}

enum A15Status: Equatable, Sendable {
  case active(A15Ticket)
  case ended(A15Receipt)
}

struct A15Client: TestDependencyKey, Sendable {
  var start: @Sendable (_ zone: String) async throws -> A15Ticket
  var status: @Sendable (_ ticket: String) async throws -> A15Status
  var stop: @Sendable (_ ticket: String) async throws -> A15Receipt

  static let testValue = A15Client(
    start: unimplemented("A15Client.start"),
    status: unimplemented("A15Client.status"),
    stop: unimplemented("A15Client.stop")
  )
}

extension DependencyValues {
  var a15Client: A15Client {
    get { self[A15Client.self] }
    set { self[A15Client.self] = newValue }
  }
}

struct A15Offline: Error {}

struct A15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A15Parking.State) -> [A15Parking.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [A15Parking.Input] = [.wentToBackground]
        switch state.phase {
        case .choosing:
          inputs += [.zoneChosen("Old Town"), .zoneChosen("Station")]
          if state.zone != nil { inputs.append(.startTapped) }
        case .parked: inputs.append(.stopTapped)
        case .ended: inputs.append(.doneTapped)
        case .starting, .stopping: break
        }
        if state.failure != nil { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<A15Parking> in
      let store = TestStore(initialState: A15Parking.State()) { A15Parking() }
      store.gate("start", at: \.a15Client.start) { zone in
        [.success(A15Ticket(id: zone, minutes: 0)), .failure(A15Offline())]
      }
      store.gate("status", at: \.a15Client.status) { id in
        [
          .success(.active(A15Ticket(id: id, minutes: 1))),
          .success(.ended(A15Receipt(cents: 450))),
          .failure(A15Offline()),
        ]
      }
      store.gate("stop", at: \.a15Client.stop) { _ in
        [.success(A15Receipt(cents: 120)), .failure(A15Offline())]
      }
      return store
    }
  }
}
