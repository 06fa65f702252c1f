import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The next trams at a stop. The list is refreshed every half minute.
struct V01Trams: Reducer {
  struct State: Equatable {
    var stop: String?
    var departures: [V01Departure] = []
    var isLoading = false
    var hasFailed = false
    var onlyLate = false
    var isInBackground = false

    /// The rows of the list.
    var shown: [V01Departure] { onlyLate ? departures.filter { $0.delay > 0 } : departures }
  }

  enum Input: Equatable, Sendable {
    case stopChosen(String)
    case refreshTapped
    case onlyLateTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([V01Departure])
    case failed
    case pollDue
  }

  private enum CancelID { case load, poll }

  @Dependency(\.v01Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stopChosen(let stop)):
      guard stop != state.stop else { return .none }
      state.stop = stop
      state.departures = []
      return load(stop, into: &state)

    case .input(.refreshTapped):
      guard let stop = state.stop, !state.isLoading else { return .none }
      return load(stop, into: &state)

    case .input(.onlyLateTapped):
      state.onlyLate.toggle()
      return .none

    case .input(.closeTapped):
      state.stop = nil
      state.departures = []
      state.isLoading = false
      state.hasFailed = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))

    case .input(.wentToBackground):
      // A request that is on its way may end, so that the list is fresh when the user returns.
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let stop = state.stop, !state.isLoading else { return .none }
      return load(stop, into: &state)

    case .feedback(.loaded(let departures)):
      state.isLoading = false
      state.departures = departures
      return state.isInBackground ? .none : poll(after: .seconds(30))

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return poll(after: .seconds(10))

    case .feedback(.pollDue):
      guard let stop = state.stop, !state.isLoading else { return .none }
      return load(stop, into: &state)
    }
  }

  /// Asks for the departures, instead of waiting for the next poll.
  private func load(_ stop: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("departures", of: stop) { send in
        await send(.loaded(try await client.departures(stop)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
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

struct V01Departure: Equatable, Sendable {
  var line: String
  var delay: Int
}

struct V01Client: TestDependencyKey, Sendable {
  var departures: @Sendable (_ stop: String) async throws -> [V01Departure]

  static let testValue = V01Client(departures: unimplemented("V01Client.departures"))
}

extension DependencyValues {
  var v01Client: V01Client {
    get { self[V01Client.self] }
    set { self[V01Client.self] = newValue }
  }
}

struct V01Offline: Error {}

struct V01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V01Trams.State) -> [V01Trams.Input] in
        if state.isInBackground { return [.cameToForeground] }
        return [
          .stopChosen("Harbour"), .stopChosen("Zoo"), .refreshTapped, .onlyLateTapped, .closeTapped, .wentToBackground,
        ]
      }
    ) { () -> TestStore<V01Trams> in
      let store = TestStore(initialState: V01Trams.State()) { V01Trams() }
      store.gate("departures", at: \.v01Client.departures) { stop in
        [
          .success([V01Departure(line: "4 \(stop)", delay: 0), V01Departure(line: "9", delay: 6)]),
          .failure(V01Offline()),
        ]
      }
      return store
    }
  }
}
