import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What a user sells, with an editor for its text, and the pages of other things, which links from messages open.
struct F24Shop: Reducer {
  struct State: Equatable {
    var texts: [String: String]
    var editor: F24Editor.State?
    var page: Page?
    /// Where the user goes once the save is over.
    var pending: Exit?
    /// Where the user goes if the text may be discarded.
    var question: Exit?
  }

  enum Page: Equatable {
    case loading(String)
    case shown(String, text: String)
    case failed(String)
  }

  enum Exit: Equatable {
    case list
    case page(String)
  }

  enum Input: Equatable, Sendable {
    case editTapped(String)
    case editor(F24Editor.Input)
    case closeTapped
    case discardTapped
    case keepTapped
    case linkOpened(String)
    case reloadTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String, text: String)
    case loadFailed(String)
    case editor(ChildFeedback<F24Editor>)
  }

  private enum CancelID { case page }

  @Dependency(\.f24Client) private var client

  private let editor = Scope<F24Shop, F24Editor>(ifLet: \.editor, feedback: Feedback.editor) { F24Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editTapped(let id)):
      guard state.editor == nil, state.page == nil, let text = state.texts[id] else { return .none }
      state.editor = F24Editor.State(id: id, text: text, saved: text)
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .input(.closeTapped):
      return leave(for: .list, &state)

    case .input(.linkOpened(let id)):
      return leave(for: .page(id), &state)

    case .input(.discardTapped):
      guard let exit = state.question else { return .none }
      return go(to: exit, &state)

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.reloadTapped):
      guard case .failed(let id) = state.page else { return .none }
      return load(id, &state)

    case .feedback(.loaded(let id, let text)):
      state.page = .shown(id, text: text)
      return .none

    case .feedback(.loadFailed(let id)):
      state.page = .failed(id)
      return .none

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saved(let id, let text)))):
      state.texts[id] = text
      guard let exit = state.pending else { return .none }
      return go(to: exit, &state)

    case .feedback(.editor(.output(.saveFailed))):
      state.pending = nil
      return .none
    }
  }

  /// Leaves what is open, at once or later.
  private func leave(for exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    guard let editor = state.editor else { return go(to: exit, &state) }
    if editor.isSaving {
      state.pending = exit
      return .none
    }
    if editor.hasChanges {
      state.question = exit
      return .none
    }
    return go(to: exit, &state)
  }

  private func go(to exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    state.editor = nil
    state.pending = nil
    state.question = nil
    switch exit {
    case .list:
      state.page = nil
      return .cancel(id: CancelID.page)
    case .page(let id):
      return load(id, &state)
    }
  }

  private func load(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.page = .loading(id)
    return .run("page", of: id) { send in
      await send(.loaded(id, text: try await client.page(id)))
    } catch: { _, send in
      await send(.loadFailed(id))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

/// The text of one thing that is for sale.
struct F24Editor: Reducer {
  struct State: Equatable, Identifiable {
    var id: String
    var text: String
    var saved: String
    var isSaving = false
    var hasFailed = false

    var hasChanges: Bool { text != saved }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case failed
  }

  enum Output: Equatable, Sendable {
    case saved(id: String, text: String)
    case saveFailed
  }

  @Dependency(\.f24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      state.text = text
      return .none

    case .input(.saveTapped):
      guard !state.isSaving, state.hasChanges else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [id = state.id, text = state.text] send in
        try await client.save(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      return .output(.saved(id: state.id, text: text))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.saveFailed)
    }
  }
}

struct F24Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ id: String) async throws -> String
  var save: @Sendable (_ id: String, _ text: String) async throws -> Void

  static let testValue = F24Client(
    page: unimplemented("F24Client.page"),
    save: unimplemented("F24Client.save")
  )
}

extension DependencyValues {
  var f24Client: F24Client {
    get { self[F24Client.self] }
    set { self[F24Client.self] = newValue }
  }
}

struct F24Offline: Error {}

struct F24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F24Shop.State) -> [F24Shop.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped, .linkOpened("Bike")] }
        if let editor = state.editor {
          let texts = ["Lamp", "Old lamp", "Old lamp, works"].filter { $0 != editor.text }
          var inputs: [F24Shop.Input] = texts.map { .editor(.textChanged($0)) }
          if editor.hasChanges, !editor.isSaving { inputs.append(.editor(.saveTapped)) }
          inputs += [.closeTapped, .linkOpened("Bike")]
          return inputs
        }
        switch state.page {
        case nil: return [.editTapped("1"), .linkOpened("Bike")]
        case .loading, .shown: return [.closeTapped, .linkOpened("Bike")]
        case .failed: return [.reloadTapped, .closeTapped]
        }
      }
    ) { () -> TestStore<F24Shop> in
      let store = TestStore(initialState: F24Shop.State(texts: ["1": "Lamp"])) { F24Shop() }
      store.gate("page", at: \.f24Client.page) { id in [.success("\(id), red"), .failure(F24Offline())] }
      store.gate("save", at: \.f24Client.save) { _ in [.success(()), .failure(F24Offline())] }
      return store
    }
  }
}
