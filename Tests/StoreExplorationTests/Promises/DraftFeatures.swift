import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The answers of a quiz, one for each round. A tap on another round waits for a save, and asks about a new text. A link forgets the
/// save.
struct QuizAnswers: Reducer {
  struct State: Equatable {
    var round = 1
    var text = ""
    var hasChanges = false
    var isSaving = false

    /// The round to show when the text is discarded.
    var asked: Int?
  }

  enum Input { case typed, saveTapped, roundTapped, linkOpened, discardTapped, keepTapped }

  enum Feedback { case saved, saveFailed }

  private enum CancelID { case save }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed):
      guard state.asked == nil else { return .none }
      (state.text, state.hasChanges) = (state.text == "a" ? "b" : "a", true)
    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving, state.asked == nil else { return .none }
      (state.hasChanges, state.isSaving) = (false, true)
      return .run("save", of: state.text) { [text = state.text] send in
        try await post(text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save)
    case .input(.roundTapped): return state.isSaving ? .none : change(&state)
    case .input(.linkOpened): return isFixed && state.isSaving ? .none : change(&state)
    case .input(.discardTapped):
      guard let round = state.asked else { return .none }
      return show(round, &state)
    case .input(.keepTapped): state.asked = nil
    case .feedback(.saved): state.isSaving = false
    case .feedback(.saveFailed): (state.isSaving, state.hasChanges) = (false, true)
    }
    return .none
  }

  private func change(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.hasChanges else { return show(3 - state.round, &state) }
    state.asked = 3 - state.round
    return .none
  }

  private func show(_ round: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(round: round)
    return .cancel(id: CancelID.save)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.typed, .saveTapped, .roundTapped, .linkOpened, .discardTapped, .keepTapped],
      gates: [.post]
    )
  }
}

/// A reading that can be saved again after a failure. The question before it is discarded is asked again then, if it is fixed.
struct ReadingDraft: Reducer {
  struct State: Equatable {
    var note = ""
    var isUnsaved = false
    var isSaving = false
    var isAsking = false
  }

  enum Input { case typed(String), saveTapped, closeTapped, discardTapped, keepTapped }

  enum Feedback { case saved, saveFailed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let note)):
      guard !state.isSaving, !state.isAsking else { return .none }
      (state.note, state.isUnsaved) = (note, true)
    case .input(.saveTapped):
      guard !state.note.isEmpty, !state.isSaving, !state.isAsking else { return .none }
      (state.isUnsaved, state.isSaving) = (false, true)
      return .run("save", of: state.note) { [note = state.note] send in
        try await post(note)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
    case .input(.closeTapped):
      guard !state.isSaving, !state.isAsking else { return .none }
      if state.isUnsaved { state.isAsking = true } else { state = State() }
    case .input(.discardTapped): if state.isAsking { state = State() }
    case .input(.keepTapped): state.isAsking = false
    case .feedback(.saved): state = State()
    case .feedback(.saveFailed): (state.isSaving, state.isUnsaved) = (false, isFixed)
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.typed("fasting"), .saveTapped, .closeTapped, .discardTapped, .keepTapped],
      gates: [.post]
    )
  }
}
