import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The caption and the tags of a photo. While the user types, tags are suggested for the caption.
struct F32Caption: Reducer {
  struct State: Equatable {
    var caption = ""
    var tags: [String] = []
    var suggestions: [String] = []
    var isSuggesting = false
    var past: [F32Draft] = []
    var saved = F32Draft()
    var isSaving = false
    var saveHasFailed = false

    var draft: F32Draft {
      get { F32Draft(caption: caption, tags: tags) }
      set { (caption, tags) = (newValue.caption, newValue.tags) }
    }

    var canSave: Bool { !isSaving && (draft != saved || saveHasFailed) }

    /// The suggestions that are no tags yet.
    var shownSuggestions: [String] { suggestions.filter { !tags.contains($0) } }

    /// Remembers the draft for an undo.
    mutating func remember() {
      past.append(draft)
      if past.count > 50 { past.removeFirst() }
    }
  }

  enum Input: Equatable, Sendable {
    case captionChanged(String)
    case suggestionTapped(String)
    case tagRemoved(String)
    case clearTapped
    case undoTapped
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case suggested([String])
    case suggestFailed
    case saved(F32Draft)
    case saveFailed
  }

  private enum CancelID { case suggest }

  @Dependency(\.f32Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.captionChanged(let caption)):
      guard caption != state.caption else { return .none }
      state.remember()
      state.caption = caption
      state.suggestions = []
      state.isSuggesting = !caption.isEmpty
      return caption.isEmpty ? .cancel(id: CancelID.suggest) : suggest(for: caption)

    case .input(.suggestionTapped(let tag)):
      guard state.shownSuggestions.contains(tag) else { return .none }
      state.remember()
      state.tags.append(tag)
      return .none

    case .input(.tagRemoved(let tag)):
      guard state.tags.contains(tag) else { return .none }
      state.remember()
      state.tags.removeAll { $0 == tag }
      return .none

    case .input(.clearTapped):
      guard state.draft != F32Draft() else { return .none }
      state.remember()
      state.draft = F32Draft()
      state.suggestions = []
      state.isSuggesting = false
      return .cancel(id: CancelID.suggest)

    case .input(.undoTapped):
      guard let last = state.past.popLast() else { return .none }
      let captionStays = last.caption == state.caption
      state.draft = last
      if captionStays { return .none }
      state.suggestions = []
      return .cancel(id: CancelID.suggest)

    case .input(.saveTapped):
      guard state.canSave else { return .none }
      state.isSaving = true
      state.saveHasFailed = false
      return .run("save", of: state.draft) { [draft = state.draft] send in
        try await client.save(draft)
        await send(.saved(draft))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.suggested(let tags)):
      state.isSuggesting = false
      state.suggestions = tags
      return .none

    case .feedback(.suggestFailed):
      state.isSuggesting = false
      return .none

    case .feedback(.saved(let draft)):
      state.isSaving = false
      state.saved = draft
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveHasFailed = true
      return .none
    }
  }

  private func suggest(for caption: String) -> Effect<Feedback, Never> {
    .run("suggest", of: caption) { send in
      await send(.suggested(try await client.suggest(caption)))
    } catch: { _, send in
      await send(.suggestFailed)
    }
    .debounce(id: CancelID.suggest, for: .milliseconds(400))
  }
}

struct F32Draft: Hashable, Sendable {
  var caption = ""
  var tags: [String] = []
}

struct F32Client: TestDependencyKey, Sendable {
  var suggest: @Sendable (_ caption: String) async throws -> [String]
  var save: @Sendable (_ draft: F32Draft) async throws -> Void

  static let testValue = F32Client(
    suggest: unimplemented("F32Client.suggest"),
    save: unimplemented("F32Client.save")
  )
}

extension DependencyValues {
  var f32Client: F32Client {
    get { self[F32Client.self] }
    set { self[F32Client.self] = newValue }
  }
}

struct F32Offline: Error {}

struct F32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F32Caption.State) -> [F32Caption.Input] in
        var inputs: [F32Caption.Input] = []
        if state.canSave { inputs.append(.saveTapped) }
        if !state.past.isEmpty { inputs.append(.undoTapped) }
        guard state.past.count < 2 else { return inputs }
        inputs += [.captionChanged("Sunset"), .captionChanged("Sunset at sea"), .captionChanged("")]
        if state.draft != F32Draft() { inputs.append(.clearTapped) }
        if let tag = state.shownSuggestions.first { inputs.append(.suggestionTapped(tag)) }
        if let tag = state.tags.first { inputs.append(.tagRemoved(tag)) }
        return inputs
      }
    ) { () -> TestStore<F32Caption> in
      let store = TestStore(initialState: F32Caption.State()) { F32Caption() }
      store.gate("suggest", at: \.f32Client.suggest) { _ in [.success(["evening"]), .failure(F32Offline())] }
      store.gate("save", at: \.f32Client.save) { _ in [.success(()), .failure(F32Offline())] }
      return store
    }
  }
}
