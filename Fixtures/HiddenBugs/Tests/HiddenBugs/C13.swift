import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A ticket of the town hall, and how many people wait before it. The place in the queue is asked for while somebody
/// looks at the screen; otherwise a push tells the desk.
struct C13Queue: Reducer {
  struct State: Equatable {
    var phase = Phase.noTicket
    var isVisible = true
    var problem: Problem?
  }

  enum Phase: Equatable {
    case noTicket
    case drawing
    case waiting(C13Ticket)
    case returning(C13Ticket)
    case called(C13Ticket, desk: Int)

    /// The ticket that a desk can call.
    var callable: C13Ticket? {
      switch self {
      case .waiting(let ticket), .called(let ticket, desk: _): ticket
      case .noTicket, .drawing, .returning: nil
      }
    }
  }

  enum Problem: Equatable { case notDrawn, notReturned, noAnswer }

  enum Input: Equatable, Sendable {
    case drawTapped
    case checkTapped
    case returnTapped
    case doneTapped
    case pushArrived(number: Int, desk: Int)
    case hidden
    case shown
  }

  enum Feedback: Equatable, Sendable {
    case drawn(C13Ticket)
    case drawFailed
    case placed(C13Place)
    case placeFailed
    case returned
    case returnFailed
  }

  private enum CancelID { case watch }

  @Dependency(\.c13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.drawTapped):
      guard state.phase == .noTicket else { return .none }
      state.phase = .drawing
      state.problem = nil
      return .run("draw") { send in
        await send(.drawn(try await client.draw()))
      } catch: { _, send in
        await send(.drawFailed)
      }

    case .input(.checkTapped):
      return watch(state, after: .zero)

    case .input(.returnTapped):
      guard case .waiting(let ticket) = state.phase else { return .none }
      state.phase = .returning(ticket)
      state.problem = nil
      return .merge(watch(state), giveBack(ticket))

    case .input(.doneTapped):
      guard case .called = state.phase else { return .none }
      state.phase = .noTicket
      return .none

    case .input(.pushArrived(number: let number, desk: let desk)):
      guard let ticket = state.phase.callable, ticket.number == number else { return .none }
      state.phase = .called(ticket, desk: desk)
      state.problem = nil
      return watch(state)

    case .input(.hidden):
      state.isVisible = false
      return watch(state)

    case .input(.shown):
      state.isVisible = true
      return watch(state, after: .zero)

    case .feedback(.drawn(let ticket)):
      state.phase = .waiting(ticket)
      return watch(state)

    case .feedback(.drawFailed):
      state.phase = .noTicket
      state.problem = .notDrawn
      return .none

    case .feedback(.placed(let place)):
      guard case .waiting(var ticket) = state.phase else { return .none }
      switch place {
      case .ahead(let count):
        ticket.ahead = count
        state.phase = .waiting(ticket)
        if state.problem == .noAnswer { state.problem = nil }
      case .desk(let desk):
        state.phase = .called(ticket, desk: desk)
        state.problem = nil
      }
      return watch(state)

    case .feedback(.placeFailed):
      state.problem = .noAnswer
      return watch(state)

    case .feedback(.returned):
      state.phase = .noTicket
      return .none

    case .feedback(.returnFailed):
      guard case .returning(let ticket) = state.phase else { return .none }
      state.phase = .waiting(ticket)
      state.problem = .notReturned
      // The ticket may have been called in the meantime.
      return watch(state, after: .zero)
    }
  }

  /// Asks for the place of the ticket after a pause, if there is somebody to see it.
  private func watch(_ state: State, after pause: Duration = .seconds(20)) -> Effect<Feedback, Never> {
    guard state.isVisible, case .waiting(let ticket) = state.phase else { return .cancel(id: CancelID.watch) }
    let number = ticket.number
    return .run("watch", of: number) { send in
      try await clock.sleep(for: pause)
      await send(.placed(try await client.place(number)))
    } catch: { _, send in
      await send(.placeFailed)
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  private func giveBack(_ ticket: C13Ticket) -> Effect<Feedback, Never> {
    .run("return", of: ticket.number) { send in
      try await client.giveBack(ticket.number)
      await send(.returned)
    } catch: { _, send in
      await send(.returnFailed)
    }
  }
}

struct C13Ticket: Equatable, Sendable {
  var number: Int
  var ahead: Int
}

enum C13Place: Equatable, Sendable {
  case ahead(Int)
  case desk(Int)
}

struct C13Client: TestDependencyKey, Sendable {
  var draw: @Sendable () async throws -> C13Ticket
  var place: @Sendable (_ number: Int) async throws -> C13Place
  var giveBack: @Sendable (_ number: Int) async throws -> Void

  static let testValue = C13Client(
    draw: unimplemented("C13Client.draw"),
    place: unimplemented("C13Client.place"),
    giveBack: unimplemented("C13Client.giveBack")
  )
}

extension DependencyValues {
  var c13Client: C13Client {
    get { self[C13Client.self] }
    set { self[C13Client.self] = newValue }
  }
}

struct C13Offline: Error {}

struct C13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C13Queue.State) -> [C13Queue.Input] in
        guard state.isVisible else { return [.shown, .pushArrived(number: 12, desk: 3)] }
        switch state.phase {
        case .noTicket: return [.drawTapped, .hidden]
        case .drawing: return [.hidden]
        case .waiting: return [.checkTapped, .returnTapped, .pushArrived(number: 12, desk: 3), .hidden]
        case .returning: return [.pushArrived(number: 12, desk: 3), .hidden]
        case .called: return [.doneTapped, .hidden]
        }
      }
    ) { () -> TestStore<C13Queue> in
      let store = TestStore(initialState: C13Queue.State()) { C13Queue() }
      store.gate("draw", at: \.c13Client.draw) { [.success(C13Ticket(number: 12, ahead: 4)), .failure(C13Offline())] }
      store.gate("place", at: \.c13Client.place) { _ in
        [.success(.ahead(2)), .success(.desk(3)), .failure(C13Offline())]
      }
      store.gate("giveBack", at: \.c13Client.giveBack) { _ in [.success(()), .failure(C13Offline())] }
      return store
    }
  }
}
