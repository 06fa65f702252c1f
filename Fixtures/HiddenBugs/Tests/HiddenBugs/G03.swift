import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct G03Recipe: Hashable, Sendable {
  var link: String
  var title: String
  var note = ""
}

/// Reads recipes from web pages, and keeps them in the cookbook.
struct G03Kitchen: Sendable {
  var read: @Sendable (_ link: String) async throws -> String
  var save: @Sendable (_ recipe: G03Recipe) async throws -> Void
}

enum G03KitchenKey: TestDependencyKey {
  static let testValue = G03Kitchen(
    read: unimplemented("G03Kitchen.read"),
    save: unimplemented("G03Kitchen.save")
  )
}

extension DependencyValues {
  var g03Kitchen: G03Kitchen {
    get { self[G03KitchenKey.self] }
    set { self[G03KitchenKey.self] = newValue }
  }
}

struct G03Offline: Error {}

/// Imports a recipe from a link, lets the user add a note, and saves it.
struct G03RecipeImport: Reducer {
  struct State: Equatable {
    var link: String?
    var recipe: G03Recipe?
    var isImporting = false
    var hasImportFailed = false

    /// Whether the recipe has something that is to be in the cookbook, and isn't yet.
    var needsSave = false
    var isSaving = false
    var isSaved = false
    var hasSaveFailed = false

    /// A link that has been opened, and waits for the save or for the user.
    var waitingLink: String?
    var asksToDiscard = false
  }

  enum Input: Equatable {
    case linkOpened(String)
    case noteChanged(String)
    case saveTapped
    case retryTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable {
    case imported(G03Recipe)
    case importFailed
    case saved
    case saveFailed
  }

  @Dependency(\.g03Kitchen) private var kitchen

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let link)):
      if state.isSaving {
        state.waitingLink = link
        return .none
      }
      if state.needsSave {
        state.waitingLink = link
        state.asksToDiscard = true
        return .none
      }
      if state.isImporting && state.link == link { return .none }
      return open(link, &state)

    case .input(.noteChanged(let note)):
      guard state.recipe != nil, state.recipe?.note != note, !state.isSaving, !state.asksToDiscard else { return .none }
      state.recipe?.note = note
      state.needsSave = true
      state.isSaved = false
      return .none

    case .input(.saveTapped):
      guard let recipe = state.recipe, !state.isSaving, !state.isSaved, !state.asksToDiscard else { return .none }
      state.needsSave = true
      state.isSaving = true
      state.hasSaveFailed = false
      return .run("save", of: recipe) { send in
        try await kitchen.save(recipe)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: "save")

    case .input(.retryTapped):
      guard let link = state.link, state.hasImportFailed else { return .none }
      return open(link, &state)

    case .input(.discardTapped):
      guard state.asksToDiscard, let link = state.waitingLink else { return .none }
      return open(link, &state)

    case .input(.keepTapped):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      state.waitingLink = nil
      return .none

    case .feedback(.imported(let recipe)):
      state.isImporting = false
      state.recipe = recipe
      return .none

    case .feedback(.importFailed):
      state.isImporting = false
      state.hasImportFailed = true
      return .none

    case .feedback(.saved):
      state.isSaving = false
      state.isSaved = true
      state.needsSave = false
      return openWaitingLink(&state)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasSaveFailed = true
      return openWaitingLink(&state)
    }
  }

  /// Opens the link that came during a save.
  private func openWaitingLink(_ state: inout State) -> Effect<Feedback, Never> {
    guard let link = state.waitingLink else { return .none }
    return open(link, &state)
  }

  /// Begins anew with a link.
  private func open(_ link: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    state.link = link
    state.isImporting = true
    return .run("import", of: link) { send in
      await send(.imported(G03Recipe(link: link, title: try await kitchen.read(link))))
    } catch: { _, send in
      await send(.importFailed)
    }
    .cancellable(id: "import", cancelInFlight: true)
  }
}

struct G03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .linkOpened("soup"), .linkOpened("cake"), .noteChanged("More salt"), .saveTapped, .retryTapped, .discardTapped,
        .keepTapped,
      ]
    ) { () -> TestStore<G03RecipeImport> in
      let store = TestStore(initialState: G03RecipeImport.State()) { G03RecipeImport() }
      store.gate("read", at: \.g03Kitchen.read) { link in [.success("The \(link)"), .failure(G03Offline())] }
      store.gate("save", at: \.g03Kitchen.save) { _ in [.success(()), .failure(G03Offline())] }
      return store
    }
  }
}
