import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An editor for one recipe at a time. Links lead to other recipes, and changes are never lost without a question.
struct A05Editor: Reducer {
  struct Recipe: Hashable, Sendable {
    var id: Int
    var text: String
  }

  struct Draft: Equatable {
    var original: Recipe
    var text: String
    var couldNotSave = false

    var hasChanges: Bool { text != original.text }
    var recipe: Recipe { Recipe(id: original.id, text: text) }
  }

  enum State: Equatable {
    case closed
    case loading(Int)
    case unavailable(Int)
    case reading(Recipe)
    case editing(Draft)
    case asking(Draft, next: Int?)
    case saving(Draft, next: Int?)
  }

  enum Input: Equatable {
    case linkOpened(Int)
    case retryTapped
    case editTapped
    case textChanged(String)
    case saveTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable {
    case loaded(Recipe)
    case loadFailed(Int)
    case saved(Recipe)
    case saveFailed(Recipe)
  }

  private enum CancelID { case load, save }

  @Dependency(\.a05Kitchen) private var kitchen

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let id)):
      switch state {
      case .closed, .unavailable:
        return load(id, &state)
      case .loading(let current):
        return current == id ? .none : load(id, &state)
      case .reading(let recipe):
        return recipe.id == id ? .none : load(id, &state)
      case .editing(let draft):
        guard draft.original.id != id else { return .none }
        guard draft.hasChanges else { return load(id, &state) }
        state = .asking(draft, next: id)
        return .none
      case .asking(let draft, next: _):
        state = .asking(draft, next: id)
        return .none
      case .saving(let draft, next: _):
        state = .saving(draft, next: draft.original.id == id ? nil : id)
        return .none
      }

    case .input(.retryTapped):
      guard case .unavailable(let id) = state else { return .none }
      return load(id, &state)

    case .input(.editTapped):
      guard case .reading(let recipe) = state else { return .none }
      state = .editing(Draft(original: recipe, text: recipe.text))
      return .none

    case .input(.textChanged(let text)):
      guard case .editing(var draft) = state else { return .none }
      draft.text = text
      draft.couldNotSave = false
      state = .editing(draft)
      return .none

    case .input(.saveTapped):
      guard case .editing(var draft) = state else { return .none }
      guard draft.hasChanges else {
        state = .reading(draft.original)
        return .none
      }
      draft.couldNotSave = false
      state = .saving(draft, next: nil)
      return .run("save", of: draft.recipe) { [recipe = draft.recipe] send in
        try await kitchen.save(recipe)
        await send(.saved(recipe))
      } catch: { [recipe = draft.recipe] _, send in
        await send(.saveFailed(recipe))
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .input(.closeTapped):
      switch state {
      case .closed, .asking, .saving:
        return .none
      case .loading, .unavailable, .reading:
        state = .closed
        return .cancel(id: CancelID.load)
      case .editing(let draft):
        state = draft.hasChanges ? .asking(draft, next: nil) : .reading(draft.original)
        return .none
      }

    case .input(.discardTapped):
      guard case .asking(let draft, next: let next) = state else { return .none }
      guard let next else {
        state = .reading(draft.original)
        return .none
      }
      return load(next, &state)

    case .input(.keepTapped):
      guard case .asking(let draft, next: _) = state else { return .none }
      state = .editing(draft)
      return .none

    case .feedback(.loaded(let recipe)):
      guard state == .loading(recipe.id) else { return .none }
      state = .reading(recipe)
      return .none

    case .feedback(.loadFailed(let id)):
      guard state == .loading(id) else { return .none }
      state = .unavailable(id)
      return .none

    case .feedback(.saved(let recipe)):
      guard case .saving(let draft, next: let next) = state, draft.recipe == recipe else { return .none }
      guard let next else {
        state = .reading(recipe)
        return .none
      }
      return load(next, &state)

    case .feedback(.saveFailed(let recipe)):
      guard case .saving(var draft, next: let next) = state, draft.recipe == recipe else { return .none }
      draft.couldNotSave = true
      state = next == nil ? .editing(draft) : .asking(draft, next: next)
      return .none
    }
  }

  private func load(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loading(id)
    return .run("load", of: id) { send in
      await send(.loaded(Recipe(id: id, text: try await kitchen.text(id))))
    } catch: { _, send in
      await send(.loadFailed(id))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct A05Kitchen: Sendable {
  var text: @Sendable (_ recipe: Int) async throws -> String
  var save: @Sendable (_ recipe: A05Editor.Recipe) async throws -> Void
}

enum A05KitchenKey: TestDependencyKey {
  static let testValue = A05Kitchen(
    text: unimplemented("A05Kitchen.text"),
    save: unimplemented("A05Kitchen.save")
  )
}

extension DependencyValues {
  var a05Kitchen: A05Kitchen {
    get { self[A05KitchenKey.self] }
    set { self[A05KitchenKey.self] = newValue }
  }
}

struct A05Offline: Error {}

struct A05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A05Editor.State) -> [A05Editor.Input] in
        switch state {
        case .closed, .saving: return [.linkOpened(1), .linkOpened(2)]
        case .loading: return [.linkOpened(1), .linkOpened(2), .closeTapped]
        case .unavailable: return [.linkOpened(1), .linkOpened(2), .retryTapped, .closeTapped]
        case .reading: return [.linkOpened(1), .linkOpened(2), .editTapped, .closeTapped]
        case .editing: return [.linkOpened(1), .linkOpened(2), .textChanged("Stew"), .saveTapped, .closeTapped]
        case .asking: return [.linkOpened(2), .discardTapped, .keepTapped]
        }
      }
    ) { () -> TestStore<A05Editor> in
      let store = TestStore(initialState: A05Editor.State.closed) { A05Editor() }
      store.gate("text", at: \.a05Kitchen.text) { id in [.success(id == 1 ? "Soup" : "Cake"), .failure(A05Offline())] }
      store.gate("save", at: \.a05Kitchen.save) { _ in [.success(()), .failure(A05Offline())] }
      return store
    }
  }
}
