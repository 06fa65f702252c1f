import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A trainer for the first moves of chess. The player has the white pieces, and the engine answers.
struct Z12Trainer: Reducer {
  struct State: Equatable {
    var level = Z12Level.easy
    var isPlaying = false
    var moves: [String] = []
    var engineHasFailed = false
    var isHinting = false
    var hint: String?
    var hintHasFailed = false
    var isSlow = false

    /// What the engine is asked in the present position.
    var question: Z12Question { Z12Question(moves: moves, level: level) }

    var isOver: Bool { !isPlaying || moves.count == 4 }
    var isPlayersTurn: Bool { !isOver && moves.count.isMultiple(of: 2) }
    var isThinking: Bool { !isOver && !isPlayersTurn && !engineHasFailed }
  }

  enum Input: Equatable, Sendable {
    case newGameTapped
    case levelChosen(Z12Level)
    case moved(String)
    case takeBackTapped
    case thinkAgainTapped
    case hintTapped
    case resignTapped
  }

  enum Feedback: Equatable, Sendable {
    case replied(String, to: Z12Question)
    case notReplied(Z12Question)
    case hinted(String, for: Z12Question)
    case notHinted(Z12Question)
    case halfMinutePassed
  }

  private enum CancelID { case reply, hint, patience }

  @Dependency(\.z12Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.newGameTapped):
      state = State(level: state.level, isPlaying: true)
      return play(state)

    case .input(.levelChosen(let level)):
      guard level != state.level else { return .none }
      state = State(level: level, isPlaying: state.isPlaying)
      return play(state)

    case .input(.moved(let move)):
      guard state.isPlayersTurn else { return .none }
      return append(move, &state)

    case .input(.takeBackTapped):
      guard !state.isOver, !state.moves.isEmpty else { return .none }
      state.moves.removeLast(state.isPlayersTurn ? 2 : 1)
      forgetHelp(&state)
      return play(state)

    case .input(.thinkAgainTapped):
      guard state.engineHasFailed else { return .none }
      state.engineHasFailed = false
      return play(state)

    case .input(.hintTapped):
      guard state.isPlayersTurn, !state.isHinting, state.hint == nil else { return .none }
      state.isHinting = true
      state.hintHasFailed = false
      let question = state.question
      return .run("hint", of: question) { send in
        await send(.hinted(try await client.hint(question), for: question))
      } catch: { _, send in
        await send(.notHinted(question))
      }
      .cancellable(id: CancelID.hint, cancelInFlight: true)

    case .input(.resignTapped):
      guard !state.isOver else { return .none }
      state.isPlaying = false
      state.engineHasFailed = false
      forgetHelp(&state)
      return play(state)

    case .feedback(.replied(let move, to: let question)):
      guard state.isThinking, question == state.question else { return .none }
      return append(move, &state)

    case .feedback(.notReplied(let question)):
      guard state.isThinking, question == state.question else { return .none }
      state.engineHasFailed = true
      return .none

    case .feedback(.hinted(let move, for: let question)):
      guard state.isHinting, question == state.question else { return .none }
      state.isHinting = false
      state.hint = move
      return .none

    case .feedback(.notHinted(let question)):
      guard state.isHinting, question == state.question else { return .none }
      state.isHinting = false
      state.hintHasFailed = true
      return .none

    case .feedback(.halfMinutePassed):
      state.isSlow = true
      return .none
    }
  }

  private func append(_ move: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.moves.append(move)
    forgetHelp(&state)
    return play(state)
  }

  /// Forgets what was said about an earlier position.
  private func forgetHelp(_ state: inout State) {
    state.engineHasFailed = false
    state.isHinting = false
    state.hint = nil
    state.hintHasFailed = false
    state.isSlow = false
  }

  /// Begins what belongs to the present position, and ends all else.
  private func play(_ state: State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = [
      .cancel(id: CancelID.hint), .cancel(id: CancelID.reply), .cancel(id: CancelID.patience),
    ]
    if state.isThinking { effects.append(reply(to: state.question)) }
    if state.isPlayersTurn { effects.append(waitForPlayer()) }
    return .merge(effects)
  }

  private func reply(to question: Z12Question) -> Effect<Feedback, Never> {
    .run("reply", of: question) { send in
      await send(.replied(try await client.reply(question), to: question))
    } catch: { _, send in
      await send(.notReplied(question))
    }
    .cancellable(id: CancelID.reply)
  }

  private func waitForPlayer() -> Effect<Feedback, Never> {
    .run("patience") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.halfMinutePassed)
    }
    .cancellable(id: CancelID.patience)
  }
}

enum Z12Level: Hashable, Sendable { case easy, hard }

struct Z12Question: Hashable, Sendable {
  var moves: [String]
  var level: Z12Level
}

struct Z12Client: TestDependencyKey, Sendable {
  var reply: @Sendable (_ question: Z12Question) async throws -> String
  var hint: @Sendable (_ question: Z12Question) async throws -> String

  static let testValue = Z12Client(reply: unimplemented("Z12Client.reply"), hint: unimplemented("Z12Client.hint"))
}

extension DependencyValues {
  var z12Client: Z12Client {
    get { self[Z12Client.self] }
    set { self[Z12Client.self] = newValue }
  }
}

struct Z12EngineError: Error {}

struct Z12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z12Trainer.State) -> [Z12Trainer.Input] in
        var inputs: [Z12Trainer.Input] = [.newGameTapped, .levelChosen(state.level == .easy ? .hard : .easy)]
        guard !state.isOver else { return inputs }
        inputs.append(.resignTapped)
        if !state.moves.isEmpty { inputs.append(.takeBackTapped) }
        if state.engineHasFailed { inputs.append(.thinkAgainTapped) }
        guard state.isPlayersTurn else { return inputs }
        if state.hint == nil, !state.isHinting { inputs.append(.hintTapped) }
        if state.moves.isEmpty {
          inputs.append(.moved("e4"))
          inputs.append(.moved("d4"))
        } else {
          inputs.append(.moved("Nf3"))
        }
        return inputs
      }
    ) { () -> TestStore<Z12Trainer> in
      let store = TestStore(initialState: Z12Trainer.State()) { Z12Trainer() }
      store.gate("reply", at: \.z12Client.reply) { question in
        [.success(question.moves.count == 1 ? "d5" : "Nc6"), .failure(Z12EngineError())]
      }
      store.gate("hint", at: \.z12Client.hint) { question in
        [.success(question.moves.isEmpty ? "e4" : "Nf3"), .failure(Z12EngineError())]
      }
      return store
    }
  }
}
