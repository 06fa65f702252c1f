import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor of one recipe.
struct K20Editor: Reducer {
  enum Phase: Equatable, Sendable {
    case loading
    case unavailable
    case ready
    case saving
    case notSaved
  }

  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
    /// The text on the server; nil until it is known.
    var saved: String?
    var phase = Phase.loading

    var isDirty: Bool { saved != nil && saved != text }
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

  enum Output: Equatable, Sendable { case saveEnded }

  @Dependency(\.k20Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.saved != nil else { return .none }
      state.text = text
      if state.phase == .notSaved { state.phase = .ready }
      return .none

    case .input(.saveTapped):
      guard state.isDirty, state.phase != .saving else { return .none }
      state.phase = .saving
      return .run("save", of: state.text) { [id = state.id, text = state.text] send in
        try await client.save(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.retryTapped):
      guard state.phase == .unavailable else { return .none }
      state.phase = .loading
      return load(state.id)

    case .feedback(.loaded(let text)):
      state.text = text
      state.saved = text
      state.phase = .ready
      return .none

    case .feedback(.loadFailed):
      state.phase = .unavailable
      return .none

    case .feedback(.saved(let text)):
      state.saved = text
      state.phase = .ready
      return .output(.saveEnded)

    case .feedback(.saveFailed):
      // The text may be as before again.
      state.phase = state.isDirty ? .notSaved : .ready
      return .output(.saveEnded)
    }
  }

  private func load(_ id: Int) -> Effect<Feedback, Output> {
    .run("load", of: id) { send in
      await send(.loaded(try await client.recipe(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// A cookbook, which also opens the recipes of links. It leaves an editor when its text is safe, or when the user says so.
struct K20Cookbook: Reducer {
  enum Destination: Equatable, Sendable {
    case list
    case recipe(Int)
  }

  struct State: Equatable {
    var editor: K20Editor.State?
    /// Where to go when the running save has ended.
    var next: Destination?
    /// Where to go if the user discards the changes. The question is on the screen.
    var question: Destination?
  }

  enum Input: Equatable, Sendable {
    case recipeTapped(Int)
    case linkOpened(Int)
    case closeTapped
    case discardTapped
    case keepTapped
    case editor(K20Editor.Input)
  }

  enum Feedback: Equatable, Sendable { case editor(ChildFeedback<K20Editor>) }

  let editor = Scope<K20Cookbook, K20Editor>(ifLet: \.editor, feedback: Feedback.editor) { K20Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.recipeTapped(let id)), .input(.linkOpened(let id)):
      return leave(for: .recipe(id), &state)

    case .input(.closeTapped):
      return leave(for: .list, &state)

    case .input(.discardTapped):
      guard let destination = state.question else { return .none }
      return go(to: destination, &state)

    case .input(.keepTapped):
      state.question = nil
      state.next = nil
      return .none

    case .input(.editor(let input)):
      guard state.question == nil else { return .none }
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saveEnded))):
      guard let destination = state.next else { return .none }
      state.next = nil
      return leave(for: destination, &state)
    }
  }

  private func leave(for destination: Destination, _ state: inout State) -> Effect<Feedback, Never> {
    guard let current = state.editor else { return go(to: destination, &state) }
    if destination == .recipe(current.id) {
      state.next = nil
      state.question = nil
      return .none
    }
    if current.phase == .saving {
      state.next = destination
      return .none
    }
    if current.isDirty {
      state.question = destination
      return .none
    }
    return go(to: destination, &state)
  }

  private func go(to destination: Destination, _ state: inout State) -> Effect<Feedback, Never> {
    state.next = nil
    state.question = nil
    switch destination {
    case .list:
      state.editor = nil
      return .none
    case .recipe(let id):
      state.editor = K20Editor.State(id: id)
      return editor.start(from: state)
    }
  }
}

struct K20Client: TestDependencyKey, Sendable {
  var recipe: @Sendable (_ id: Int) async throws -> String
  var save: @Sendable (_ id: Int, _ text: String) async throws -> Void

  static let testValue = K20Client(recipe: unimplemented("K20Client.recipe"), save: unimplemented("K20Client.save"))
}

extension DependencyValues {
  var k20Client: K20Client {
    get { self[K20Client.self] }
    set { self[K20Client.self] = newValue }
  }
}

struct K20Offline: Error {}

struct K20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K20Cookbook.State) -> [K20Cookbook.Input] in
        guard let editor = state.editor else { return [.recipeTapped(1), .linkOpened(2)] }
        var inputs: [K20Cookbook.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil { return inputs + [.discardTapped, .keepTapped] }
        inputs.append(.closeTapped)
        if state.next != nil { inputs.append(.keepTapped) }
        if editor.phase == .unavailable { inputs.append(.editor(.retryTapped)) }
        if editor.saved != nil { inputs += [.editor(.textChanged("Stew")), .editor(.textChanged("Pie"))] }
        if editor.isDirty { inputs.append(.editor(.saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<K20Cookbook> in
      let store = TestStore(initialState: K20Cookbook.State()) { K20Cookbook() }
      store.gate("recipe", at: \.k20Client.recipe) { _ in [.success("Soup"), .failure(K20Offline())] }
      store.gate("save", at: \.k20Client.save) { _ in [.success(()), .failure(K20Offline())] }
      return store
    }
  }
}
