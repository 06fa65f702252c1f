import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One face of the clock. Each start begins a whole second.
struct T01Face: Reducer {
  struct State: Equatable {
    var left = 3
    var isTicking = false
  }

  enum Input: Equatable { case start, stop, reset }
  enum Feedback: Equatable { case ticked }
  enum Output: Equatable { case flagFell }

  private enum CancelID { case tick }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.start):
      guard state.left > 0 else { return .none }
      state.isTicking = true
      return .run("tick") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
      .cancellable(id: CancelID.tick, cancelInFlight: true)

    case .input(.stop):
      state.isTicking = false
      return .cancel(id: CancelID.tick)

    case .input(.reset):
      state = State()
      return .cancel(id: CancelID.tick)

    case .feedback(.ticked):
      state.left -= 1
      guard state.left == 0 else { return .none }
      state.isTicking = false
      return .merge(.cancel(id: CancelID.tick), .output(.flagFell))
    }
  }
}

enum T01Side: Hashable {
  case white, black

  var other: T01Side { self == .white ? .black : .white }
}

/// A chess clock with two faces. A player may take back the last move if the arbiter allows it. The app pauses the game
/// when it leaves the foreground, and the players go on by hand.
struct T01ChessClock: Reducer {
  enum Phase: Equatable {
    case ready, running, paused
    case over(loser: T01Side)

    var isOver: Bool {
      if case .over = self { true } else { false }
    }
  }

  struct State: Equatable {
    var white = T01Face.State()
    var black = T01Face.State()
    var phase = Phase.ready
    var turn = T01Side.white
    var canTakeBack = false
    var isAsking = false
  }

  enum Input: Equatable {
    case startTapped
    case facePressed(T01Side)
    case pauseTapped
    case takeBackTapped
    case newGameTapped
    case enteredBackground
  }

  enum Feedback: Equatable {
    case white(ChildFeedback<T01Face>)
    case black(ChildFeedback<T01Face>)
    case takeBackAnswered(Bool)
    case takeBackFailed
  }

  private enum CancelID { case question }

  private let white = Scope<T01ChessClock, T01Face>(\.white, feedback: Feedback.white) { T01Face() }
  private let black = Scope<T01ChessClock, T01Face>(\.black, feedback: Feedback.black) { T01Face() }

  @Dependency(\.t01Arbiter) private var arbiter

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .feedback(.white(.feedback(let feedback))): return white.reduce(.feedback(feedback), into: &state)
    case .feedback(.black(.feedback(let feedback))): return black.reduce(.feedback(feedback), into: &state)
    case .feedback(.white(.output(.flagFell))): return end(loser: .white, &state)
    case .feedback(.black(.output(.flagFell))): return end(loser: .black, &state)

    case .input(.startTapped):
      guard state.phase == .ready || state.phase == .paused else { return .none }
      state.phase = .running
      return face(state.turn, .start, &state)

    case .input(.facePressed(let side)):
      guard state.phase == .running, state.turn == side else { return .none }
      state.canTakeBack = true
      state.isAsking = false
      return .merge(.cancel(id: CancelID.question), handOver(&state))

    case .input(.pauseTapped), .input(.enteredBackground):
      guard state.phase == .running else { return .none }
      state.phase = .paused
      return face(state.turn, .stop, &state)

    case .input(.takeBackTapped):
      guard state.phase == .running, state.canTakeBack, !state.isAsking else { return .none }
      state.isAsking = true
      return .run("question") { send in
        await send(.takeBackAnswered(try await arbiter.allowsTakeBack()))
      } catch: { _, send in
        await send(.takeBackFailed)
      }
      .cancellable(id: CancelID.question, cancelInFlight: true)

    case .feedback(.takeBackAnswered(let isAllowed)):
      state.isAsking = false
      guard isAllowed else { return .none }
      state.canTakeBack = false
      return handOver(&state)

    case .feedback(.takeBackFailed):
      state.isAsking = false
      return .none

    case .input(.newGameTapped):
      guard state.phase == .paused || state.phase.isOver else { return .none }
      state.phase = .ready
      state.turn = .white
      state.canTakeBack = false
      state.isAsking = false
      let resets = Effect<Feedback, Never>.merge(face(.white, .reset, &state), face(.black, .reset, &state))
      return .merge(.cancel(id: CancelID.question), resets)
    }
  }

  /// Passes an input to one of the faces.
  private func face(_ side: T01Side, _ input: T01Face.Input, _ state: inout State) -> Effect<Feedback, Never> {
    switch side {
    case .white: return white.reduce(.input(input), into: &state)
    case .black: return black.reduce(.input(input), into: &state)
    }
  }

  /// Gives the turn to the other player.
  private func handOver(_ state: inout State) -> Effect<Feedback, Never> {
    let side = state.turn
    state.turn = side.other
    let stop = face(side, .stop, &state)
    let start = face(side.other, .start, &state)
    return .merge(stop, start)
  }

  /// Ends the game.
  private func end(loser: T01Side, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .over(loser: loser)
    state.canTakeBack = false
    state.isAsking = false
    return .cancel(id: CancelID.question)
  }
}

struct T01Arbiter: TestDependencyKey {
  var allowsTakeBack: @Sendable () async throws -> Bool

  static let testValue = T01Arbiter(allowsTakeBack: unimplemented("T01Arbiter.allowsTakeBack"))
}

extension DependencyValues {
  var t01Arbiter: T01Arbiter {
    get { self[T01Arbiter.self] }
    set { self[T01Arbiter.self] = newValue }
  }
}

struct T01Offline: Error {}

struct T01Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .startTapped, .facePressed(.white), .facePressed(.black), .pauseTapped, .takeBackTapped, .newGameTapped,
      .enteredBackground,
    ]) {
      let store = TestStore(initialState: T01ChessClock.State()) { T01ChessClock() }
      store.gate("allowsTakeBack", at: \.t01Arbiter.allowsTakeBack) {
        [.success(true), .success(false), .failure(T01Offline())]
      }
      return store
    }
  }
}
