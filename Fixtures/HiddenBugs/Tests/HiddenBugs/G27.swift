import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A match of a word game. The players take turns, and a move of the opponent is asked for every ten seconds.
struct G27Duel: Reducer {
  struct State: Equatable {
    var match: G27Match?
    var draft = ""
    var isLoading = false
    var isPlaying = false
    var problem: Problem?
    var isActive = true

    /// Whether the opponent's move is being waited for.
    var isWaiting: Bool { isActive && match?.turn == .opponent }
    var isOver: Bool { match?.turn == .nobody }
  }

  enum Problem: Equatable { case offline, moveNotSent }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case draftChanged(String)
    case playTapped
    case resignTapped
    case problemClosed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(G27Match)
    case loadFailed
    case played(G27Match)
    case playFailed
    case pollDue
  }

  private enum CancelID { case poll }

  @Dependency(\.g27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.match == nil else { return .none }
      return load(&state)

    case .input(.refreshTapped), .feedback(.pollDue):
      return load(&state)

    case .input(.draftChanged(let draft)):
      guard !state.isPlaying else { return .none }
      state.draft = draft
      return .none

    case .input(.playTapped):
      guard state.match?.turn == .me, !state.draft.isEmpty, !state.isLoading, !state.isPlaying else { return .none }
      state.isPlaying = true
      state.problem = nil
      return .run("play", of: state.draft) { [draft = state.draft] send in
        await send(.played(try await client.play(draft)))
      } catch: { _, send in
        await send(.playFailed)
      }

    case .input(.resignTapped):
      guard state.match != nil, !state.isOver, !state.isLoading, !state.isPlaying else { return .none }
      state.isPlaying = true
      state.problem = nil
      return .merge(
        .cancel(id: CancelID.poll),
        .run("resign") { send in
          await send(.played(try await client.resign()))
        } catch: { _, send in
          await send(.playFailed)
        }
      )

    case .input(.problemClosed):
      state.problem = nil
      return .none

    case .input(.wentToBackground):
      state.isActive = false
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isActive = true
      return load(&state)

    case .feedback(.loaded(let match)):
      state.isLoading = false
      state.match = match
      if state.problem == .offline { state.problem = nil }
      return state.isWaiting ? poll() : .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .offline
      return state.isWaiting ? poll() : .none

    case .feedback(.played(let match)):
      state.isPlaying = false
      state.draft = ""
      state.match = match
      return match.turn == .opponent ? poll() : .none

    case .feedback(.playFailed):
      state.isPlaying = false
      state.problem = .moveNotSent
      return state.isWaiting ? poll() : .none
    }
  }

  /// Asks for the match, unless an answer is on its way that has it.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading, !state.isPlaying, !state.isOver else { return .none }
    state.isLoading = true
    return .merge(
      .cancel(id: CancelID.poll),
      .run("match") { send in
        await send(.loaded(try await client.match()))
      } catch: { _, send in
        await send(.loadFailed)
      }
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

enum G27Player: Equatable, Sendable { case me, opponent, nobody }

struct G27Match: Equatable, Sendable {
  var turn: G27Player
  var lastWord: String?
}

struct G27Client: TestDependencyKey, Sendable {
  var match: @Sendable () async throws -> G27Match
  var play: @Sendable (_ word: String) async throws -> G27Match
  var resign: @Sendable () async throws -> G27Match

  static let testValue = G27Client(
    match: unimplemented("G27Client.match"),
    play: unimplemented("G27Client.play"),
    resign: unimplemented("G27Client.resign")
  )
}

extension DependencyValues {
  var g27Client: G27Client {
    get { self[G27Client.self] }
    set { self[G27Client.self] = newValue }
  }
}

struct G27Offline: Error {}

struct G27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G27Duel.State) -> [G27Duel.Input] in
        guard state.isActive else { return [.cameToForeground] }
        var inputs: [G27Duel.Input] = [.appeared, .wentToBackground]
        if state.problem != nil { inputs.append(.problemClosed) }
        guard !state.isOver, !state.isPlaying else { return inputs }
        if state.match != nil { inputs.append(.draftChanged(state.draft.isEmpty ? "QUARTZ" : "")) }
        guard !state.isLoading else { return inputs }
        inputs.append(.refreshTapped)
        if state.match != nil { inputs.append(.resignTapped) }
        if state.match?.turn == .me, !state.draft.isEmpty { inputs.append(.playTapped) }
        return inputs
      }
    ) { () -> TestStore<G27Duel> in
      let store = TestStore(initialState: G27Duel.State()) { G27Duel() }
      store.gate("match", at: \.g27Client.match) {
        [
          .success(G27Match(turn: .me, lastWord: "HELLO")), .success(G27Match(turn: .opponent, lastWord: "QUARTZ")),
          .failure(G27Offline()),
        ]
      }
      store.gate("play", at: \.g27Client.play) { word in
        [.success(G27Match(turn: .opponent, lastWord: word)), .failure(G27Offline())]
      }
      store.gate("resign", at: \.g27Client.resign) {
        [.success(G27Match(turn: .nobody)), .failure(G27Offline())]
      }
      return store
    }
  }
}
