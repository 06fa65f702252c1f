import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The children of a kindergarten. Each child has a profile, with a note for those who look after it. Links in messages
/// lead to a child.
struct G24Kindergarten: Reducer {
  struct State: Equatable {
    var path: Stack<G24Screen> = []
    var question: Destination?

    var hasChanges: Bool { path.screens.contains { $0.note?.hasChanges == true } }
  }

  /// Where the user goes after the question whether to discard the changes.
  enum Destination: Equatable {
    case back
    case child(Int)
  }

  enum Input: Equatable, Sendable {
    case childTapped(Int)
    case editTapped
    case backTapped
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case note(ScreenID, G24Note.Input)
  }

  enum Feedback: Equatable, Sendable {
    case note(ScreenID, ChildFeedback<G24Note>)
  }

  private let note = ScopeScreens<G24Kindergarten, G24Note>(
    at: .screens(\.path, \.note),
    feedback: Feedback.note
  ) { G24Note() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.note(let id, let input)): return note.reduce(.input(input), id: id, into: &state)
    case .feedback(.note(let id, .feedback(let feedback))):
      return note.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.childTapped(let child)):
      guard state.path.isEmpty else { return .none }
      state.path.push(.profile(child))
      return .none

    case .input(.editTapped):
      guard case .profile(let child) = state.path.top else { return .none }
      let id = state.path.push(.note(G24Note.State(child: child)))
      return note.start(id: id, from: state)

    case .input(.backTapped):
      guard state.path.top?.note?.isSaving != true else { return .none }
      return leave(for: .back, from: &state)

    case .input(.linkOpened(let child)):
      return leave(for: .child(child), from: &state)

    case .input(.discardTapped):
      guard let destination = state.question else { return .none }
      go(to: destination, in: &state)
      return .none

    case .input(.keepTapped):
      state.question = nil
      return .none
    }
  }

  /// Leaves the topmost screen, after a question if it has changes.
  private func leave(for destination: Destination, from state: inout State) -> Effect<Feedback, Never> {
    if state.hasChanges {
      state.question = destination
    } else {
      go(to: destination, in: &state)
    }
    return .none
  }

  private func go(to destination: Destination, in state: inout State) {
    state.question = nil
    switch destination {
    case .back: state.path.pop()
    case .child(let child): state.path = [.profile(child)]
    }
  }
}

enum G24Screen: Equatable {
  case profile(Int)
  case note(G24Note.State)

  var note: G24Note.State? {
    get { if case .note(let note) = self { note } else { nil } }
    set { if let newValue { self = .note(newValue) } }
  }
}

/// The note of a child: its allergies, and who may pick it up.
struct G24Note: Reducer {
  struct State: Equatable {
    let child: Int
    var text = ""
    var savedText = ""
    var isLoading = true
    var loadFailed = false
    var isSaving = false
    var saveFailed = false

    var hasChanges: Bool { text != savedText }
    var isEditable: Bool { !isLoading && !loadFailed && !isSaving }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
    case reloadTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed(previous: String)
  }

  @Dependency(\.g24Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.child) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.isEditable else { return .none }
      state.text = text
      state.saveFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isEditable, state.hasChanges else { return .none }
      let previous = state.savedText
      state.savedText = state.text
      state.isSaving = true
      state.saveFailed = false
      return save(G24Text(child: state.child, text: state.text), replacing: previous)

    case .input(.reloadTapped):
      guard state.loadFailed else { return .none }
      state.isLoading = true
      state.loadFailed = false
      return load(state.child)

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.savedText = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.saved):
      state.isSaving = false
      return .none

    case .feedback(.saveFailed(let previous)):
      state.isSaving = false
      state.savedText = previous
      state.saveFailed = true
      return .none
    }
  }

  private func load(_ child: Int) -> Effect<Feedback, Never> {
    .run("note", of: child) { send in
      await send(.loaded(try await client.note(child)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func save(_ text: G24Text, replacing previous: String) -> Effect<Feedback, Never> {
    .run("save", of: text) { send in
      try await client.save(text)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed(previous: previous))
    }
  }
}

struct G24Text: Hashable, Sendable {
  var child: Int
  var text: String
}

struct G24Client: TestDependencyKey, Sendable {
  var note: @Sendable (_ child: Int) async throws -> String
  var save: @Sendable (_ text: G24Text) async throws -> Void

  static let testValue = G24Client(
    note: unimplemented("G24Client.note"),
    save: unimplemented("G24Client.save")
  )
}

extension DependencyValues {
  var g24Client: G24Client {
    get { self[G24Client.self] }
    set { self[G24Client.self] = newValue }
  }
}

struct G24Offline: Error {}

struct G24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G24Kindergarten.State) -> [G24Kindergarten.Input] in
        var inputs: [G24Kindergarten.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil { return inputs + [.discardTapped, .keepTapped] }
        guard let id = state.path.ids.last, let screen = state.path.top else {
          return inputs + [.childTapped(1), .childTapped(2)]
        }
        guard let note = screen.note else { return inputs + [.editTapped, .backTapped] }
        if !note.isSaving { inputs.append(.backTapped) }
        if note.loadFailed { inputs.append(.note(id, .reloadTapped)) }
        if note.isEditable {
          inputs += [.note(id, .textChanged("No nuts.")), .note(id, .textChanged("Grandma picks up."))]
          if note.hasChanges { inputs.append(.note(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<G24Kindergarten> in
      let store = TestStore(initialState: G24Kindergarten.State()) { G24Kindergarten() }
      store.gate("note", at: \.g24Client.note) { _ in [.success("No nuts."), .failure(G24Offline())] }
      store.gate("save", at: \.g24Client.save) { _ in [.success(()), .failure(G24Offline())] }
      return store
    }
  }
}
