import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A parking ticket. Its price is asked for every minute while the ticket runs.
struct I14Parking: Reducer {
  struct State: Equatable {
    enum Phase: Equatable {
      case idle
      case starting(String)
      case running(I14Ticket)
      case stopping(I14Ticket)
      case ended(Int)
    }

    enum Problem: Equatable { case notStarted, notExtended, notStopped }

    var phase = Phase.idle
    var isExtending = false
    var isQuoting = false
    var problem: Problem?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case startTapped(String)
    case extendTapped
    case stopTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case started(I14Ticket)
    case startFailed
    case minutePassed
    case quoted(Int)
    case quoteFailed
    case extended(I14Ticket)
    case extensionFailed
    case stopped(Int)
    case stopFailed
  }

  private enum CancelID { case minute, quote }

  @Dependency(\.i14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped(let zone)):
      guard state.phase == .idle else { return .none }
      state.phase = .starting(zone)
      state.problem = nil
      return .run("start", of: zone) { send in
        await send(.started(try await client.start(zone)))
      } catch: { _, send in
        await send(.startFailed)
      }

    case .feedback(.started(let ticket)):
      state.phase = .running(ticket)
      return state.isInBackground ? .none : minute()

    case .feedback(.startFailed):
      state.phase = .idle
      state.problem = .notStarted
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.minute)

    case .input(.cameToForeground):
      state.isInBackground = false
      return quote(&state)

    case .feedback(.minutePassed):
      return quote(&state)

    case .feedback(.quoted(let price)):
      state.isQuoting = false
      guard case .running(var ticket) = state.phase else { return .none }
      ticket.price = price
      state.phase = .running(ticket)
      return state.isInBackground ? .none : minute()

    case .feedback(.quoteFailed):
      state.isQuoting = false
      return state.isInBackground ? .none : minute()

    case .input(.extendTapped):
      guard case .running(let ticket) = state.phase, !state.isExtending else { return .none }
      state.isExtending = true
      state.problem = nil
      return .run("extend", of: ticket.zone) { send in
        await send(.extended(try await client.extend(ticket.zone)))
      } catch: { _, send in
        await send(.extensionFailed)
      }

    case .feedback(.extended(let ticket)):
      // Its price is the newest. The next one is due in a minute.
      state.isExtending = false
      state.isQuoting = false
      state.phase = .running(ticket)
      return .merge(.cancel(id: CancelID.quote), minute())

    case .feedback(.extensionFailed):
      state.isExtending = false
      state.problem = .notExtended
      return .none

    case .input(.stopTapped):
      guard case .running(let ticket) = state.phase, !state.isExtending else { return .none }
      state.phase = .stopping(ticket)
      state.isQuoting = false
      state.problem = nil
      return .merge(
        .cancel(id: CancelID.minute),
        .cancel(id: CancelID.quote),
        .run("stop", of: ticket.zone) { send in
          await send(.stopped(try await client.stop(ticket.zone)))
        } catch: { _, send in
          await send(.stopFailed)
        }
      )

    case .feedback(.stopped(let total)):
      state.phase = .ended(total)
      return .none

    case .feedback(.stopFailed):
      guard case .stopping(let ticket) = state.phase else { return .none }
      state.phase = .running(ticket)
      state.problem = .notStopped
      return state.isInBackground ? .none : minute()

    case .input(.doneTapped):
      guard case .ended = state.phase else { return .none }
      state.phase = .idle
      return .none
    }
  }

  /// Asks for the price of a running ticket, instead of waiting for the next minute.
  private func quote(_ state: inout State) -> Effect<Feedback, Never> {
    guard case .running(let ticket) = state.phase, !state.isQuoting else { return .none }
    state.isQuoting = true
    return .merge(
      .cancel(id: CancelID.minute),
      .run("quote", of: ticket.zone) { send in
        await send(.quoted(try await client.quote(ticket.zone)))
      } catch: { _, send in
        await send(.quoteFailed)
      }
      .cancellable(id: CancelID.quote)
    )
  }

  private func minute() -> Effect<Feedback, Never> {
    .run("minute") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: CancelID.minute, cancelInFlight: true)
  }
}

struct I14Ticket: Equatable, Sendable {
  var zone: String
  var until: Int
  var price: Int
}

struct I14Client: TestDependencyKey, Sendable {
  var start: @Sendable (_ zone: String) async throws -> I14Ticket
  var extend: @Sendable (_ zone: String) async throws -> I14Ticket
  var quote: @Sendable (_ zone: String) async throws -> Int
  var stop: @Sendable (_ zone: String) async throws -> Int

  static let testValue = I14Client(
    start: unimplemented("I14Client.start"),
    extend: unimplemented("I14Client.extend"),
    quote: unimplemented("I14Client.quote"),
    stop: unimplemented("I14Client.stop")
  )
}

extension DependencyValues {
  var i14Client: I14Client {
    get { self[I14Client.self] }
    set { self[I14Client.self] = newValue }
  }
}

struct I14Offline: Error {}

struct I14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I14Parking.State) -> [I14Parking.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .idle: return [.startTapped("Old town"), .wentToBackground]
        case .starting, .stopping: return [.wentToBackground]
        case .running: return state.isExtending ? [.wentToBackground] : [.extendTapped, .stopTapped, .wentToBackground]
        case .ended: return [.doneTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<I14Parking> in
      let store = TestStore(initialState: I14Parking.State()) { I14Parking() }
      store.gate("start", at: \.i14Client.start) { zone in
        [.success(I14Ticket(zone: zone, until: 18, price: 2)), .failure(I14Offline())]
      }
      store.gate("extend", at: \.i14Client.extend) { zone in
        [.success(I14Ticket(zone: zone, until: 20, price: 5)), .failure(I14Offline())]
      }
      store.gate("quote", at: \.i14Client.quote) { _ in [.success(4), .failure(I14Offline())] }
      store.gate("stop", at: \.i14Client.stop) { _ in [.success(6), .failure(I14Offline())] }
      return store
    }
  }
}
