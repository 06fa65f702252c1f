import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C09Arena: TestDependencyKey, Sendable {
  var findOpponent: @Sendable () async throws -> String
  /// Returns whether a choice is right; nil is no choice.
  var submit: @Sendable (_ question: Int, _ choice: Int?) async throws -> Bool

  static let testValue = C09Arena(
    findOpponent: unimplemented("C09Arena.findOpponent"),
    submit: unimplemented("C09Arena.submit")
  )
}

extension DependencyValues {
  var c09Arena: C09Arena {
    get { self[C09Arena.self] }
    set { self[C09Arena.self] = newValue }
  }
}

/// One question of a duel.
struct C09Round: Equatable {
  let opponent: String
  var number = 1
  var score = 0

  var isLast: Bool { number == 2 }
}

/// A duel of two questions, each with a countdown. The countdown stands still while the app is in the background.
struct C09Duel: Reducer {
  struct State: Equatable {
    var isActive = true
    var mode = Mode.lobby
  }

  enum Mode: Equatable {
    case lobby
    case matching
    case unmatched
    case asking(C09Round, left: Int)
    case sending(C09Round, choice: Int?)
    case unsent(C09Round, choice: Int?)
    case revealed(C09Round, wasRight: Bool)
    case over(score: Int)
  }

  enum Input: Equatable {
    case playTapped
    case answerTapped(Int)
    case continueTapped
    case quitTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable {
    case matched(String)
    case matchFailed
    case secondPassed
    case judged(Bool)
    case submitFailed
  }

  private enum CancelID { case match, countdown, submit }

  @Dependency(\.c09Arena) private var arena
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.playTapped):
      switch state.mode {
      case .lobby, .unmatched, .over:
        state.mode = .matching
        return .run("match") { send in
          await send(.matched(try await arena.findOpponent()))
        } catch: { _, send in
          await send(.matchFailed)
        }
        .cancellable(id: CancelID.match, cancelInFlight: true)
      case .matching, .asking, .sending, .unsent, .revealed:
        return .none
      }

    case .input(.answerTapped(let choice)):
      guard case .asking(let round, _) = state.mode else { return .none }
      return submit(choice, in: round, &state)

    case .input(.continueTapped):
      switch state.mode {
      case .unsent(let round, let choice):
        return submit(choice, in: round, &state)
      case .revealed(let round, _):
        guard !round.isLast else {
          state.mode = .over(score: round.score)
          return .none
        }
        var next = round
        next.number += 1
        return ask(next, &state)
      case .lobby, .matching, .unmatched, .asking, .sending, .over:
        return .none
      }

    case .input(.quitTapped):
      state.mode = .lobby
      return .merge(.cancel(id: CancelID.match), .cancel(id: CancelID.countdown), .cancel(id: CancelID.submit))

    case .input(.wentToBackground):
      state.isActive = false
      return .cancel(id: CancelID.countdown)

    case .input(.cameToForeground):
      guard !state.isActive else { return .none }
      state.isActive = true
      if case .asking = state.mode { return countdown() }
      return .none

    case .feedback(.matched(let opponent)):
      guard state.mode == .matching else { return .none }
      return ask(C09Round(opponent: opponent), &state)

    case .feedback(.matchFailed):
      guard state.mode == .matching else { return .none }
      state.mode = .unmatched
      return .none

    case .feedback(.secondPassed):
      guard state.isActive, case .asking(let round, let left) = state.mode else { return .none }
      guard left > 1 else { return submit(nil, in: round, &state) }
      state.mode = .asking(round, left: left - 1)
      return .none

    case .feedback(.judged(let wasRight)):
      guard case .sending(var round, _) = state.mode else { return .none }
      if wasRight { round.score += 1 }
      state.mode = .revealed(round, wasRight: wasRight)
      return .none

    case .feedback(.submitFailed):
      guard case .sending(let round, let choice) = state.mode else { return .none }
      state.mode = .unsent(round, choice: choice)
      return .none
    }
  }

  private func ask(_ round: C09Round, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .asking(round, left: 2)
    return state.isActive ? countdown() : .none
  }

  private func countdown() -> Effect<Feedback, Never> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  private func submit(_ choice: Int?, in round: C09Round, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .sending(round, choice: choice)
    let number = round.number
    return .merge(
      .cancel(id: CancelID.countdown),
      .run("submit", of: number) { send in
        await send(.judged(try await arena.submit(number, choice)))
      } catch: { _, send in
        await send(.submitFailed)
      }
      .cancellable(id: CancelID.submit, cancelInFlight: true)
    )
  }
}

struct C09Lost: Error {}

struct C09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C09Duel.State) -> [C09Duel.Input] in
        guard state.isActive else { return [.cameToForeground] }
        return [.playTapped, .answerTapped(1), .answerTapped(2), .continueTapped, .quitTapped, .wentToBackground]
      }
    ) { () -> TestStore<C09Duel> in
      let store = TestStore(initialState: C09Duel.State()) { C09Duel() }
      store.gate("match", at: \.c09Arena.findOpponent) { [.success("Kim"), .failure(C09Lost())] }
      store.gate("submit", at: \.c09Arena.submit) { _ in [.success(true), .success(false), .failure(C09Lost())] }
      return store
    }
  }
}
