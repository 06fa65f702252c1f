import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C05Counters: TestDependencyKey, Sendable {
  var today: @Sendable (_ station: String) async throws -> Int
  var week: @Sendable (_ station: String) async throws -> [Int]

  static let testValue = C05Counters(
    today: unimplemented("C05Counters.today"),
    week: unimplemented("C05Counters.week")
  )
}

extension DependencyValues {
  var c05Counters: C05Counters {
    get { self[C05Counters.self] }
    set { self[C05Counters.self] = newValue }
  }
}

/// The bike counters of a city: how many bikes have passed a station today, and on each day of the week.
struct C05Bikes: Reducer {
  struct State: Equatable {
    var station: String?
    var count: Int?
    var isLoadingCount = false
    var hasCountFailed = false
    var week: [Int] = []
    var isLoadingWeek = false
    var hasWeekFailed = false
  }

  enum Input: Equatable {
    case stationTapped(String)
    case reloadTapped
    case weekTapped
    case closeTapped
  }

  enum Feedback: Equatable {
    case counted(Int)
    case countFailed
    case weekLoaded([Int])
    case weekFailed
    case halfMinutePassed
  }

  @Dependency(\.c05Counters) private var counters
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stationTapped(let station)):
      guard station != state.station else { return .none }
      state = State(station: station)
      return .merge(
        count(station, &state),
        .run("poll") { send in
          for await _ in clock.timer(interval: .seconds(30)) { await send(.halfMinutePassed) }
        }
        .cancellable(id: "poll", cancelInFlight: true)
      )

    case .input(.reloadTapped), .feedback(.halfMinutePassed):
      guard let station = state.station, !state.isLoadingCount else { return .none }
      return count(station, &state)

    case .input(.weekTapped):
      guard let station = state.station, !state.isLoadingWeek else { return .none }
      state.isLoadingWeek = true
      state.hasWeekFailed = false
      return .run("week", of: station) { send in
        await send(.weekLoaded(try await counters.week(station)))
      } catch: { _, send in
        await send(.weekFailed)
      }
      .cancellable(id: "week")

    case .input(.closeTapped):
      state = State()
      return .merge(.cancel(id: "count"), .cancel(id: "week"), .cancel(id: "poll"))

    case .feedback(.counted(let count)):
      state.isLoadingCount = false
      state.count = count
      return .none

    case .feedback(.countFailed):
      state.isLoadingCount = false
      state.hasCountFailed = true
      return .none

    case .feedback(.weekLoaded(let days)):
      guard state.isLoadingWeek else { return .none }
      state.isLoadingWeek = false
      state.week = days
      return .none

    case .feedback(.weekFailed):
      guard state.isLoadingWeek else { return .none }
      state.isLoadingWeek = false
      state.hasWeekFailed = true
      return .none
    }
  }

  private func count(_ station: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingCount = true
    state.hasCountFailed = false
    return .run("count", of: station) { send in
      await send(.counted(try await counters.today(station)))
    } catch: { _, send in
      await send(.countFailed)
    }
    .cancellable(id: "count", cancelInFlight: true)
  }
}

struct C05Offline: Error {}

struct C05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.stationTapped("North"), .stationTapped("River"), .reloadTapped, .weekTapped, .closeTapped]
    ) {
      let store = TestStore(initialState: C05Bikes.State()) { C05Bikes() }
      store.gate("today", at: \.c05Counters.today) { station in
        [.success(station == "North" ? 120 : 340), .failure(C05Offline())]
      }
      store.gate("week", at: \.c05Counters.week) { station in
        [.success(station == "North" ? [100, 110] : [300, 310]), .failure(C05Offline())]
      }
      return store
    }
  }
}
