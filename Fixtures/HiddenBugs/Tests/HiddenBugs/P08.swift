import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct P08ClubClient: Sendable {
  var games: @Sendable (_ member: String) async throws -> [String]
  /// Enters a member for the tournament. The club counts each member once, however often the entry is sent.
  var enter: @Sendable (_ member: String) async throws -> Void
}

enum P08ClubKey: TestDependencyKey {
  static let testValue = P08ClubClient(
    games: unimplemented("P08ClubClient.games"),
    enter: unimplemented("P08ClubClient.enter")
  )
}

extension DependencyValues {
  var p08Club: P08ClubClient {
    get { self[P08ClubKey.self] }
    set { self[P08ClubKey.self] = newValue }
  }
}

/// The screen of a chess club on its shared tablet: the games of a member, and the entry for the next tournament.
struct P08Club: Reducer {
  struct State: Equatable {
    var member: String?
    var games: [String] = []
    var isLoading = false
    var loadFailed = false
    var isSendingEntry = false
    var entrySent = false
    var entryFailed = false
  }

  enum Input: Equatable, Sendable {
    case loggedIn(String)
    case refreshTapped
    case enterTapped
    case loggedOut
  }

  enum Feedback: Equatable, Sendable {
    case gamesLoaded([String])
    case gamesFailed
    case entryAnswered(succeeded: Bool)
  }

  private enum CancelID: Hashable, Sendable {
    case games
    case entry(String)
  }

  @Dependency(\.p08Club) private var club

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let member)):
      guard state.member == nil else { return .none }
      state.member = member
      return loadGames(of: member, &state)

    case .input(.refreshTapped):
      guard let member = state.member, !state.isLoading else { return .none }
      return loadGames(of: member, &state)

    case .feedback(.gamesLoaded(let games)):
      state.isLoading = false
      state.games = games
      return .none

    case .feedback(.gamesFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.enterTapped):
      guard let member = state.member else { return .none }
      guard !state.isSendingEntry, !state.entrySent else { return .none }
      state.isSendingEntry = true
      state.entryFailed = false
      return sendEntry(of: member)

    case .feedback(.entryAnswered(let succeeded)):
      guard state.member != nil else { return .none }
      state.isSendingEntry = false
      state.entrySent = succeeded
      state.entryFailed = !succeeded
      return .none

    case .input(.loggedOut):
      guard state.member != nil else { return .none }
      state = State()
      return .cancel(id: CancelID.games)
    }
  }

  private func loadGames(of member: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("games", of: member) { send in
      await send(.gamesLoaded(try await club.games(member)))
    } catch: { _, send in
      await send(.gamesFailed)
    }
    .cancellable(id: CancelID.games, cancelInFlight: true)
  }

  /// Sends an entry. Once it is on its way, it stays valid when the member logs out.
  private func sendEntry(of member: String) -> Effect<Feedback, Never> {
    .run("entry", of: member) { send in
      try await club.enter(member)
      await send(.entryAnswered(succeeded: true))
    } catch: { _, send in
      await send(.entryAnswered(succeeded: false))
    }
    .cancellable(id: CancelID.entry(member), cancelInFlight: true)
  }
}

struct P08Offline: Error {}

struct P08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.loggedIn("Ada"), .loggedIn("Ben"), .refreshTapped, .enterTapped, .loggedOut]
    ) { () -> TestStore<P08Club> in
      let store = TestStore(initialState: P08Club.State()) { P08Club() }
      store.gate("games", at: \.p08Club.games) { member in [.success(["\(member) – Max"]), .failure(P08Offline())] }
      store.gate("enter", at: \.p08Club.enter) { _ in [.success(()), .failure(P08Offline())] }
      return store
    }
  }
}
