import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The lesson plans of a teacher. Each is edited on a screen above the list. A link in a mail opens a plan.
struct L32Plans: Reducer {
  struct State: Equatable {
    var titles = ["Maths", "Music"]
    var saved: Set<String> = []
    var editor: L32Editor.State?

    /// Where the user goes when the save has ended.
    var next: L32Place?

    /// Where the user wants to go, while the app asks whether to throw the changes away.
    var question: L32Place?
  }

  enum Input: Equatable, Sendable {
    case planTapped(String)
    case linkOpened(String)
    case closeTapped
    case discardTapped
    case keepTapped
    case editor(L32Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case editor(ChildFeedback<L32Editor>)
  }

  private let editor = Scope<L32Plans, L32Editor>(ifLet: \.editor, feedback: Feedback.editor) { L32Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.planTapped(let title)):
      return leave(to: .plan(title), &state)

    case .input(.linkOpened(let title)):
      guard state.titles.contains(title) else { return .none }
      return leave(to: .plan(title), &state)

    case .input(.closeTapped):
      return leave(to: .list, &state)

    case .input(.discardTapped):
      guard let place = state.question else { return .none }
      return go(to: place, &state)

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saved(let title)))):
      state.saved.insert(title)
      guard let place = state.next else { return .none }
      return leave(to: place, &state)

    case .feedback(.editor(.output(.saveFailed))):
      guard let place = state.next else { return .none }
      return leave(to: place, &state)
    }
  }

  /// Leaves the editor, unless it has work to end or changes to ask about first.
  private func leave(to place: L32Place, _ state: inout State) -> Effect<Feedback, Never> {
    state.next = nil
    state.question = nil
    guard let editor = state.editor else { return go(to: place, &state) }
    if place == .plan(editor.id) { return .none }
    if editor.isSaving {
      state.next = place
      return .none
    }
    if editor.text != editor.savedText {
      state.question = place
      return .none
    }
    return go(to: place, &state)
  }

  private func go(to place: L32Place, _ state: inout State) -> Effect<Feedback, Never> {
    state.question = nil
    switch place {
    case .list:
      state.editor = nil
      return .none
    case .plan(let title):
      state.editor = L32Editor.State(id: title)
      return editor.start(from: state)
    }
  }
}

enum L32Place: Equatable, Sendable {
  case list
  case plan(String)
}

/// The text of one plan.
struct L32Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var text = ""
    var savedText = ""
    var isLoading = true
    var isSaving = false
    var problem: Problem?

    enum Problem { case notLoaded, notSaved }
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
    case saved(String)
    case saveFailed
  }

  @Dependency(\.l32Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isLoading, state.problem != .notLoaded else { return .none }
      state.text = text
      state.problem = nil
      return .none

    case .input(.saveTapped):
      guard !state.isSaving, state.text != state.savedText else { return .none }
      return save(&state)

    case .input(.retryTapped):
      switch state.problem {
      case .notLoaded:
        state.isLoading = true
        state.problem = nil
        return load(state.id)
      case .notSaved: return save(&state)
      case nil: return .none
      }

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.savedText = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      return .output(.saved(state.id))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.problem = .notSaved
      return .output(.saveFailed)
    }
  }

  private func load(_ id: String) -> Effect<Feedback, Output> {
    .run("load", of: id) { send in
      await send(.loaded(try await client.load(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func save(_ state: inout State) -> Effect<Feedback, Output> {
    state.isSaving = true
    state.problem = nil
    let plan = L32Plan(title: state.id, text: state.text)
    return .run("save", of: plan) { send in
      try await client.save(plan)
      await send(.saved(plan.text))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct L32Plan: Hashable, Sendable {
  var title: String
  var text: String
}

struct L32Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ title: String) async throws -> String
  var save: @Sendable (_ plan: L32Plan) async throws -> Void

  static let testValue = L32Client(load: unimplemented("L32Client.load"), save: unimplemented("L32Client.save"))
}

extension DependencyValues {
  var l32Client: L32Client {
    get { self[L32Client.self] }
    set { self[L32Client.self] = newValue }
  }
}

struct L32Offline: Error {}

struct L32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L32Plans.State) -> [L32Plans.Input] in
        var inputs: [L32Plans.Input] = [.linkOpened("Maths"), .linkOpened("Music")]
        guard let editor = state.editor else { return inputs + [.planTapped("Maths"), .planTapped("Music")] }
        if state.question != nil { return inputs + [.discardTapped, .keepTapped] }
        inputs.append(.closeTapped)
        if editor.problem != nil { inputs.append(.editor(.retryTapped)) }
        if !editor.isLoading, editor.problem != .notLoaded {
          inputs += [.editor(.textChanged("Rhythm")), .editor(.textChanged("Sums"))]
          if !editor.isSaving, editor.text != editor.savedText { inputs.append(.editor(.saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<L32Plans> in
      let store = TestStore(initialState: L32Plans.State()) { L32Plans() }
      store.gate("load", at: \.l32Client.load) { _ in [.success("Sums"), .failure(L32Offline())] }
      store.gate("save", at: \.l32Client.save) { _ in [.success(()), .failure(L32Offline())] }
      return store
    }
  }
}
