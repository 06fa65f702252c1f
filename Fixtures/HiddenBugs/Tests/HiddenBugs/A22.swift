import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The text of one recipe. It is loaded when the editor opens.
struct A22Editor: Reducer {
  enum Status: Equatable { case loading, unavailable, ready, saving, unsaved }

  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
    var saved = ""
    var status = Status.loading

    var hasChanges: Bool { text != saved }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved(String)
    case saveFailed
  }

  enum Output: Equatable, Sendable {
    /// The save is over, in one way or the other.
    case saveEnded
  }

  @Dependency(\.a22Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.status != .loading, state.status != .unavailable else { return .none }
      state.text = text
      if state.status == .unsaved { state.status = .ready }
      return .none

    case .input(.saveTapped):
      guard state.status == .ready || state.status == .unsaved, state.hasChanges else { return .none }
      state.status = .saving
      return .run("save", of: state.id) { [id = state.id, text = state.text] send in
        try await client.save(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.retryTapped):
      guard state.status == .unavailable else { return .none }
      state.status = .loading
      return load(state.id)

    case .feedback(.loaded(let text)):
      state.status = .ready
      state.text = text
      state.saved = text
      return .none

    case .feedback(.loadFailed):
      state.status = .unavailable
      return .none

    case .feedback(.saved(let text)):
      state.status = .ready
      state.saved = text
      return .output(.saveEnded)

    case .feedback(.saveFailed):
      state.status = .unsaved
      return .output(.saveEnded)
    }
  }

  private func load(_ id: Int) -> Effect<Feedback, Output> {
    .run("load", of: id) { send in
      await send(.loaded(try await client.load(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// A recipe book with an editor beside it. Recipes are opened from the list, and by links in messages.
struct A22Book: Reducer {
  enum Place: Equatable, Sendable {
    case list
    case recipe(Int)
  }

  enum Choice: Equatable, Sendable { case discard }

  struct State: Equatable {
    var editor: A22Editor.State?
    /// Where the user wants to go, while something is in the way.
    var wish: Place?
    var alert: AlertState<Choice>?
  }

  enum Input: Equatable, Sendable {
    case recipeTapped(Int)
    case linkOpened(Int)
    case closeTapped
    case alert(AlertState<Choice>.Answer)
    case editor(A22Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case editor(ChildFeedback<A22Editor>)
  }

  static let question = AlertState(
    "Your changes are not saved.",
    buttons: [.init("Discard them", role: .destructive, action: Choice.discard), .init("Stay", role: .cancel)]
  )

  private let editor = Scope<A22Book, A22Editor>(ifLet: \.editor, feedback: Feedback.editor) { A22Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.recipeTapped(let id)), .input(.linkOpened(let id)):
      guard state.editor?.id != id else {
        state.wish = nil
        state.alert = nil
        return .none
      }
      return leave(to: .recipe(id), &state)

    case .input(.closeTapped):
      return leave(to: .list, &state)

    case .input(.alert(let answer)):
      let choice = state.alert.close(by: answer)
      guard choice == .discard, let wish = state.wish else {
        state.wish = nil
        return .none
      }
      return go(to: wish, &state)

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saveEnded))):
      guard let wish = state.wish else { return .none }
      return leave(to: wish, &state)
    }
  }

  /// Goes to a place, unless a save runs, or the user has to decide about changes.
  private func leave(to place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    guard let draft = state.editor, draft.status == .saving || draft.hasChanges else { return go(to: place, &state) }
    state.wish = place
    state.alert = draft.status == .saving ? nil : Self.question
    return .none
  }

  private func go(to place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    state.wish = nil
    state.alert = nil
    switch place {
    case .list:
      state.editor = nil
      return .none
    case .recipe(let id):
      state.editor = A22Editor.State(id: id)
      return editor.start(from: state)
    }
  }
}

struct A22Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ recipe: Int) async throws -> String
  var save: @Sendable (_ recipe: Int, _ text: String) async throws -> Void

  static let testValue = A22Client(
    load: unimplemented("A22Client.load"),
    save: unimplemented("A22Client.save")
  )
}

extension DependencyValues {
  var a22Client: A22Client {
    get { self[A22Client.self] }
    set { self[A22Client.self] = newValue }
  }
}

struct A22Offline: Error {}

struct A22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A22Book.State) -> [A22Book.Input] in
        let links: [A22Book.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.alert != nil { return links + [.alert(.dismissed), .alert(.chosen(.discard))] }
        guard let editor = state.editor else { return links + [.recipeTapped(1), .recipeTapped(2)] }
        var inputs = links + [.closeTapped]
        switch editor.status {
        case .loading: break
        case .unavailable: inputs.append(.editor(.retryTapped))
        case .ready, .unsaved, .saving:
          inputs += [.editor(.textChanged("200 g of rye")), .editor(.textChanged("250 g of rye"))]
          if editor.hasChanges, editor.status != .saving { inputs.append(.editor(.saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<A22Book> in
      let store = TestStore(initialState: A22Book.State()) { A22Book() }
      store.gate("load", at: \.a22Client.load) { _ in [.success("Rye"), .failure(A22Offline())] }
      store.gate("save", at: \.a22Client.save) { _ in [.success(()), .failure(A22Offline())] }
      return store
    }
  }
}
