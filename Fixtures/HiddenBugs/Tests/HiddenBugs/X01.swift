import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The workouts of a sport, in pages, and the minutes of this week.
struct X01Workouts: Reducer {
  struct State: Equatable {
    var sport = X01Sport.run
    var rows: IdentifiedArray<X01Workout> = []
    var nextPage: Int?
    var minutes: Int?
    var running: X01Request?
    var failed: X01Request?
    var hasLoaded = false
    var onlyLong = false

    var shown: [X01Workout] { rows.filter { !onlyLong || $0.minutes >= 60 }.elements }
    var isRefreshing: Bool { running == .refresh }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case sportChosen(X01Sport)
    case refreshPulled
    case endReached
    case retryTapped
    case onlyLongTapped
  }

  enum Feedback: Equatable, Sendable {
    case arrived(X01Page, for: X01Request)
    case failed(X01Request)
    case counted(Int)
  }

  private enum CancelID { case page, minutes }

  @Dependency(\.x01Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasLoaded, state.running == nil else { return .none }
      return load(.refresh, into: &state)

    case .input(.sportChosen(let sport)):
      guard sport != state.sport else { return .none }
      state = State(sport: sport, onlyLong: state.onlyLong)
      return load(.refresh, into: &state)

    case .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      return load(.refresh, into: &state)

    case .input(.endReached):
      guard state.running == nil, let page = state.nextPage, state.failed != .more(page: page) else { return .none }
      return load(.more(page: page), into: &state)

    case .input(.retryTapped):
      guard let request = state.failed else { return .none }
      return load(request, into: &state)

    case .input(.onlyLongTapped):
      state.onlyLong.toggle()
      return .none

    case .feedback(.arrived(let page, for: let request)):
      state.running = nil
      state.hasLoaded = true
      if request == .refresh { state.rows.removeAll() }
      for workout in page.workouts { state.rows.updateOrAppend(workout) }
      state.nextPage = page.next
      return .none

    case .feedback(.failed(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.counted(let minutes)):
      state.minutes = minutes
      return .none
    }
  }

  private func load(_ request: X01Request, into state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    let query = X01Query(sport: state.sport, page: request.page)
    let page = Effect<Feedback, Never>.run("workouts", of: query) { send in
      await send(.arrived(try await client.workouts(query), for: request))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
    return request == .refresh ? .merge(page, count(query.sport)) : page
  }

  /// The minutes are an extra: without an answer, those from before stay.
  private func count(_ sport: X01Sport) -> Effect<Feedback, Never> {
    .run("minutes", of: sport) { send in
      if let minutes = try? await client.minutes(sport) { await send(.counted(minutes)) }
    }
    .cancellable(id: CancelID.minutes, cancelInFlight: true)
  }
}

enum X01Sport: Hashable, Sendable { case run, ride }

enum X01Request: Hashable, Sendable {
  case refresh
  case more(page: Int)

  var page: Int {
    switch self {
    case .refresh: 0
    case .more(let page): page
    }
  }
}

struct X01Query: Hashable, Sendable {
  var sport: X01Sport
  var page: Int
}

struct X01Workout: Equatable, Identifiable, Sendable {
  let id: String
  var minutes: Int
}

struct X01Page: Equatable, Sendable {
  var workouts: [X01Workout]
  var next: Int?
}

struct X01Client: TestDependencyKey, Sendable {
  var workouts: @Sendable (_ query: X01Query) async throws -> X01Page
  var minutes: @Sendable (_ sport: X01Sport) async throws -> Int

  static let testValue = X01Client(
    workouts: unimplemented("X01Client.workouts"),
    minutes: unimplemented("X01Client.minutes")
  )
}

extension DependencyValues {
  var x01Client: X01Client {
    get { self[X01Client.self] }
    set { self[X01Client.self] = newValue }
  }
}

struct X01Offline: Error {}

struct X01Bugs {
  static func page(_ query: X01Query) -> X01Page {
    let workout = X01Workout(id: "\(query.sport)-\(query.page)", minutes: query.page == 0 ? 45 : 80)
    return X01Page(workouts: [workout], next: query.page == 0 ? 1 : nil)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X01Workouts.State) -> [X01Workouts.Input] in
        var inputs: [X01Workouts.Input] = [.sportChosen(.run), .sportChosen(.ride), .onlyLongTapped]
        if state.hasLoaded {
          inputs += [.refreshPulled, .endReached]
        } else {
          inputs.append(.appeared)
        }
        if state.failed != nil { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<X01Workouts> in
      let store = TestStore(initialState: X01Workouts.State()) { X01Workouts() }
      store.gate("workouts", at: \.x01Client.workouts) { query in
        [.success(X01Bugs.page(query)), .failure(X01Offline())]
      }
      store.gate("minutes", at: \.x01Client.minutes) { sport in
        [.success(sport == .run ? 125 : 300), .failure(X01Offline())]
      }
      return store
    }
  }
}
