import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A slip with one bet. Its odds are asked for anew five seconds after each answer, as long as the user looks at it.
struct A12Slip: Reducer {
  enum Pick: String, Sendable { case home, away }
  enum Scene: Equatable { case active, background }

  struct Bet: Hashable, Sendable {
    var pick: Pick
    var stake = 10
  }

  enum Mode: Equatable {
    case empty
    case watching(Bet, odds: Int?)
    case placing(Bet, odds: Int)
    case refused(Bet, odds: Int)
    case placed(Bet, odds: Int)
  }

  struct State: Equatable {
    var mode = Mode.empty
    var scene = Scene.active
  }

  enum Input: Equatable {
    case picked(Pick)
    case stakeTapped
    case placeTapped
    case clearTapped
    case backgrounded
    case foregrounded
  }

  enum Feedback: Equatable {
    case oddsChanged(Int, Pick)
    case oddsMissing(Pick)
    case pauseEnded
    case placed
    case refused
  }

  private enum CancelID { case odds, pause, place }

  @Dependency(\.a12Bookmaker) private var bookmaker
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.picked(let pick)):
      switch state.mode {
      case .empty, .refused, .placed:
        return watch(Bet(pick: pick), &state)
      case .watching(let bet, odds: _):
        return bet.pick == pick ? .none : watch(Bet(pick: pick, stake: bet.stake), &state)
      case .placing:
        return .none
      }

    case .input(.stakeTapped):
      guard case .watching(var bet, odds: let odds) = state.mode else { return .none }
      bet.stake = bet.stake == 10 ? 20 : 10
      state.mode = .watching(bet, odds: odds)
      return .none

    case .input(.placeTapped):
      guard case .watching(let bet, odds: let odds?) = state.mode else { return .none }
      state.mode = .placing(bet, odds: odds)
      return .merge(.cancel(id: CancelID.odds), .cancel(id: CancelID.pause), place(bet, odds))

    case .input(.clearTapped):
      switch state.mode {
      case .empty, .placing:
        return .none
      case .watching, .refused, .placed:
        state.mode = .empty
        return .merge(.cancel(id: CancelID.odds), .cancel(id: CancelID.pause))
      }

    case .input(.backgrounded):
      guard state.scene == .active else { return .none }
      state.scene = .background
      return .cancel(id: CancelID.pause)

    case .input(.foregrounded):
      guard state.scene == .background else { return .none }
      state.scene = .active
      guard case .watching(let bet, odds: _) = state.mode else { return .none }
      return .merge(.cancel(id: CancelID.pause), ask(bet.pick))

    case .feedback(.oddsChanged(let odds, let pick)):
      guard case .watching(let bet, odds: _) = state.mode, bet.pick == pick else { return .none }
      state.mode = .watching(bet, odds: odds)
      return pause()

    case .feedback(.oddsMissing(let pick)):
      guard case .watching(let bet, odds: _) = state.mode, bet.pick == pick else { return .none }
      return pause()

    case .feedback(.pauseEnded):
      guard case .watching(let bet, odds: _) = state.mode else { return .none }
      return ask(bet.pick)

    case .feedback(.placed):
      guard case .placing(let bet, odds: let odds) = state.mode else { return .none }
      state.mode = .placed(bet, odds: odds)
      return .none

    case .feedback(.refused):
      guard case .placing(let bet, odds: let odds) = state.mode else { return .none }
      state.mode = .refused(bet, odds: odds)
      return .none
    }
  }

  private func watch(_ bet: Bet, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .watching(bet, odds: nil)
    return .merge(.cancel(id: CancelID.pause), ask(bet.pick))
  }

  private func ask(_ pick: Pick) -> Effect<Feedback, Never> {
    .run("odds", of: pick) { send in
      await send(.oddsChanged(try await bookmaker.odds(pick), pick))
    } catch: { _, send in
      await send(.oddsMissing(pick))
    }
    .cancellable(id: CancelID.odds, cancelInFlight: true)
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }

  private func place(_ bet: Bet, _ odds: Int) -> Effect<Feedback, Never> {
    .run("place", of: bet) { send in
      try await bookmaker.place(bet, odds)
      await send(.placed)
    } catch: { _, send in
      await send(.refused)
    }
    .cancellable(id: CancelID.place, cancelInFlight: true)
  }
}

struct A12Bookmaker: Sendable {
  var odds: @Sendable (_ pick: A12Slip.Pick) async throws -> Int
  var place: @Sendable (_ bet: A12Slip.Bet, _ odds: Int) async throws -> Void
}

enum A12BookmakerKey: TestDependencyKey {
  static let testValue = A12Bookmaker(
    odds: unimplemented("A12Bookmaker.odds"),
    place: unimplemented("A12Bookmaker.place")
  )
}

extension DependencyValues {
  var a12Bookmaker: A12Bookmaker {
    get { self[A12BookmakerKey.self] }
    set { self[A12BookmakerKey.self] = newValue }
  }
}

struct A12Refused: Error {}

struct A12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A12Slip.State) -> [A12Slip.Input] in
        state.scene == .background
          ? [.foregrounded]
          : [.picked(.home), .picked(.away), .stakeTapped, .placeTapped, .clearTapped, .backgrounded]
      }
    ) { () -> TestStore<A12Slip> in
      let store = TestStore(initialState: A12Slip.State()) { A12Slip() }
      store.gate("odds", at: \.a12Bookmaker.odds) { _ in [.success(150), .success(180), .failure(A12Refused())] }
      store.gate("place", at: \.a12Bookmaker.place) { _ in [.success(()), .failure(A12Refused())] }
      return store
    }
  }
}
