import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The display of the kitchen: the open tickets, which are asked for every quarter of a minute while somebody looks.
struct E43KitchenDisplay: Reducer {
  /// What the screen asks the server for.
  enum Request: Hashable, Sendable {
    case tickets
    case bump(Int)
  }

  struct State: Equatable {
    var isOpen = false
    var isInBackground = false
    var tickets: IdentifiedArrayOf<E43Ticket> = []
    var station: E43Station?
    var isLoading = false
    var hasFailed = false
    var bumping: Int?
    var bumpFailed = false

    /// The tickets of the chosen station.
    var shown: [E43Ticket] { tickets.elements.filter { station == nil || $0.station == station } }

    /// Whether the screen waits for the next poll.
    var waitsForPoll: Bool { isOpen && !isInBackground && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case closeTapped
    case refreshTapped
    case stationChosen(E43Station?)
    case bumpTapped(Int)
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([E43Ticket])
    case loadFailed
    case pollDue
    case bumped(Int)
    case bumpFailed
  }

  private enum CancelID { case tickets, poll }

  @Dependency(\.e43Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let didWait = state.waitsForPoll
    let effect = handle(message, in: &state)
    switch (didWait, state.waitsForPoll) {
    case (false, true): return .merge(effect, poll())
    case (true, false): return .merge(.cancel(id: CancelID.poll), effect)
    default: return effect
    }
  }

  private func handle(_ message: Message<Input, Feedback>, in state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.openTapped):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return load(&state)

    case .input(.closeTapped):
      guard state.isOpen else { return .none }
      state.isOpen = false
      state.tickets = []
      state.isLoading = false
      state.hasFailed = false
      state.bumpFailed = false
      return .cancel(id: CancelID.tickets)

    case .input(.refreshTapped), .feedback(.pollDue):
      guard state.isOpen, !state.isLoading else { return .none }
      return load(&state)

    case .input(.stationChosen(let station)):
      state.station = station
      return .none

    case .input(.bumpTapped(let id)):
      guard state.isOpen, state.bumping == nil, state.tickets[id: id] != nil else { return .none }
      state.bumping = id
      state.bumpFailed = false
      return perform(.bump(id))

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.isOpen, !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.loaded(let tickets)):
      state.isLoading = false
      state.tickets = IdentifiedArray(tickets)
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.bumped(let id)):
      state.bumping = nil
      state.tickets.remove(id: id)
      // A list that is on its way may have the ticket still, so it is asked for anew.
      return state.isLoading ? load(&state) : .none

    case .feedback(.bumpFailed):
      state.bumping = nil
      state.bumpFailed = state.isOpen
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return perform(.tickets)
  }

  private func perform(_ request: Request) -> Effect<Feedback, Never> {
    switch request {
    case .tickets:
      return .run("tickets", of: request) { send in
        await send(.loaded(try await client.tickets()))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.tickets, cancelInFlight: true)

    case .bump(let id):
      return .run("bump", of: request) { send in
        try await client.bump(id)
        await send(.bumped(id))
      } catch: { _, send in
        await send(.bumpFailed)
      }
    }
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

enum E43Station: Hashable, Sendable { case grill, cold }

struct E43Ticket: Equatable, Identifiable, Sendable {
  var id: Int
  var dish: String
  var station: E43Station
}

struct E43Client: TestDependencyKey, Sendable {
  var tickets: @Sendable () async throws -> [E43Ticket]
  var bump: @Sendable (_ ticket: Int) async throws -> Void

  static let testValue = E43Client(
    tickets: unimplemented("E43Client.tickets"),
    bump: unimplemented("E43Client.bump")
  )
}

extension DependencyValues {
  var e43Client: E43Client {
    get { self[E43Client.self] }
    set { self[E43Client.self] = newValue }
  }
}

struct E43Offline: Error {}

struct E43Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E43KitchenDisplay.State) -> [E43KitchenDisplay.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.isOpen else { return [.openTapped, .wentToBackground] }
        var inputs: [E43KitchenDisplay.Input] = [
          .closeTapped, .refreshTapped, .wentToBackground, .stationChosen(state.station == nil ? .grill : nil),
        ]
        inputs += state.shown.map { E43KitchenDisplay.Input.bumpTapped($0.id) }
        return inputs
      }
    ) { () -> TestStore<E43KitchenDisplay> in
      let store = TestStore(initialState: E43KitchenDisplay.State()) { E43KitchenDisplay() }
      store.gate("tickets", at: \.e43Client.tickets) {
        [
          .success([
            E43Ticket(id: 1, dish: "Entrecote", station: .grill), E43Ticket(id: 2, dish: "Ceviche", station: .cold),
          ]),
          .failure(E43Offline()),
        ]
      }
      store.gate("bump", at: \.e43Client.bump) { _ in [.success(()), .failure(E43Offline())] }
      return store
    }
  }
}
