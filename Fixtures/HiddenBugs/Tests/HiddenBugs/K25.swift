import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The charge limits of a car, one for each place where it is plugged in. A widget links to a place.
struct K25Limits: Reducer {
  struct State: Equatable {
    /// The limits that are known so far, for the list of places.
    var limits: [String: Int] = [:]
    var editor: K25Editor.State?

    /// Where the user wants to go, while the screen asks what becomes of the draft.
    var exit: Exit?
  }

  enum Exit: Equatable { case close, place(String) }

  enum Input: Equatable, Sendable {
    case placeTapped(String)
    case linkOpened(String)
    case closeTapped
    case discardTapped
    case keepEditingTapped
    case editor(K25Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case editor(ChildFeedback<K25Editor>)
  }

  private let editor = Scope<K25Limits, K25Editor>(ifLet: \.editor, feedback: Feedback.editor) { K25Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.placeTapped(let place)):
      guard state.editor == nil else { return .none }
      return show(place, in: &state)

    case .input(.linkOpened(let place)):
      guard state.editor?.id != place else {
        state.exit = nil
        return .none
      }
      guard state.editor?.draft == nil else {
        state.exit = .place(place)
        return .none
      }
      return show(place, in: &state)

    case .input(.closeTapped):
      guard let current = state.editor, current.saving == nil else { return .none }
      guard current.draft == nil else {
        state.exit = .close
        return .none
      }
      state.editor = nil
      return .none

    case .input(.discardTapped):
      switch state.exit {
      case .place(let place): return show(place, in: &state)
      case .close:
        state.exit = nil
        state.editor = nil
        return .none
      case nil: return .none
      }

    case .input(.keepEditingTapped):
      state.exit = nil
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.limitKnown(let place, let limit)))):
      state.limits[place] = limit
      return .none
    }
  }

  private func show(_ place: String, in state: inout State) -> Effect<Feedback, Never> {
    state.exit = nil
    state.editor = K25Editor.State(id: place)
    return editor.start(from: state)
  }
}

/// The limit of one place.
struct K25Editor: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var limit: Int?
    var draft: Int?
    var saving: Int?
    var isLoading = true
    var problem: Problem?

    /// What the slider shows.
    var shown: Int? { draft ?? saving ?? limit }
  }

  enum Problem: Equatable { case notLoaded, notSaved }

  enum Input: Equatable, Sendable { case limitPicked(Int), saveTapped, reloadTapped }
  enum Feedback: Equatable, Sendable { case loaded(Int), notLoaded, saved(Int), notSaved }
  enum Output: Equatable, Sendable { case limitKnown(String, Int) }

  @Dependency(\.k25Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.limitPicked(let limit)):
      guard state.limit != nil, state.saving == nil else { return .none }
      state.draft = limit == state.limit ? nil : limit
      state.problem = nil
      return .none

    case .input(.saveTapped):
      guard let limit = state.draft else { return .none }
      state.draft = nil
      state.saving = limit
      state.problem = nil
      return .run("save", of: limit) { [place = state.id] send in
        try await client.save(place, limit)
        await send(.saved(limit))
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.reloadTapped):
      guard state.limit == nil, !state.isLoading else { return .none }
      state.isLoading = true
      state.problem = nil
      return load(state.id)

    case .feedback(.loaded(let limit)):
      state.isLoading = false
      state.limit = limit
      return .output(.limitKnown(state.id, limit))

    case .feedback(.notLoaded):
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .feedback(.saved(let limit)):
      state.saving = nil
      state.limit = limit
      return .output(.limitKnown(state.id, limit))

    case .feedback(.notSaved):
      state.draft = state.saving
      state.saving = nil
      state.problem = .notSaved
      return .none
    }
  }

  private func load(_ place: String) -> Effect<Feedback, Output> {
    .run("limit", of: place) { send in
      await send(.loaded(try await client.limit(place)))
    } catch: { _, send in
      await send(.notLoaded)
    }
  }
}

struct K25Client: TestDependencyKey, Sendable {
  var limit: @Sendable (_ place: String) async throws -> Int
  var save: @Sendable (_ place: String, _ limit: Int) async throws -> Void

  static let testValue = K25Client(
    limit: unimplemented("K25Client.limit"),
    save: unimplemented("K25Client.save")
  )
}

extension DependencyValues {
  var k25Client: K25Client {
    get { self[K25Client.self] }
    set { self[K25Client.self] = newValue }
  }
}

struct K25Offline: Error {}

struct K25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K25Limits.State) -> [K25Limits.Input] in
        var inputs: [K25Limits.Input] = [.linkOpened("Home"), .linkOpened("Work")]
        if state.exit != nil {
          inputs += [.discardTapped, .keepEditingTapped]
          return inputs
        }
        guard let editor = state.editor else {
          inputs += [.placeTapped("Home"), .placeTapped("Work")]
          return inputs
        }
        inputs.append(.closeTapped)
        if editor.limit != nil, editor.saving == nil {
          inputs += [.editor(.limitPicked(80)), .editor(.limitPicked(90))]
        }
        if editor.draft != nil { inputs.append(.editor(.saveTapped)) }
        if editor.problem == .notLoaded { inputs.append(.editor(.reloadTapped)) }
        return inputs
      }
    ) { () -> TestStore<K25Limits> in
      let store = TestStore(initialState: K25Limits.State()) { K25Limits() }
      store.gate("limit", at: \.k25Client.limit) { _ in [.success(80), .failure(K25Offline())] }
      store.gate("save", at: \.k25Client.save) { _ in [.success(()), .failure(K25Offline())] }
      return store
    }
  }
}
