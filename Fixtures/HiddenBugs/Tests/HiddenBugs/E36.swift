import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A search for airports, beside the departures of the airport that was tapped last.
struct E36Airports: Reducer {
  enum Content: Equatable { case empty, searching, found([String]), failed }

  struct State: Equatable {
    var query = ""
    var content = Content.empty
    var board: E36Board.State?
    var favourites: Set<String> = []

    /// The airports whose star is being changed.
    var starring: Set<String> = []

    /// The airport whose star could not be changed, for the banner.
    var notStarred: String?
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case clearTapped
    case retryTapped
    case airportTapped(String)
    case starTapped(String)
    case bannerClosed
    case board(E36Board.Input)
  }

  enum Feedback: Equatable, Sendable {
    case found([String])
    case searchFailed
    case starred(E36Star)
    case notStarred(E36Star)
    case board(ChildFeedback<E36Board>)
  }

  private enum CancelID { case search }

  private let board = Scope<E36Airports, E36Board>(ifLet: \.board, feedback: Feedback.board) { E36Board() }

  @Dependency(\.e36Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.board(let input)): return board.reduce(.input(input), into: &state)
    case .feedback(.board(.feedback(let feedback))): return board.reduce(.feedback(feedback), into: &state)

    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      guard !query.isEmpty else { return clear(&state) }
      state.query = query
      state.content = .searching
      return search(query).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.clearTapped):
      return clear(&state)

    case .input(.retryTapped):
      guard state.content == .failed else { return .none }
      state.content = .searching
      return search(state.query).cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.airportTapped(let airport)):
      guard airport != state.board?.id else { return .none }
      state.board = E36Board.State(id: airport)
      return board.start(from: state)

    case .input(.starTapped(let airport)):
      guard state.starring.insert(airport).inserted else { return .none }
      state.notStarred = nil
      let star = E36Star(airport: airport, isOn: !state.favourites.contains(airport))
      return .run("star", of: star) { send in
        try await client.star(star)
        await send(.starred(star))
      } catch: { _, send in
        await send(.notStarred(star))
      }

    case .input(.bannerClosed):
      state.notStarred = nil
      return .none

    case .feedback(.found(let airports)):
      state.content = .found(airports)
      return .none

    case .feedback(.searchFailed):
      state.content = .failed
      return .none

    case .feedback(.starred(let star)):
      state.starring.remove(star.airport)
      if star.isOn { state.favourites.insert(star.airport) } else { state.favourites.remove(star.airport) }
      return .none

    case .feedback(.notStarred(let star)):
      state.starring.remove(star.airport)
      state.notStarred = star.airport
      return .none

    case .feedback(.board(.output(.closed))):
      state.board = nil
      return .none
    }
  }

  private func clear(_ state: inout State) -> Effect<Feedback, Never> {
    state.query = ""
    state.content = .empty
    return .cancel(id: CancelID.search)
  }

  private func search(_ query: String) -> Effect<Feedback, Never> {
    .run("search", of: query) { send in
      await send(.found(try await client.search(query)))
    } catch: { _, send in
      await send(.searchFailed)
    }
  }
}

/// The departures of one airport.
struct E36Board: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var departures: [String] = []
    var isLoading = true
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case reloadTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case loaded([String]), failed }
  enum Output: Equatable, Sendable { case closed }

  @Dependency(\.e36Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(state.id)

    case .input(.closeTapped):
      return .output(.closed)

    case .feedback(.loaded(let departures)):
      state.isLoading = false
      state.departures = departures
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ airport: String) -> Effect<Feedback, Output> {
    .run("departures", of: airport) { send in
      await send(.loaded(try await client.departures(airport)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct E36Star: Hashable, Sendable {
  var airport: String
  var isOn: Bool
}

struct E36Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]
  var departures: @Sendable (_ airport: String) async throws -> [String]
  var star: @Sendable (_ star: E36Star) async throws -> Void

  static let testValue = E36Client(
    search: unimplemented("E36Client.search"),
    departures: unimplemented("E36Client.departures"),
    star: unimplemented("E36Client.star")
  )
}

extension DependencyValues {
  var e36Client: E36Client {
    get { self[E36Client.self] }
    set { self[E36Client.self] = newValue }
  }
}

struct E36Offline: Error {}

struct E36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E36Airports.State) -> [E36Airports.Input] in
        var inputs: [E36Airports.Input] = [.queryChanged("o"), .queryChanged("os")]
        if !state.query.isEmpty { inputs.append(.clearTapped) }
        if state.notStarred != nil { inputs.append(.bannerClosed) }
        if state.board != nil { inputs += [.board(.reloadTapped), .board(.closeTapped)] }
        switch state.content {
        case .found(let airports):
          inputs += airports.map(E36Airports.Input.airportTapped)
          if airports.contains("Oslo"), !state.starring.contains("Oslo") { inputs.append(.starTapped("Oslo")) }
        case .failed: inputs.append(.retryTapped)
        case .empty, .searching: break
        }
        return inputs
      }
    ) { () -> TestStore<E36Airports> in
      let store = TestStore(initialState: E36Airports.State()) { E36Airports() }
      store.gate("search", at: \.e36Client.search) { query in
        [.success(E36Bugs.airports(for: query)), .failure(E36Offline())]
      }
      store.gate("departures", at: \.e36Client.departures) { airport in
        [.success(["\(airport)–Riga 11:20"]), .failure(E36Offline())]
      }
      store.gate("star", at: \.e36Client.star) { _ in [.success(()), .failure(E36Offline())] }
      return store
    }
  }

  static func airports(for query: String) -> [String] { query == "o" ? ["Oslo", "Porto"] : ["Oslo"] }
}
