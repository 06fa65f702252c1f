import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The server of the crosswords.
struct I10CrosswordClient: Sendable {
  var load: @Sendable (_ puzzle: String) async throws -> String
  var save: @Sendable (_ puzzle: String, _ answer: String) async throws -> Void
  var hint: @Sendable (_ puzzle: String) async throws -> String
}

enum I10CrosswordKey: TestDependencyKey {
  static let testValue = I10CrosswordClient(
    load: unimplemented("I10CrosswordClient.load", placeholder: ""),
    save: unimplemented("I10CrosswordClient.save"),
    hint: unimplemented("I10CrosswordClient.hint", placeholder: "")
  )
}

extension DependencyValues {
  var i10Crossword: I10CrosswordClient {
    get { self[I10CrosswordKey.self] }
    set { self[I10CrosswordKey.self] = newValue }
  }
}

struct I10Offline: Error {}

/// A crossword with one answer, which is saved two seconds after the last change, and before the puzzle is closed.
struct I10Crossword: Reducer {
  struct State: Equatable {
    var puzzle: String?
    var isLoading = false
    var loadFailed = false
    var answer = ""
    var hasChanges = false
    var isSaving = false
    var saveFailed = false
    var isClosing = false
    var hint: String?
    var isLoadingHint = false
    var hintFailed = false

    /// Whether the user can write.
    var isOpen: Bool { puzzle != nil && !isLoading && !loadFailed && !isClosing }
  }

  enum Input: Equatable, Sendable {
    case puzzleTapped(String)
    case answerChanged(String)
    case saveTapped
    case hintTapped
    case closeTapped
    case discardTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saveDue
    case saved(String)
    case saveFailed
    case hintLoaded(String)
    case hintFailed
  }

  private enum CancelID { case load, wait, save, hint }

  @Dependency(\.i10Crossword) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.puzzleTapped(let puzzle)):
      guard state.puzzle == nil || state.loadFailed else { return .none }
      state = State()
      state.puzzle = puzzle
      state.isLoading = true
      return .run("load", of: puzzle) { send in
        await send(.loaded(try await client.load(puzzle)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)

    case .feedback(.loaded(let answer)):
      state.isLoading = false
      state.answer = answer
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.answerChanged(let answer)):
      guard state.isOpen, state.answer != answer else { return .none }
      state.answer = answer
      state.hasChanges = true
      state.saveFailed = false
      return wait

    case .feedback(.saveDue):
      guard state.hasChanges, !state.isSaving else { return .none }
      return save(&state)

    case .input(.saveTapped):
      guard state.isOpen, state.hasChanges, !state.isSaving else { return .none }
      return save(&state)

    case .feedback(.saved(let answer)):
      state.isSaving = false
      if state.answer == answer { state.hasChanges = false }
      if state.isClosing { return state.hasChanges ? save(&state) : leave(&state) }
      return state.hasChanges ? wait : .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      state.isClosing = false
      return .none

    case .input(.hintTapped):
      guard state.isOpen, state.hint == nil, !state.isLoadingHint, let puzzle = state.puzzle else { return .none }
      state.isLoadingHint = true
      state.hintFailed = false
      return .run("hint", of: puzzle) { send in
        await send(.hintLoaded(try await client.hint(puzzle)))
      } catch: { _, send in
        await send(.hintFailed)
      }
      .cancellable(id: CancelID.hint, cancelInFlight: true)

    case .feedback(.hintLoaded(let hint)):
      state.isLoadingHint = false
      state.hint = hint
      return .none

    case .feedback(.hintFailed):
      state.isLoadingHint = false
      state.hintFailed = true
      return .none

    case .input(.closeTapped):
      guard state.puzzle != nil, !state.isClosing else { return .none }
      guard state.hasChanges else { return leave(&state) }
      state.isClosing = true
      state.saveFailed = false
      return state.isSaving ? .cancel(id: CancelID.wait) : save(&state)

    case .input(.discardTapped):
      guard state.saveFailed, !state.isSaving else { return .none }
      return leave(&state)
    }
  }

  /// Goes back to the list of puzzles.
  private func leave(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(
      .cancel(id: CancelID.load),
      .cancel(id: CancelID.wait),
      .cancel(id: CancelID.save),
      .cancel(id: CancelID.hint)
    )
  }

  private var wait: Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(2))
      await send(.saveDue)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard let puzzle = state.puzzle else { return .none }
    state.isSaving = true
    state.saveFailed = false
    return .merge(
      .cancel(id: CancelID.wait),
      .run("save", of: state.answer) { [answer = state.answer] send in
        try await client.save(puzzle, answer)
        await send(.saved(answer))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)
    )
  }
}

struct I10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I10Crossword.State) -> [I10Crossword.Input] in
        [
          .puzzleTapped("monday"), .answerChanged(state.answer == "oak" ? "elm" : "oak"), .saveTapped, .hintTapped,
          .closeTapped, .discardTapped,
        ]
      }
    ) { () -> TestStore<I10Crossword> in
      let store = TestStore(initialState: I10Crossword.State()) { I10Crossword() }
      store.gate("load", at: \.i10Crossword.load) { _ in [.success(""), .failure(I10Offline())] }
      store.gate("save", at: \.i10Crossword.save) { _ in [.success(()), .failure(I10Offline())] }
      store.gate("hint", at: \.i10Crossword.hint) { _ in [.success("It is a tree."), .failure(I10Offline())] }
      return store
    }
  }
}
