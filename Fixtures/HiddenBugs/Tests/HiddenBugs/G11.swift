import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The transport company's server.
struct G11Network: Sendable {
  var departures: @Sendable (_ stop: String) async throws -> [String]
}

enum G11NetworkKey: TestDependencyKey {
  static let testValue = G11Network(departures: unimplemented("G11Network.departures"))
}

extension DependencyValues {
  var g11Network: G11Network {
    get { self[G11NetworkKey.self] }
    set { self[G11NetworkKey.self] = newValue }
  }
}

struct G11Offline: Error {}

/// The next trams at a stop, kept up to date while the app is on the screen.
struct G11Trams: Reducer {
  struct Board: Equatable {
    let stop: String
    var departures: [String]
    /// Whether the latest refresh has failed.
    var isOutdated = false
  }

  struct State: Equatable {
    enum Mode: Equatable {
      case noStop
      case loading(stop: String)
      case failed(stop: String)
      case showing(Board)
      case refreshing(Board)
    }

    var isInBackground = false
    var mode = Mode.noStop
  }

  enum Input: Equatable {
    case stopTapped(String)
    case refreshPulled
    case retryTapped
    case closeTapped
    case enteredBackground
    case becameActive
  }

  enum Feedback: Equatable {
    case loaded([String])
    case loadFailed
    case pauseEnded
  }

  private enum CancelID { case load, pause }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.g11Network) private var network

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.stopTapped(let stop)), let mode):
      guard mode.stop != stop else { return .none }
      state.mode = .loading(stop: stop)
      return load(stop)

    case (.input(.retryTapped), .failed(let stop)):
      state.mode = .loading(stop: stop)
      return load(stop)

    case (.input(.refreshPulled), .showing(let board)):
      state.mode = .refreshing(board)
      return load(board.stop)

    case (.input(.closeTapped), _):
      state.mode = .noStop
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.pause))

    case (.input(.enteredBackground), _):
      // A load that runs may end, and its answer is shown when the app is back.
      state.isInBackground = true
      return .cancel(id: CancelID.pause)

    case (.input(.becameActive), .showing(let board)):
      state.isInBackground = false
      state.mode = .refreshing(board)
      return load(board.stop)

    case (.input(.becameActive), _):
      state.isInBackground = false
      return .none

    case (.feedback(.loaded(let departures)), .loading(let stop)):
      return show(Board(stop: stop, departures: departures), &state)

    case (.feedback(.loaded(let departures)), .refreshing(let board)):
      return show(Board(stop: board.stop, departures: departures), &state)

    case (.feedback(.loadFailed), .loading(let stop)):
      state.mode = .failed(stop: stop)
      return .none

    case (.feedback(.loadFailed), .refreshing(var board)):
      board.isOutdated = true
      state.mode = .showing(board)
      return pause(for: .seconds(10))

    case (.feedback(.pauseEnded), .showing(let board)):
      state.mode = .refreshing(board)
      return load(board.stop)

    default:
      return .none
    }
  }

  /// Shows a new board until it is time for the next one.
  private func show(_ board: Board, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .showing(board)
    return state.isInBackground ? .none : pause(for: .seconds(30))
  }

  /// Loads the departures at a stop, in place of a load or a pause that runs.
  private func load(_ stop: String) -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.pause),
      .run("load", of: stop) { send in
        await send(.loaded(try await network.departures(stop)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func pause(for duration: Duration) -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: duration)
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }
}

extension G11Trams.State.Mode {
  /// The stop whose trams are shown, or are to be shown.
  var stop: String? {
    switch self {
    case .noStop: nil
    case .loading(let stop), .failed(let stop): stop
    case .showing(let board), .refreshing(let board): board.stop
    }
  }
}

struct G11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G11Trams.State) -> [G11Trams.Input] in
        state.isInBackground
          ? [.becameActive]
          : [
            .stopTapped("Market"), .stopTapped("Harbour"), .refreshPulled, .retryTapped, .closeTapped,
            .enteredBackground,
          ]
      }
    ) { () -> TestStore<G11Trams> in
      let store = TestStore(initialState: G11Trams.State()) { G11Trams() }
      store.gate("departures", at: \.g11Network.departures) { stop in
        [.success(stop == "Market" ? ["9:04", "9:12"] : ["9:07"]), .failure(G11Offline())]
      }
      return store
    }
  }
}
