import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The score of a running match, asked for every ten seconds while the app is in front.
struct D40LiveMatch: Reducer {
  struct State: Equatable {
    var match: String?
    var score: D40Score?
    var isUnreachable = false
    var isInBackground = false
    var cheered: Set<String> = []

    var isOver: Bool { score?.isOver ?? false }

    /// Whether the heart beside the score is filled.
    var hasCheered: Bool { match.map { cheered.contains($0) } ?? false }
  }

  enum Input: Equatable, Sendable {
    case matchChosen(String)
    case refreshTapped
    case cheerTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case scored(D40Score)
    case unreachable
    case cheerFailed(String)
  }

  private enum CancelID { case follow }

  @Dependency(\.d40Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.matchChosen(let match)):
      guard match != state.match else { return .none }
      state.match = match
      state.score = nil
      state.isUnreachable = false
      return state.isInBackground ? .none : follow(match)

    case .input(.refreshTapped):
      guard let match = state.match, !state.isOver else { return .none }
      return follow(match)

    case .input(.closeTapped):
      state.match = nil
      state.score = nil
      state.isUnreachable = false
      return .cancel(id: CancelID.follow)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.follow)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let match = state.match, !state.isOver else { return .none }
      return follow(match)

    case .input(.cheerTapped):
      guard let match = state.match, state.cheered.insert(match).inserted else { return .none }
      return .run("cheer", of: match) { _ in
        try await client.cheer(match)
      } catch: { _, send in
        await send(.cheerFailed(match))
      }

    case .feedback(.scored(let score)):
      state.score = score
      state.isUnreachable = false
      return .none

    case .feedback(.unreachable):
      state.isUnreachable = true
      return .none

    case .feedback(.cheerFailed(let match)):
      state.cheered.remove(match)
      return .none
    }
  }

  /// Asks for the score again and again, until the match is over.
  private func follow(_ match: String) -> Effect<Feedback, Never> {
    .run("follow", of: match) { send in
      while true {
        do {
          let score = try await client.score(match)
          await send(.scored(score))
          if score.isOver { return }
        } catch {
          await send(.unreachable)
        }
        try await clock.sleep(for: .seconds(10))
      }
    }
    .cancellable(id: CancelID.follow, cancelInFlight: true)
  }
}

struct D40Score: Equatable, Sendable {
  var home: Int
  var away: Int
  var isOver = false
}

struct D40Client: TestDependencyKey, Sendable {
  var score: @Sendable (_ match: String) async throws -> D40Score
  var cheer: @Sendable (_ match: String) async throws -> Void

  static let testValue = D40Client(
    score: unimplemented("D40Client.score"),
    cheer: unimplemented("D40Client.cheer")
  )
}

extension DependencyValues {
  var d40Client: D40Client {
    get { self[D40Client.self] }
    set { self[D40Client.self] = newValue }
  }
}

struct D40Offline: Error {}

struct D40Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D40LiveMatch.State) -> [D40LiveMatch.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [D40LiveMatch.Input] = [.matchChosen("final"), .matchChosen("semifinal"), .wentToBackground]
        if state.match != nil {
          inputs.append(.closeTapped)
          if !state.isOver { inputs.append(.refreshTapped) }
          if !state.hasCheered { inputs.append(.cheerTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<D40LiveMatch> in
      let store = TestStore(initialState: D40LiveMatch.State()) { D40LiveMatch() }
      store.gate("score", at: \.d40Client.score) { _ in
        [
          .success(D40Score(home: 1, away: 0)),
          .success(D40Score(home: 1, away: 2, isOver: true)),
          .failure(D40Offline()),
        ]
      }
      store.gate("cheer", at: \.d40Client.cheer) { _ in [.success(()), .failure(D40Offline())] }
      return store
    }
  }
}
