import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A contract that several lawyers edit: who is there, and which paragraphs they lock.
struct T22Room: Reducer {
  enum Connection: Equatable { case none, asking, live, waiting, refused }

  struct State: Equatable {
    var contract: String?
    var connection = Connection.none
    var locked: Set<String> = []
    var isInBackground = false
    var isUnlocking = false
    var unlockFailed = false
  }

  enum Input: Equatable, Sendable {
    case contractOpened(String)
    case contractClosed
    case connectAgainTapped
    case unlockAllTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case ticket(String)
    case noTicket
    case change(T22Change)
    case disconnected
    case pauseEnded
    case unlocked
    case unlockFailed
  }

  private enum CancelID { case ticket, changes, pause, unlock }

  @Dependency(\.t22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.contractOpened(let contract)):
      guard state.contract == nil else { return .none }
      state.contract = contract
      return connect(&state)

    case .input(.contractClosed):
      state = State()
      return .merge(
        .cancel(id: CancelID.ticket),
        .cancel(id: CancelID.changes),
        .cancel(id: CancelID.pause),
        .cancel(id: CancelID.unlock)
      )

    case .input(.connectAgainTapped):
      guard state.connection == .refused || state.connection == .waiting else { return .none }
      return connect(&state)

    case .input(.unlockAllTapped):
      guard let contract = state.contract, !state.locked.isEmpty, !state.isUnlocking else { return .none }
      state.isUnlocking = true
      state.unlockFailed = false
      return .run("unlock", of: contract) { send in
        try await client.unlock(contract)
        await send(.unlocked)
      } catch: { _, send in
        await send(.unlockFailed)
      }
      .cancellable(id: CancelID.unlock)

    case .input(.wentToBackground):
      state.isInBackground = true
      guard state.connection == .live || state.connection == .waiting else { return .none }
      state.connection = .none
      state.locked = []
      state.unlockFailed = false
      return .merge(.cancel(id: CancelID.changes), .cancel(id: CancelID.pause))

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.contract != nil, state.connection == .none else { return .none }
      return connect(&state)

    case .feedback(.ticket(let ticket)):
      state.connection = .live
      return .run("changes", of: ticket) { send in
        for await change in client.changes(ticket) { await send(.change(change)) }
        await send(.disconnected)
      }
      .cancellable(id: CancelID.changes, cancelInFlight: true)

    case .feedback(.noTicket):
      state.connection = .refused
      return .none

    case .feedback(.change(.locked(let paragraph))):
      state.locked.insert(paragraph)
      return .none

    case .feedback(.change(.unlocked(let paragraph))):
      state.locked.remove(paragraph)
      if state.locked.isEmpty { state.unlockFailed = false }
      return .none

    case .feedback(.disconnected):
      state.locked = []
      state.unlockFailed = false
      guard !state.isInBackground else {
        state.connection = .none
        return .none
      }
      state.connection = .waiting
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.pauseEnded):
      return connect(&state)

    case .feedback(.unlocked):
      // The changes say which paragraphs are free now.
      state.isUnlocking = false
      return .none

    case .feedback(.unlockFailed):
      state.isUnlocking = false
      state.unlockFailed = !state.locked.isEmpty
      return .none
    }
  }

  /// Asks for a ticket, which opens the stream of changes.
  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    guard let contract = state.contract else { return .none }
    state.connection = .asking
    return .merge(
      .cancel(id: CancelID.pause),
      .run("ticket", of: contract) { send in
        await send(.ticket(try await client.ticket(contract)))
      } catch: { _, send in
        await send(.noTicket)
      }
      .cancellable(id: CancelID.ticket, cancelInFlight: true)
    )
  }
}

enum T22Change: Equatable, Sendable {
  case locked(String)
  case unlocked(String)
}

struct T22Client: TestDependencyKey, Sendable {
  var ticket: @Sendable (_ contract: String) async throws -> String
  var changes: @Sendable (_ ticket: String) -> AsyncStream<T22Change>
  var unlock: @Sendable (_ contract: String) async throws -> Void

  static let testValue = T22Client(
    ticket: unimplemented("T22Client.ticket"),
    changes: unimplemented("T22Client.changes", placeholder: AsyncStream { $0.finish() }),
    unlock: unimplemented("T22Client.unlock")
  )
}

extension DependencyValues {
  var t22Client: T22Client {
    get { self[T22Client.self] }
    set { self[T22Client.self] = newValue }
  }
}

struct T22Offline: Error {}

struct T22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T22Room.State) -> [T22Room.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.contract != nil else { return [.contractOpened("Lease"), .wentToBackground] }
        var inputs: [T22Room.Input] = [.contractClosed, .wentToBackground]
        if state.connection == .refused || state.connection == .waiting { inputs.append(.connectAgainTapped) }
        if !state.locked.isEmpty, !state.isUnlocking { inputs.append(.unlockAllTapped) }
        return inputs
      }
    ) { () -> TestStore<T22Room> in
      let store = TestStore(initialState: T22Room.State()) { T22Room() }
      store.gate("ticket", at: \.t22Client.ticket) { contract in [.success("\(contract) 1"), .failure(T22Offline())] }
      store.gate("changes", at: \.t22Client.changes) { _ in
        [.element(.locked("§ 2")), .element(.unlocked("§ 2")), .finish]
      }
      store.gate("unlock", at: \.t22Client.unlock) { _ in [.success(()), .failure(T22Offline())] }
      return store
    }
  }
}
