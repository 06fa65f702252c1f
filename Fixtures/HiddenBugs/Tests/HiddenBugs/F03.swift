import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum F03SaveKey: TestDependencyKey {
  static let testValue: @Sendable (_ poem: Int, _ text: String) async throws -> Void = unimplemented("f03Save")
}

enum F03LinksKey: TestDependencyKey {
  static let testValue: @Sendable () -> AsyncStream<Int> = unimplemented(
    "f03Links",
    placeholder: AsyncStream { $0.finish() }
  )
}

extension DependencyValues {
  var f03Save: @Sendable (_ poem: Int, _ text: String) async throws -> Void {
    get { self[F03SaveKey.self] }
    set { self[F03SaveKey.self] = newValue }
  }

  /// The poems to which the links lead that the user opens outside of the app.
  var f03Links: @Sendable () -> AsyncStream<Int> {
    get { self[F03LinksKey.self] }
    set { self[F03LinksKey.self] = newValue }
  }
}

/// The editor of one poem.
struct F03Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var text: String
    var savedText: String
    var isSaving = false
    var hasFailed = false

    /// Whether there is something to save. The title bar shows it as a dot.
    var isEdited: Bool { text != savedText && !isSaving }
  }

  enum Input: Equatable {
    case textChanged(String)
    case saveTapped
    case closeTapped
  }

  enum Feedback: Equatable {
    case saved
    case saveFailed
  }

  enum Output: Equatable {
    case saved(Int, text: String)
    case closeTapped
  }

  private enum CancelID { case save }

  @Dependency(\.f03Save) private var save

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isEdited else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.id) { [id = state.id, text = state.text] send in
        try await save(id, text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save)

    case .input(.closeTapped):
      return state.isSaving ? .none : .output(.closeTapped)

    case .feedback(.saved):
      state.isSaving = false
      state.savedText = state.text
      return .output(.saved(state.id, text: state.text))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The shelf with all poems. One of them may be open in the editor, which covers the screen.
struct F03Poems: Reducer {
  enum Destination: Equatable {
    case shelf
    case poem(Int)
  }

  struct State: Equatable {
    var poems: [Int: String] = [:]
    var editor: F03Editor.State?
    /// Where the user wants to go. While it is set, the screen asks whether the changes may be discarded.
    var destination: Destination?
  }

  enum Input: Equatable {
    case appeared
    case poemTapped(Int)
    case editor(F03Editor.Input)
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable {
    case linkOpened(Int)
    case editor(ChildFeedback<F03Editor>)
  }

  private enum CancelID { case links }

  private let editor = Scope<F03Poems, F03Editor>(ifLet: \.editor, feedback: Feedback.editor) { F03Editor() }

  @Dependency(\.f03Links) private var links

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return .run("links") { send in
        for await poem in links() { await send(.linkOpened(poem)) }
      }
      .cancellable(id: CancelID.links, cancelInFlight: true)

    case .input(.poemTapped(let poem)):
      guard state.editor == nil else { return .none }
      go(to: .poem(poem), &state)
      return .none

    case .feedback(.linkOpened(let poem)):
      guard state.poems[poem] != nil, state.editor?.id != poem else { return .none }
      leave(to: .poem(poem), &state)
      return .none

    case .input(.editor(let input)):
      guard state.editor != nil, state.destination == nil else { return .none }
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saved(let poem, let text)))):
      state.poems[poem] = text
      return .none

    case .feedback(.editor(.output(.closeTapped))):
      leave(to: .shelf, &state)
      return .none

    case .input(.discardTapped):
      guard let destination = state.destination else { return .none }
      state.destination = nil
      go(to: destination, &state)
      return .none

    case .input(.keepTapped):
      state.destination = nil
      return .none
    }
  }

  /// Leaves the editor, if its changes may be discarded.
  private func leave(to destination: Destination, _ state: inout State) {
    if let editor = state.editor, editor.isEdited {
      state.destination = destination
    } else {
      go(to: destination, &state)
    }
  }

  private func go(to destination: Destination, _ state: inout State) {
    switch destination {
    case .shelf:
      state.editor = nil
    case .poem(let id):
      guard let text = state.poems[id] else { return }
      state.editor = F03Editor.State(id: id, text: text, savedText: text)
    }
  }
}

struct F03Offline: Error {}

struct F03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .poemTapped(1), .editor(.textChanged("Rose")), .editor(.saveTapped), .editor(.closeTapped),
        .discardTapped, .keepTapped,
      ]
    ) { () -> TestStore<F03Poems> in
      let store = TestStore(initialState: F03Poems.State(poems: [1: "Oak", 2: "Ash"])) { F03Poems() }
      store.gate("save", at: \.f03Save) { _ in [.success(()), .failure(F03Offline())] }
      store.gate("links", at: \.f03Links) { [.element(1), .element(2)] }
      return store
    }
  }
}
