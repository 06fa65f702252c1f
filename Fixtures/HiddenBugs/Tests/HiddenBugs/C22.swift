import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor of an episode's show notes.
struct C22Editor: Reducer {
  struct State: Equatable {
    let episode: Int
    var text: String
    var savedText: String
    var isSaving = false
    var hasFailed = false

    init(episode: Int, text: String) {
      self.episode = episode
      self.text = text
      savedText = text
    }

    var isDirty: Bool { text != savedText }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved(C22Notes), notSaved(before: String) }
  enum Output: Equatable, Sendable { case saved(C22Notes) }

  @Dependency(\.c22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      state.text = text
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      let notes = C22Notes(episode: state.episode, text: state.text)
      let before = state.savedText
      state.savedText = notes.text
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: notes) { send in
        try await client.save(notes)
        await send(.saved(notes))
      } catch: { _, send in
        await send(.notSaved(before: before))
      }

    case .feedback(.saved(let notes)):
      state.isSaving = false
      return .output(.saved(notes))

    case .feedback(.notSaved(before: let before)):
      state.isSaving = false
      state.hasFailed = true
      state.savedText = before
      return .none
    }
  }
}

enum C22Screen: Equatable {
  case episode(Int)
  case editor(C22Editor.State)

  var editor: C22Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = .editor(newValue) } }
  }
}

/// The studio of a podcast: episodes, their show notes, and links that open an episode.
struct C22Studio: Reducer {
  struct State: Equatable {
    var path: Stack<C22Screen> = []
    var notes: [Int: String] = [:]
    var loading: Int?
    var hasLoadFailed = false
    var question: Exit?

    /// The editor, which is always the topmost screen.
    var editor: C22Editor.State? { path.top?.editor }

    var episode: Int? { if case .episode(let id)? = path.top { id } else { nil } }
  }

  /// Where the user goes from an editor.
  enum Exit: Equatable { case back, episode(Int) }

  enum Input: Equatable, Sendable {
    case episodeTapped(Int)
    case linkOpened(Int)
    case retryTapped
    case editTapped
    case backTapped
    case discardTapped
    case keepTapped
    case editor(ScreenID, C22Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(C22Notes)
    case loadFailed
    case editor(ScreenID, ChildFeedback<C22Editor>)
  }

  private enum CancelID { case notes }

  private let editor = ScopeScreens<C22Studio, C22Editor>(at: .screens(\.path, \.editor), feedback: Feedback.editor) {
    C22Editor()
  }

  @Dependency(\.c22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.episodeTapped(let id)):
      return show(id, &state)

    case .input(.linkOpened(let id)):
      if let editor = state.editor, editor.isDirty {
        state.question = .episode(id)
        return .none
      }
      return show(id, &state)

    case .input(.retryTapped):
      guard state.hasLoadFailed, let episode = state.episode else { return .none }
      return load(episode, &state)

    case .input(.editTapped):
      guard let episode = state.episode, let text = state.notes[episode] else { return .none }
      state.path.push(.editor(C22Editor.State(episode: episode, text: text)))
      return .none

    case .input(.backTapped):
      if let editor = state.editor {
        guard !editor.isSaving else { return .none }
        if editor.isDirty {
          state.question = .back
          return .none
        }
      }
      return goBack(&state)

    case .input(.discardTapped):
      guard let exit = state.question else { return .none }
      switch exit {
      case .back:
        state.question = nil
        return goBack(&state)
      case .episode(let id):
        return show(id, &state)
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.editor(let id, let input)):
      return editor.reduce(.input(input), id: id, into: &state)

    case .feedback(.editor(let id, .feedback(let feedback))):
      return editor.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.editor(let id, .output(.saved(let notes)))):
      state.notes[notes.episode] = notes.text
      if state.path[id]?.editor?.isDirty == false { state.path.pop(from: id) }
      return .none

    case .feedback(.loaded(let notes)):
      state.loading = nil
      state.notes[notes.episode] = notes.text
      return .none

    case .feedback(.loadFailed):
      state.loading = nil
      state.hasLoadFailed = true
      return .none
    }
  }

  private func show(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.path = [.episode(id)]
    state.question = nil
    return load(id, &state)
  }

  private func goBack(_ state: inout State) -> Effect<Feedback, Never> {
    state.path.pop()
    guard state.path.isEmpty else { return .none }
    state.loading = nil
    state.hasLoadFailed = false
    return .cancel(id: CancelID.notes)
  }

  /// Loads the notes of an episode, unless they are known.
  private func load(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.hasLoadFailed = false
    guard state.notes[id] == nil else {
      state.loading = nil
      return .cancel(id: CancelID.notes)
    }
    state.loading = id
    return .run("notes", of: id) { send in
      await send(.loaded(C22Notes(episode: id, text: try await client.notes(id))))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.notes, cancelInFlight: true)
  }
}

struct C22Notes: Hashable, Sendable {
  var episode: Int
  var text: String
}

struct C22Client: TestDependencyKey, Sendable {
  var notes: @Sendable (_ episode: Int) async throws -> String
  var save: @Sendable (_ notes: C22Notes) async throws -> Void

  static let testValue = C22Client(notes: unimplemented("C22Client.notes"), save: unimplemented("C22Client.save"))
}

extension DependencyValues {
  var c22Client: C22Client {
    get { self[C22Client.self] }
    set { self[C22Client.self] = newValue }
  }
}

struct C22Offline: Error {}

struct C22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C22Studio.State) -> [C22Studio.Input] in
        var inputs: [C22Studio.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil {
          inputs += [.discardTapped, .keepTapped]
        } else if let editor = state.editor, let id = state.path.ids.last {
          inputs += [.editor(id, .textChanged("Links")), .editor(id, .textChanged("Guests"))]
          if editor.isDirty && !editor.isSaving { inputs.append(.editor(id, .saveTapped)) }
          if !editor.isSaving { inputs.append(.backTapped) }
        } else if let episode = state.episode {
          inputs.append(.backTapped)
          if state.notes[episode] != nil { inputs.append(.editTapped) }
          if state.hasLoadFailed { inputs.append(.retryTapped) }
        } else {
          inputs.append(.episodeTapped(1))
        }
        return inputs
      }
    ) { () -> TestStore<C22Studio> in
      let store = TestStore(initialState: C22Studio.State()) { C22Studio() }
      store.gate("notes", at: \.c22Client.notes) { _ in [.success("Links"), .failure(C22Offline())] }
      store.gate("save", at: \.c22Client.save) { _ in [.success(()), .failure(C22Offline())] }
      return store
    }
  }
}
