import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The tickets that a shop sends to the printer in its kitchen. The printer says over a stream what it has printed.
struct D34Tickets: Reducer {
  enum Connection: Equatable { case off, listening, lost }

  struct State: Equatable {
    var tickets: IdentifiedArrayOf<D34Ticket.State> = []
    var lastNumber = 0
    var connection = Connection.off
    var isOutOfPaper = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case printTapped
    case ticket(Int, D34Ticket.Input)
  }

  enum Feedback: Equatable, Sendable {
    case event(D34Event)
    case connectionLost
    case reconnectDue
    case ticket(Int, ChildFeedback<D34Ticket>)
  }

  private enum CancelID { case connection }

  @Dependency(\.d34Client) private var client
  @Dependency(\.continuousClock) private var clock

  private let ticket = ScopeEach<D34Tickets, D34Ticket>(\.tickets, feedback: Feedback.ticket) { D34Ticket() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ticket(let id, let input)): return ticket.reduce(.input(input), id: id, into: &state)
    case .feedback(.ticket(let id, .feedback(let feedback))):
      return ticket.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      guard state.connection == .off else { return .none }
      return listen(&state)

    case .input(.printTapped):
      state.lastNumber += 1
      state.tickets.append(D34Ticket.State(id: state.lastNumber))
      return ticket.start(id: state.lastNumber, from: state)

    case .feedback(.ticket(let id, .output(.removed))):
      state.tickets.remove(id: id)
      return .none

    case .feedback(.event(.printed(let id))):
      guard state.tickets[id: id] != nil else { return .none }
      return ticket.reduce(.input(.cameOut), id: id, into: &state)

    case .feedback(.event(.paper(let isThere))):
      state.isOutOfPaper = !isThere
      return .none

    case .feedback(.connectionLost):
      state.connection = .lost
      state.isOutOfPaper = false
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return listen(&state)
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .listening
    return .run("events") { send in
      for try await event in client.events() { await send(.event(event)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

/// A ticket on its way to the printer. It is sent twice before it counts as failed.
struct D34Ticket: Reducer {
  enum Phase: Equatable {
    case sending(attempt: Int)
    case waiting
    case inPrinter
    case printed
    case failed
  }

  struct State: Equatable, Identifiable {
    let id: Int
    var phase = Phase.sending(attempt: 1)
  }

  enum Input: Equatable, Sendable { case cameOut, retryTapped, removeTapped }
  enum Feedback: Equatable, Sendable { case accepted, refused, waitEnded }
  enum Output: Equatable, Sendable { case removed }

  private enum CancelID { case work }

  @Dependency(\.d34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> { submit(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.cameOut):
      // Whatever the printer answers to the request: the ticket is there.
      state.phase = .printed
      return .cancel(id: CancelID.work)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      state.phase = .sending(attempt: 1)
      return submit(state.id)

    case .input(.removeTapped):
      return state.phase == .printed || state.phase == .failed ? .output(.removed) : .none

    case .feedback(.accepted):
      state.phase = .inPrinter
      return .none

    case .feedback(.refused):
      guard state.phase == .sending(attempt: 1) else {
        state.phase = .failed
        return .none
      }
      state.phase = .waiting
      return .run("wait") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.waitEnded)
      }
      .cancellable(id: CancelID.work)

    case .feedback(.waitEnded):
      state.phase = .sending(attempt: 2)
      return submit(state.id)
    }
  }

  private func submit(_ id: Int) -> Effect<Feedback, Output> {
    .run("print", of: id) { send in
      try await client.print(id)
      await send(.accepted)
    } catch: { _, send in
      await send(.refused)
    }
    .cancellable(id: CancelID.work)
  }
}

enum D34Event: Equatable, Sendable {
  case printed(Int)
  case paper(isThere: Bool)
}

struct D34Client: TestDependencyKey, Sendable {
  /// Begins with the state of the paper, and with what was printed in the last hour.
  var events: @Sendable () -> AsyncThrowingStream<D34Event, any Error>

  /// Prints a ticket once, however often it is called for it.
  var print: @Sendable (_ ticket: Int) async throws -> Void

  static let testValue = D34Client(
    events: unimplemented("D34Client.events", placeholder: AsyncThrowingStream { $0.finish() }),
    print: unimplemented("D34Client.print")
  )
}

extension DependencyValues {
  var d34Client: D34Client {
    get { self[D34Client.self] }
    set { self[D34Client.self] = newValue }
  }
}

struct D34Offline: Error {}

struct D34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D34Tickets.State) -> [D34Tickets.Input] in
        var inputs: [D34Tickets.Input] = state.connection == .off ? [.appeared] : []
        if state.lastNumber < 2 { inputs.append(.printTapped) }
        for ticket in state.tickets where ticket.phase == .printed || ticket.phase == .failed {
          inputs.append(.ticket(ticket.id, .removeTapped))
          if ticket.phase == .failed { inputs.append(.ticket(ticket.id, .retryTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<D34Tickets> in
      let store = TestStore(initialState: D34Tickets.State()) { D34Tickets() }
      store.gate("events", at: \.d34Client.events) {
        [
          .element(.printed(1)), .element(.printed(2)), .element(.paper(isThere: false)),
          .element(.paper(isThere: true)),
          .failure(D34Offline()),
        ]
      }
      store.gate("print", at: \.d34Client.print) { _ in [.success(()), .failure(D34Offline())] }
      return store
    }
  }
}
