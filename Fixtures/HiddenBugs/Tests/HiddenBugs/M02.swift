import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M02Departure: Equatable, Sendable {
  var id: Int
  var time: String
}

struct M02Delay: Equatable, Sendable {
  var departure: Int
  var minutes: Int
}

struct M02Offline: Error {}

struct M02Ferries: DependencyKey, Sendable {
  var departures: @Sendable (_ route: String) async throws -> [M02Departure]
  var delays: @Sendable (_ route: String) -> AsyncThrowingStream<M02Delay, any Error>
  var setAlarm: @Sendable (_ departure: Int) async throws -> Void

  static let liveValue = M02Ferries(
    departures: { _ in [] },
    delays: { _ in AsyncThrowingStream { $0.finish() } },
    setAlarm: { _ in }
  )
  static let testValue = M02Ferries(
    departures: unimplemented("M02Ferries.departures"),
    delays: unimplemented("M02Ferries.delays", placeholder: AsyncThrowingStream { $0.finish() }),
    setAlarm: unimplemented("M02Ferries.setAlarm")
  )
}

extension DependencyValues {
  var m02Ferries: M02Ferries {
    get { self[M02Ferries.self] }
    set { self[M02Ferries.self] = newValue }
  }
}

/// The departures of one route, with live delays, and the user's alarms for departures of any route.
struct M02Timetable: Reducer {
  struct State: Equatable, Sendable {
    var board: Board?
    var alarms: [Int: Alarm] = [:]
  }

  struct Board: Equatable, Sendable {
    let route: String
    var rows: [Int: Row] = [:]
    var isLoading = true
    var hasFailed = false
    var isLive = false

    /// Takes over the planned times, and keeps the delays of the departures that are still there.
    mutating func show(_ departures: [M02Departure]) {
      var newRows: [Int: Row] = [:]
      for departure in departures {
        newRows[departure.id] = Row(time: departure.time, delay: rows[departure.id]?.delay ?? 0)
      }
      rows = newRows
      isLoading = false
    }
  }

  struct Row: Equatable, Sendable {
    var time: String
    var delay: Int
  }

  enum Alarm: Equatable, Sendable { case setting, on, failed }

  enum Input: Equatable, Sendable {
    case routeChosen(String)
    case refreshPulled
    case alarmTapped(Int)
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([M02Departure])
    case loadFailed
    case delayed(M02Delay)
    case disconnected
    case alarmSet(Int)
    case alarmFailed(Int)
  }

  private enum CancelID: Hashable { case load, live, alarm(Int) }

  @Dependency(\.m02Ferries) private var ferries

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.routeChosen(let route)):
      guard state.board?.route != route else { return .none }
      state.board = Board(route: route)
      return .merge(.cancel(id: CancelID.live), load(route))

    case .input(.refreshPulled):
      guard let board = state.board, !board.isLoading else { return .none }
      state.board?.isLoading = true
      state.board?.hasFailed = false
      return load(board.route)

    case .input(.alarmTapped(let id)):
      guard state.board?.rows[id] != nil else { return .none }
      switch state.alarms[id] {
      case .setting?, .on?: return .none
      case .failed?, nil: break
      }
      state.alarms[id] = .setting
      return .run("alarm", of: id) { send in
        try await ferries.setAlarm(id)
        await send(.alarmSet(id))
      } catch: { _, send in
        await send(.alarmFailed(id))
      }
      .cancellable(id: CancelID.alarm(id), cancelInFlight: true)

    case .input(.closeTapped):
      state.board = nil
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.live))

    case .feedback(.loaded(let departures)):
      guard var board = state.board else { return .none }
      board.show(departures)
      let startsLive = !board.isLive
      board.isLive = true
      state.board = board
      return startsLive ? follow(board.route) : .none

    case .feedback(.loadFailed):
      state.board?.isLoading = false
      state.board?.hasFailed = true
      return .none

    case .feedback(.delayed(let delay)):
      state.board?.rows[delay.departure]?.delay = delay.minutes
      return .none

    case .feedback(.disconnected):
      state.board?.isLive = false
      return .none

    case .feedback(.alarmSet(let id)):
      state.alarms[id] = .on
      return .none

    case .feedback(.alarmFailed(let id)):
      state.alarms[id] = .failed
      return .none
    }
  }

  private func load(_ route: String) -> Effect<Feedback, Never> {
    .run("departures", of: route) { send in
      await send(.loaded(try await ferries.departures(route)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func follow(_ route: String) -> Effect<Feedback, Never> {
    .run("delays", of: route) { send in
      for try await delay in ferries.delays(route) { await send(.delayed(delay)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.live, cancelInFlight: true)
  }
}

struct M02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.routeChosen("North"), .routeChosen("South"), .refreshPulled, .alarmTapped(1), .closeTapped]
    ) { () -> TestStore<M02Timetable> in
      let store = TestStore(initialState: M02Timetable.State()) { M02Timetable() }
      store.gate("departures", at: \.m02Ferries.departures) { route in
        [
          .success([M02Departure(id: route == "North" ? 1 : 2, time: "9:00")]),
          .failure(M02Offline()),
        ]
      }
      store.gate("delays", at: \.m02Ferries.delays) { route in
        [
          .element(M02Delay(departure: route == "North" ? 1 : 2, minutes: 10)),
          .failure(M02Offline()),
        ]
      }
      store.gate("setAlarm", at: \.m02Ferries.setAlarm) { _ in [.success(()), .failure(M02Offline())] }
      return store
    }
  }
}
