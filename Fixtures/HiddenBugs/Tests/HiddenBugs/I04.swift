import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The departures of the night buses.
struct I04BusClient: Sendable {
  var departures: @Sendable (_ stop: String) async throws -> [String]
}

enum I04BusKey: TestDependencyKey {
  static let testValue = I04BusClient(departures: unimplemented("I04BusClient.departures", placeholder: []))
}

extension DependencyValues {
  var i04Bus: I04BusClient {
    get { self[I04BusKey.self] }
    set { self[I04BusKey.self] = newValue }
  }
}

struct I04Offline: Error {}

/// The board of a stop. It loads anew half a minute after each answer, and sooner after a failure.
struct I04Board: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var isPaused: Bool
    var isLoading = false
    var hasFailed = false
    var departures: [String] = []
  }

  enum Input: Equatable, Sendable { case opened, refreshTapped, paused, resumed }
  enum Feedback: Equatable, Sendable { case loaded([String]), failed, waitEnded }

  private enum CancelID { case load, wait }

  @Dependency(\.i04Bus) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      return state.isPaused ? .none : load(&state)

    case .input(.refreshTapped):
      guard !state.isPaused, !state.isLoading else { return .none }
      return .merge(.cancel(id: CancelID.wait), load(&state))

    case .input(.paused):
      state.isPaused = true
      return .cancel(id: CancelID.wait)

    case .input(.resumed):
      state.isPaused = false
      return state.isLoading ? .none : load(&state)

    case .feedback(.loaded(let departures)):
      state.isLoading = false
      state.departures = departures
      return state.isPaused ? .none : wait(for: .seconds(30))

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return wait(for: .seconds(10))

    case .feedback(.waitEnded):
      return state.isLoading ? .none : load(&state)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("departures", of: state.id) { [stop = state.id] send in
      await send(.loaded(try await client.departures(stop)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func wait(for duration: Duration) -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: duration)
      await send(.waitEnded)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }
}

/// The map of the stops, with the board of the chosen one. A notification may choose a stop at any time.
struct I04NightBus: Reducer {
  struct State: Equatable {
    var board: I04Board.State?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case stopChosen(String)
    case closeTapped
    case enteredBackground
    case enteredForeground
    case board(I04Board.Input)
  }

  enum Feedback: Equatable, Sendable { case board(ChildFeedback<I04Board>) }

  private let board = Scope<I04NightBus, I04Board>(ifLet: \.board, feedback: Feedback.board) { I04Board() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.board(let input)): return board.reduce(.input(input), into: &state)
    case .feedback(.board(.feedback(let feedback))): return board.reduce(.feedback(feedback), into: &state)

    case .input(.stopChosen(let stop)):
      guard state.board?.id != stop else { return .none }
      state.board = I04Board.State(id: stop, isPaused: state.isInBackground)
      return board.reduce(.input(.opened), into: &state)

    case .input(.closeTapped):
      state.board = nil
      return .none

    case .input(.enteredBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      return state.board == nil ? .none : board.reduce(.input(.paused), into: &state)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.board == nil ? .none : board.reduce(.input(.resumed), into: &state)
    }
  }
}

struct I04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I04NightBus.State) -> [I04NightBus.Input] in
        var inputs: [I04NightBus.Input] = [
          .stopChosen("Harbour"), .stopChosen("Mill"), .closeTapped, .enteredBackground, .enteredForeground,
        ]
        if state.board != nil { inputs.append(.board(.refreshTapped)) }
        return inputs
      }
    ) { () -> TestStore<I04NightBus> in
      let store = TestStore(initialState: I04NightBus.State()) { I04NightBus() }
      store.gate("departures", at: \.i04Bus.departures) { stop in
        [.success(["N1 from \(stop)"]), .failure(I04Offline())]
      }
      return store
    }
  }
}
