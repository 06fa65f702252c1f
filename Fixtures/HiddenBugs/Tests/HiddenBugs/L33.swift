import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The records of a library's books. A scanned label is a link, and shows the record of its book.
struct L33Records: Reducer {
  struct State: Equatable {
    var books = [L33Book(id: 1, title: "Emma"), L33Book(id: 2, title: "Ulysses")]
    var path: Stack<L33Screen> = []

    /// What the app asks about before it throws changes away.
    var question: Question?

    enum Question: Equatable {
      case back
      case link(Int)
    }
  }

  enum Input: Equatable, Sendable {
    case bookTapped(Int)
    case editTapped
    case backTapped
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case editor(ScreenID, L33Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case editor(ScreenID, ChildFeedback<L33Editor>)
  }

  private let editor = ScopeScreens<L33Records, L33Editor>(
    at: .screens(\.path, \.editor),
    feedback: Feedback.editor
  ) { L33Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bookTapped(let id)):
      guard state.path.isEmpty else { return .none }
      show(id, &state)
      return .none

    case .input(.editTapped):
      guard case .record(let book)? = state.path.top else { return .none }
      state.path.push(.editor(L33Editor.State(book: book)))
      return .none

    case .input(.backTapped):
      guard state.path.top?.editor?.isSaving != true else { return .none }
      if state.path.top?.editor?.asksBeforeLeaving == true {
        state.question = .back
      } else {
        state.path.pop()
      }
      return .none

    case .input(.linkOpened(let id)):
      if state.path.top?.editor?.asksBeforeLeaving == true {
        state.question = .link(id)
      } else {
        show(id, &state)
      }
      return .none

    case .input(.discardTapped):
      switch state.question {
      case .back:
        state.path.pop()
        state.question = nil
      case .link(let id): show(id, &state)
      case nil: break
      }
      return .none

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.editor(let id, let input)):
      return editor.reduce(.input(input), id: id, into: &state)

    case .feedback(.editor(let id, .feedback(let feedback))):
      return editor.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.editor(_, .output(.saved(let book)))):
      if let index = state.books.firstIndex(where: { $0.id == book.id }) { state.books[index] = book }
      show(book.id, &state)
      return .none
    }
  }

  /// Shows a record, and nothing above it.
  private func show(_ id: Int, _ state: inout State) {
    guard let book = state.books.first(where: { $0.id == id }) else { return }
    state.path = [.record(book)]
    state.question = nil
  }
}

enum L33Screen: Equatable {
  case record(L33Book)
  case editor(L33Editor.State)

  var editor: L33Editor.State? {
    get { if case .editor(let editor) = self { editor } else { nil } }
    set { if let newValue { self = .editor(newValue) } }
  }
}

/// The form for the title of a book, which may be looked up in the union catalogue.
struct L33Editor: Reducer {
  struct State: Equatable {
    let book: L33Book
    var title: String
    var isLookingUp = false
    var isSaving = false
    var hasFailed = false

    init(book: L33Book) {
      self.book = book
      title = book.title
    }

    /// Whether the form is still being filled in, and differs from the record.
    var asksBeforeLeaving: Bool { !isSaving && title != book.title }
  }

  enum Input: Equatable, Sendable {
    case titleChanged(String)
    case lookUpTapped
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case lookedUp(String)
    case saved(L33Book)
    case failed
  }

  enum Output: Equatable, Sendable {
    case saved(L33Book)
  }

  @Dependency(\.l33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    // The form is disabled while it works.
    if case .input = message, state.isLookingUp || state.isSaving { return .none }

    switch message {
    case .input(.titleChanged(let title)):
      state.title = title
      state.hasFailed = false
      return .none

    case .input(.lookUpTapped):
      state.isLookingUp = true
      state.hasFailed = false
      return .run("look up", of: state.book.id) { [id = state.book.id] send in
        await send(.lookedUp(try await client.title(id)))
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.saveTapped):
      state.isSaving = true
      state.hasFailed = false
      let book = L33Book(id: state.book.id, title: state.title)
      return .run("save", of: book) { send in
        try await client.save(book)
        await send(.saved(book))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.lookedUp(let title)):
      state.isLookingUp = false
      state.title = title
      return .none

    case .feedback(.saved(let book)):
      state.isSaving = false
      return .output(.saved(book))

    case .feedback(.failed):
      state.isLookingUp = false
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

struct L33Book: Hashable, Sendable {
  var id: Int
  var title: String
}

struct L33Client: TestDependencyKey, Sendable {
  var title: @Sendable (_ book: Int) async throws -> String
  var save: @Sendable (_ book: L33Book) async throws -> Void

  static let testValue = L33Client(title: unimplemented("L33Client.title"), save: unimplemented("L33Client.save"))
}

extension DependencyValues {
  var l33Client: L33Client {
    get { self[L33Client.self] }
    set { self[L33Client.self] = newValue }
  }
}

struct L33Offline: Error {}

struct L33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L33Records.State) -> [L33Records.Input] in
        var inputs: [L33Records.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil { return inputs + [.discardTapped, .keepTapped] }
        guard let id = state.path.ids.last else { return inputs + [.bookTapped(1), .bookTapped(2)] }
        guard let editor = state.path.top?.editor else { return inputs + [.editTapped, .backTapped] }
        if editor.isSaving { return inputs }
        inputs.append(.backTapped)
        if !editor.isLookingUp {
          inputs += [.editor(id, .titleChanged("Persuasion")), .editor(id, .lookUpTapped)]
          if editor.title != editor.book.title { inputs.append(.editor(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<L33Records> in
      let store = TestStore(initialState: L33Records.State()) { L33Records() }
      store.gate("title", at: \.l33Client.title) { book in
        [.success(book == 1 ? "Emma" : "Ulysses"), .failure(L33Offline())]
      }
      store.gate("save", at: \.l33Client.save) { _ in [.success(()), .failure(L33Offline())] }
      return store
    }
  }
}
