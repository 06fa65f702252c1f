import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A ticket for the queue of a citizen centre. While the user waits, the place in the queue is asked for regularly.
struct G16Queue: Reducer {
  struct State: Equatable {
    var phase = Phase.choosing
    var problem: Problem?
    var isInBackground = false
  }

  enum Phase: Equatable {
    case choosing
    case drawing(G16Service)
    case waiting(Waiting)
    case called(ticket: Int, desk: Int)
  }

  struct Waiting: Equatable {
    let ticket: Int
    var ahead: Int?
    var isChecking = false
    var isStale = false
    var isReturning = false
  }

  enum Problem: Equatable { case noTicket, notReturned }

  enum Input: Equatable, Sendable {
    case serviceChosen(G16Service)
    case checkTapped
    case giveBackTapped
    case doneTapped
    case problemDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case drawn(Int)
    case drawFailed
    case positioned(G16Position)
    case positionFailed
    case pollDue
    case returned
    case returnFailed
  }

  private enum CancelID { case check, poll }

  @Dependency(\.g16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.serviceChosen(let service)):
      guard state.phase == .choosing else { return .none }
      state.phase = .drawing(service)
      state.problem = nil
      return .run("draw", of: service) { send in
        await send(.drawn(try await client.draw(service)))
      } catch: { _, send in
        await send(.drawFailed)
      }

    case .feedback(.drawn(let ticket)):
      state.phase = .waiting(Waiting(ticket: ticket))
      return check(&state)

    case .feedback(.drawFailed):
      state.phase = .choosing
      state.problem = .noTicket
      return .none

    case .input(.checkTapped), .feedback(.pollDue):
      return check(&state)

    case .feedback(.positioned(let position)):
      guard case .waiting(var waiting) = state.phase else { return .none }
      switch position {
      case .desk(let desk):
        state.phase = .called(ticket: waiting.ticket, desk: desk)
        state.problem = nil
        return .none
      case .ahead(let count):
        waiting.ahead = count
        waiting.isChecking = false
        waiting.isStale = false
        state.phase = .waiting(waiting)
        return poll()
      }

    case .feedback(.positionFailed):
      guard case .waiting(var waiting) = state.phase else { return .none }
      waiting.isChecking = false
      waiting.isStale = true
      state.phase = .waiting(waiting)
      return poll()

    case .input(.giveBackTapped):
      guard case .waiting(var waiting) = state.phase, !waiting.isReturning else { return .none }
      waiting.isReturning = true
      waiting.isChecking = false
      state.phase = .waiting(waiting)
      state.problem = nil
      return .merge(.cancel(id: CancelID.check), .cancel(id: CancelID.poll), giveBack(waiting.ticket))

    case .feedback(.returned):
      state.phase = .choosing
      return .none

    case .feedback(.returnFailed):
      guard case .waiting(var waiting) = state.phase else { return .none }
      waiting.isReturning = false
      state.phase = .waiting(waiting)
      state.problem = .notReturned
      return check(&state)

    case .input(.doneTapped):
      guard case .called = state.phase else { return .none }
      state.phase = .choosing
      return .none

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      if case .waiting(var waiting) = state.phase {
        waiting.isChecking = false
        state.phase = .waiting(waiting)
      }
      return .merge(.cancel(id: CancelID.check), .cancel(id: CancelID.poll))

    case .input(.cameToForeground):
      state.isInBackground = false
      return check(&state)
    }
  }

  /// Asks for the place in the queue, if the user can see it.
  private func check(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isInBackground, case .waiting(var waiting) = state.phase else { return .none }
    guard !waiting.isChecking, !waiting.isReturning else { return .none }
    waiting.isChecking = true
    state.phase = .waiting(waiting)
    let ticket = waiting.ticket
    return .merge(
      .cancel(id: CancelID.poll),
      .run("position", of: ticket) { send in
        await send(.positioned(try await client.position(ticket)))
      } catch: { _, send in
        await send(.positionFailed)
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func giveBack(_ ticket: Int) -> Effect<Feedback, Never> {
    .run("giveBack", of: ticket) { send in
      try await client.giveBack(ticket)
      await send(.returned)
    } catch: { _, send in
      await send(.returnFailed)
    }
  }
}

enum G16Service: Hashable, Sendable { case passport, residence }

enum G16Position: Equatable, Sendable {
  case ahead(Int)
  case desk(Int)
}

struct G16Client: TestDependencyKey, Sendable {
  var draw: @Sendable (_ service: G16Service) async throws -> Int
  var position: @Sendable (_ ticket: Int) async throws -> G16Position
  var giveBack: @Sendable (_ ticket: Int) async throws -> Void

  static let testValue = G16Client(
    draw: unimplemented("G16Client.draw"),
    position: unimplemented("G16Client.position"),
    giveBack: unimplemented("G16Client.giveBack")
  )
}

extension DependencyValues {
  var g16Client: G16Client {
    get { self[G16Client.self] }
    set { self[G16Client.self] = newValue }
  }
}

struct G16Offline: Error {}

struct G16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G16Queue.State) -> [G16Queue.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if state.problem != nil { return [.problemDismissed, .wentToBackground] }
        switch state.phase {
        case .choosing: return [.serviceChosen(.passport), .serviceChosen(.residence), .wentToBackground]
        case .drawing: return [.wentToBackground]
        case .waiting: return [.checkTapped, .giveBackTapped, .wentToBackground]
        case .called: return [.doneTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<G16Queue> in
      let store = TestStore(initialState: G16Queue.State()) { G16Queue() }
      store.gate("draw", at: \.g16Client.draw) { service in
        [.success(service == .passport ? 104 : 230), .failure(G16Offline())]
      }
      store.gate("position", at: \.g16Client.position) { _ in
        [.success(.ahead(3)), .success(.desk(12)), .failure(G16Offline())]
      }
      store.gate("giveBack", at: \.g16Client.giveBack) { _ in [.success(()), .failure(G16Offline())] }
      return store
    }
  }
}
