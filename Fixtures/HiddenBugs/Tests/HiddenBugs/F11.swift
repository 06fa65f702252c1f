import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F11NightClient: TestDependencyKey, Sendable {
  /// The ids of the games that are on the table.
  var games: @Sendable () async throws -> [Int]
  var vote: @Sendable (_ game: Int, _ isFor: Bool) async throws -> Void
  /// Ends the vote, if it hasn't ended, and returns the game that has won.
  var winner: @Sendable () async throws -> Int

  static let testValue = F11NightClient(
    games: unimplemented("F11NightClient.games"),
    vote: unimplemented("F11NightClient.vote"),
    winner: unimplemented("F11NightClient.winner")
  )
}

extension DependencyValues {
  var f11NightClient: F11NightClient {
    get { self[F11NightClient.self] }
    set { self[F11NightClient.self] = newValue }
  }
}

/// The row of a game, for which the player votes or not.
struct F11Game: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var hasVote = false
    var isSending = false
    var hasFailed = false
  }

  enum Input: Equatable { case voteTapped }

  enum Feedback: Equatable {
    case sent(isFor: Bool)
    case failed
  }

  enum Output: Equatable { case settled }

  private enum CancelID { case vote }

  @Dependency(\.f11NightClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.voteTapped):
      guard !state.isSending else { return .none }
      state.isSending = true
      state.hasFailed = false
      return .run("vote", of: state.id) { [id = state.id, isFor = !state.hasVote] send in
        try await client.vote(id, isFor)
        await send(.sent(isFor: isFor))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.vote)

    case .feedback(.sent(let isFor)):
      state.isSending = false
      state.hasVote = isFor
      return .output(.settled)

    case .feedback(.failed):
      state.isSending = false
      state.hasFailed = true
      return .output(.settled)
    }
  }
}

/// A board game night: the players vote on the games for a minute, and play the winner.
struct F11Night: Reducer {
  enum Phase: Equatable {
    case idle
    case loading
    case loadFailed
    case voting
    /// The vote is over for this player, and the last votes are on their way.
    case closing
    case counting
    case countFailed
    case decided(Int)
  }

  struct State: Equatable {
    var phase = Phase.idle
    var games: IdentifiedArray<F11Game.State> = []
  }

  enum Input: Equatable {
    case appeared
    case game(Int, F11Game.Input)
    case closeTapped
    case retryTapped
    case newRoundTapped
  }

  enum Feedback: Equatable {
    case loaded([Int])
    case loadFailed
    case minutePassed
    case counted(Int)
    case countFailed
    case game(Int, ChildFeedback<F11Game>)
  }

  private enum CancelID { case load, minute, count }

  private let games = ScopeEach<F11Night, F11Game>(\.games, feedback: Feedback.game) { F11Game() }

  @Dependency(\.f11NightClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.phase == .idle ? load(&state) : .none

    case .input(.retryTapped):
      switch state.phase {
      case .loadFailed: return load(&state)
      case .countFailed: return count(&state)
      default: return .none
      }

    case .feedback(.loaded(let ids)):
      state.phase = .voting
      state.games = IdentifiedArray(ids.map { F11Game.State(id: $0) })
      return .run("minute") { send in
        try await clock.sleep(for: .seconds(60))
        await send(.minutePassed)
      }
      .cancellable(id: CancelID.minute, cancelInFlight: true)

    case .feedback(.loadFailed):
      state.phase = .loadFailed
      return .none

    case .input(.game(let id, let input)):
      guard state.phase == .voting, state.games.index(id: id) != nil else { return .none }
      return games.reduce(.input(input), id: id, into: &state)

    case .feedback(.game(let id, .feedback(let feedback))):
      return games.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.game(_, .output(.settled))):
      return countIfSettled(&state)

    case .input(.closeTapped), .feedback(.minutePassed):
      guard state.phase == .voting else { return .none }
      state.phase = .closing
      return .merge(.cancel(id: CancelID.minute), countIfSettled(&state))

    case .feedback(.counted(let game)):
      state.phase = .decided(game)
      return .none

    case .feedback(.countFailed):
      state.phase = .countFailed
      return .none

    case .input(.newRoundTapped):
      guard case .decided = state.phase else { return .none }
      state.games = []
      return load(&state)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading
    return .run("games") { send in
      await send(.loaded(try await client.games()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Counts the votes once the last one has been answered.
  private func countIfSettled(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.phase == .closing, !state.games.contains(where: { $0.isSending }) else { return .none }
    return count(&state)
  }

  private func count(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .counting
    return .run("winner") { send in
      await send(.counted(try await client.winner()))
    } catch: { _, send in
      await send(.countFailed)
    }
    .cancellable(id: CancelID.count, cancelInFlight: true)
  }
}

struct F11Offline: Error {}

struct F11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .game(1, .voteTapped), .game(2, .voteTapped), .closeTapped, .retryTapped, .newRoundTapped,
      ]
    ) { () -> TestStore<F11Night> in
      let store = TestStore(initialState: F11Night.State()) { F11Night() }
      store.gate("games", at: \.f11NightClient.games) { [.success([1, 2]), .failure(F11Offline())] }
      store.gate("vote", at: \.f11NightClient.vote) { _ in [.success(()), .failure(F11Offline())] }
      store.gate("winner", at: \.f11NightClient.winner) { [.success(1), .failure(F11Offline())] }
      return store
    }
  }
}
