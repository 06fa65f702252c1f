import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A ferry on its way, on a map and in a timetable. Its position is followed only while the map is seen.
struct N34Ferries: Reducer {
  enum Tab: Equatable, Sendable { case map, timetable }

  struct State: Equatable {
    var ferry: String?
    var tab = Tab.map
    var isInBackground = false
    /// The mile at which the ferry is.
    var position: Int?
    var hasArrived = false
    var isSignalLost = false
    var departures: [String] = []
    var isLoading = false
    var hasFailed = false

    /// The ferry whose position is wanted; nil if nobody looks, or if it moves no more.
    var followed: String? { tab == .map && !isInBackground && !hasArrived ? ferry : nil }
  }

  enum Input: Equatable, Sendable {
    case ferryChosen(String)
    case closeTapped
    case tabChosen(Tab)
    case reloadTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case moved(to: Int)
    case arrived
    case signalLost
    case loaded([String])
    case notLoaded
  }

  private enum CancelID { case positions, timetable }

  @Dependency(\.n34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let before = state.followed
    let effect = change(&state, by: message)
    guard state.followed != before else { return effect }
    state.isSignalLost = false
    guard let ferry = state.followed else { return .merge(effect, .cancel(id: CancelID.positions)) }
    return .merge(effect, follow(ferry))
  }

  private func change(_ state: inout State, by message: Message<Input, Feedback>) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ferryChosen(let ferry)):
      guard ferry != state.ferry else { return .none }
      state.ferry = ferry
      state.position = nil
      state.hasArrived = false
      state.departures = []
      return load(ferry, into: &state)

    case .input(.closeTapped):
      state = State(tab: state.tab)
      return .cancel(id: CancelID.timetable)

    case .input(.tabChosen(let tab)):
      state.tab = tab
      return .none

    case .input(.reloadTapped):
      guard let ferry = state.ferry, !state.isLoading else { return .none }
      return load(ferry, into: &state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.moved(to: let position)):
      state.position = position
      state.isSignalLost = false
      return .none

    case .feedback(.arrived):
      state.hasArrived = true
      return .none

    case .feedback(.signalLost):
      state.isSignalLost = true
      return .none

    case .feedback(.loaded(let departures)):
      state.isLoading = false
      state.departures = departures
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  /// Follows a ferry until it arrives. A lost signal is looked for every ten seconds.
  private func follow(_ ferry: String) -> Effect<Feedback, Never> {
    .run("positions", of: ferry) { send in
      while true {
        do {
          for try await position in client.positions(ferry) { await send(.moved(to: position)) }
          return await send(.arrived)
        } catch {
          await send(.signalLost)
        }
        try await clock.sleep(for: .seconds(10))
      }
    }
    .cancellable(id: CancelID.positions, cancelInFlight: true)
  }

  private func load(_ ferry: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("timetable", of: ferry) { send in
      await send(.loaded(try await client.timetable(ferry)))
    } catch: { _, send in
      await send(.notLoaded)
    }
    .cancellable(id: CancelID.timetable, cancelInFlight: true)
  }
}

struct N34Client: TestDependencyKey, Sendable {
  var timetable: @Sendable (_ ferry: String) async throws -> [String]
  /// The positions of a ferry, the present one first. It ends in the harbour.
  var positions: @Sendable (_ ferry: String) -> AsyncThrowingStream<Int, any Error>

  static let testValue = N34Client(
    timetable: unimplemented("N34Client.timetable"),
    positions: unimplemented("N34Client.positions", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var n34Client: N34Client {
    get { self[N34Client.self] }
    set { self[N34Client.self] = newValue }
  }
}

struct N34Offline: Error {}

struct N34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N34Ferries.State) -> [N34Ferries.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [N34Ferries.Input] = [
          .ferryChosen("Gull"), .ferryChosen("Heron"), .tabChosen(state.tab == .map ? .timetable : .map),
          .wentToBackground,
        ]
        if state.ferry != nil { inputs.append(.closeTapped) }
        if state.ferry != nil, state.tab == .timetable, !state.isLoading { inputs.append(.reloadTapped) }
        return inputs
      }
    ) { () -> TestStore<N34Ferries> in
      let store = TestStore(initialState: N34Ferries.State()) { N34Ferries() }
      store.gate("timetable", at: \.n34Client.timetable) { ferry in
        [.success(["8:00 \(ferry)", "9:30 \(ferry)"]), .failure(N34Offline())]
      }
      store.gate("positions", at: \.n34Client.positions) { _ in
        [.element(12), .finish, .failure(N34Offline())]
      }
      return store
    }
  }
}
