import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R04Offline: Error {}

struct R04Item: Equatable, Sendable {
  var id: String
  var isDone = false
}

struct R04Groceries: DependencyKey, Sendable {
  var items: @Sendable () async throws -> [R04Item]
  var check: @Sendable (_ id: String, _ isDone: Bool) async throws -> Void
  /// Adds an item, or returns the one that has this title already.
  var add: @Sendable (_ title: String) async throws -> R04Item

  static let liveValue = R04Groceries(items: { [] }, check: { _, _ in }, add: { R04Item(id: $0) })
  static let testValue = R04Groceries(
    items: unimplemented("R04Groceries.items"),
    check: unimplemented("R04Groceries.check"),
    add: unimplemented("R04Groceries.add")
  )
}

extension DependencyValues {
  var r04Groceries: R04Groceries {
    get { self[R04Groceries.self] }
    set { self[R04Groceries.self] = newValue }
  }
}

/// A list that a household shares. An answer to a load which is older than a change would take the change back, so a
/// change breaks off the load, which begins again after the last change.
struct R04GroceryList: Reducer {
  struct State: Equatable {
    var items: [R04Item] = []
    var hasLoaded = false
    var isLoading = false
    var loadFailed = false
    var mustReload = false
    var saving: Set<String> = []
    var draft = ""
    var isAdding = false
    var error: String?

    var isWriting: Bool { isAdding || !saving.isEmpty }
  }

  enum Input {
    case appeared
    case refreshPulled
    case retryTapped
    case itemTapped(String)
    case draftChanged(String)
    case addTapped
    case errorDismissed
  }

  enum Feedback {
    case loaded([R04Item])
    case loadFailed
    case saved(String)
    case saveFailed(String)
    case added(R04Item, title: String)
    case addFailed
  }

  @Dependency(\.r04Groceries) private var groceries

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      if state.hasLoaded || state.isLoading { return .none }
      return reload(&state)

    case .input(.refreshPulled):
      if state.isLoading { return .none }
      return reload(&state)

    case .input(.retryTapped):
      if state.isLoading || !state.loadFailed { return .none }
      return reload(&state)

    case .feedback(.loaded(let items)):
      state.items = items
      state.hasLoaded = true
      state.isLoading = false
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.itemTapped(let id)):
      guard let index = state.items.firstIndex(where: { $0.id == id }), !state.saving.contains(id) else { return .none }
      state.items[index].isDone.toggle()
      state.saving.insert(id)
      state.error = nil
      let isDone = state.items[index].isDone
      return .merge(
        breakOffLoad(&state),
        .run("check", of: id) { send in
          try await groceries.check(id, isDone)
          await send(.saved(id))
        } catch: { _, send in
          await send(.saveFailed(id))
        }
      )

    case .feedback(.saved(let id)):
      state.saving.remove(id)
      return reloadIfNeeded(&state)

    case .feedback(.saveFailed(let id)):
      state.saving.remove(id)
      if let index = state.items.firstIndex(where: { $0.id == id }) { state.items[index].isDone.toggle() }
      state.error = "Not saved"
      return reloadIfNeeded(&state)

    case .input(.draftChanged(let text)):
      state.draft = text
      return .none

    case .input(.addTapped):
      if state.isAdding || state.draft.isEmpty || !state.hasLoaded { return .none }
      state.isAdding = true
      state.error = nil
      let title = state.draft
      return .merge(
        breakOffLoad(&state),
        .run("add", of: title) { send in
          await send(.added(try await groceries.add(title), title: title))
        } catch: { _, send in
          await send(.addFailed)
        }
      )

    case .feedback(.added(let item, title: let title)):
      state.isAdding = false
      if state.draft == title { state.draft = "" }
      if !state.items.contains(where: { $0.id == item.id }) { state.items.append(item) }
      return reloadIfNeeded(&state)

    case .feedback(.addFailed):
      state.isAdding = false
      state.error = "Not added"
      return reloadIfNeeded(&state)

    case .input(.errorDismissed):
      state.error = nil
      return .none
    }
  }

  private func reload(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    state.mustReload = state.isWriting
    return state.isWriting ? .none : load()
  }

  private func breakOffLoad(_ state: inout State) -> Effect<Feedback, Never> {
    if !state.isLoading { return .none }
    state.mustReload = true
    return .cancel(id: "load")
  }

  private func reloadIfNeeded(_ state: inout State) -> Effect<Feedback, Never> {
    if !state.mustReload || state.isWriting { return .none }
    state.mustReload = false
    return load()
  }

  private func load() -> Effect<Feedback, Never> {
    .run("load") { send in
      await send(.loaded(try await groceries.items()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "load", cancelInFlight: true)
  }
}

struct R04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .refreshPulled, .retryTapped, .itemTapped("bread"), .draftChanged("milk"), .addTapped,
        .errorDismissed,
      ]
    ) { () -> TestStore<R04GroceryList> in
      let store = TestStore(initialState: R04GroceryList.State()) { R04GroceryList() }
      store.gate("items", at: \.r04Groceries.items) { [.success([R04Item(id: "bread")]), .failure(R04Offline())] }
      store.gate("check", at: \.r04Groceries.check) { _ in [.success(()), .failure(R04Offline())] }
      store.gate("add", at: \.r04Groceries.add) { title in [.success(R04Item(id: title)), .failure(R04Offline())] }
      return store
    }
  }
}
