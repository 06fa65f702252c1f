import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The table of a football league. While it is shown, it is refreshed every minute.
struct V07Table: Reducer {
  struct State: Equatable {
    var league = "First"
    var teams: [String] = []
    var isVisible = false
    var isLoading = false
    var hasFailed = false
    var favourite: String?
    var storedFavourite: String?
    var isStoringFavourite = false
    var hasStoringFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case leagueTapped(String)
    case refreshPulled
    case favouriteTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case pollDue
    case favouriteStored
    case favouriteNotStored
  }

  private enum CancelID { case load, poll, favourite }

  @Dependency(\.v07League) private var client
  @Dependency(\.v07Favourite) private var favourite
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return load(&state)

    case .input(.disappeared):
      // The favourite is still stored.
      state.isVisible = false
      state.isLoading = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))

    case .input(.leagueTapped(let league)):
      guard state.isVisible, league != state.league else { return .none }
      state.league = league
      state.teams = []
      return load(&state)

    case .input(.refreshPulled):
      guard state.isVisible, !state.isLoading else { return .none }
      return load(&state)

    case .input(.favouriteTapped(let team)):
      guard state.teams.contains(team), !state.isStoringFavourite else { return .none }
      state.favourite = state.favourite == team ? nil : team
      state.isStoringFavourite = true
      state.hasStoringFailed = false
      let name = state.favourite
      return .run("favourite", of: name) { send in
        try await favourite.store(name)
        await send(.favouriteStored)
      } catch: { _, send in
        await send(.favouriteNotStored)
      }
      .cancellable(id: CancelID.favourite)

    case .feedback(.loaded(let teams)):
      state.isLoading = false
      state.teams = teams
      return poll()

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return poll()

    case .feedback(.pollDue):
      return load(&state)

    case .feedback(.favouriteStored):
      state.isStoringFavourite = false
      state.storedFavourite = state.favourite
      return .none

    case .feedback(.favouriteNotStored):
      state.isStoringFavourite = false
      state.hasStoringFailed = true
      state.favourite = state.storedFavourite
      return .none
    }
  }

  /// Loads the table of the league, instead of an older table and of the next poll.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let league = state.league
    return .merge(
      .cancel(id: CancelID.poll),
      .run("table", of: league) { send in
        await send(.loaded(try await client.table(league)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct V07League: TestDependencyKey, Sendable {
  var table: @Sendable (_ league: String) async throws -> [String]

  static let testValue = V07League(table: unimplemented("V07League.table"))
}

struct V07Favourite: TestDependencyKey, Sendable {
  var store: @Sendable (_ team: String?) async throws -> Void

  static let testValue = V07Favourite(store: unimplemented("V07Favourite.store"))
}

extension DependencyValues {
  var v07League: V07League {
    get { self[V07League.self] }
    set { self[V07League.self] = newValue }
  }

  var v07Favourite: V07Favourite {
    get { self[V07Favourite.self] }
    set { self[V07Favourite.self] = newValue }
  }
}

struct V07Offline: Error {}

struct V07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V07Table.State) -> [V07Table.Input] in
        if !state.isVisible { return [.appeared] }
        return [
          .disappeared, .leagueTapped("First"), .leagueTapped("Second"), .refreshPulled, .favouriteTapped("Rovers"),
        ]
      }
    ) { () -> TestStore<V07Table> in
      let store = TestStore(initialState: V07Table.State()) { V07Table() }
      store.gate("table", at: \.v07League.table) { league in
        [.success(league == "First" ? ["Rovers", "United"] : ["Albion", "Town"]), .failure(V07Offline())]
      }
      store.gate("store", at: \.v07Favourite.store) { _ in [.success(()), .failure(V07Offline())] }
      return store
    }
  }
}
