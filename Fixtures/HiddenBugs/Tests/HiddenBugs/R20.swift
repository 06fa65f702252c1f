import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The notes on a recipe. Links from mails open another recipe.
struct R20RecipeNotes: Reducer {
  struct State: Equatable {
    var recipe: Int
    /// nil until they are loaded.
    var saved: String?
    var draft = ""
    var isLoading = false
    var hasLoadFailed = false
    var isSaving = false
    var hasSaveFailed = false
    /// The recipe of a link that waits for a save, or for the user's decision.
    var next: Int?
    var isAsking = false

    var isEdited: Bool { saved != nil && saved != draft }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case typed(String)
    case saveTapped
    case linkOpened(Int)
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.r20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.saved == nil, !state.isLoading, !state.hasLoadFailed else { return .none }
      return open(state.recipe, &state)

    case .input(.retryTapped):
      guard state.hasLoadFailed else { return .none }
      return open(state.recipe, &state)

    case .input(.typed(let text)):
      guard state.saved != nil, !state.isAsking else { return .none }
      state.draft = text
      state.hasSaveFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isEdited, !state.isSaving, !state.isAsking else { return .none }
      state.isSaving = true
      state.hasSaveFailed = false
      let recipe = state.recipe
      let text = state.draft
      return .run("save", of: text) { send in
        try await client.save(recipe, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.linkOpened(let recipe)):
      guard recipe != state.recipe else {
        // The user wants to be where they are.
        state.next = nil
        state.isAsking = false
        return .none
      }
      state.next = recipe
      return follow(&state)

    case .input(.discardTapped):
      guard state.isAsking, let next = state.next else { return .none }
      return open(next, &state)

    case .input(.keepTapped):
      guard state.isAsking else { return .none }
      state.next = nil
      state.isAsking = false
      return .none

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.saved = text
      state.draft = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      return follow(&state)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasSaveFailed = state.isEdited
      return follow(&state)
    }
  }

  /// Opens the recipe of the link as soon as nothing is lost by it.
  private func follow(_ state: inout State) -> Effect<Feedback, Never> {
    guard let next = state.next, !state.isSaving else { return .none }
    guard !state.isEdited else {
      state.isAsking = true
      return .none
    }
    return open(next, &state)
  }

  private func open(_ recipe: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(recipe: recipe)
    state.isLoading = true
    return .run("notes", of: recipe) { send in
      await send(.loaded(try await client.notes(recipe)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct R20Client: TestDependencyKey, Sendable {
  var notes: @Sendable (_ recipe: Int) async throws -> String
  var save: @Sendable (_ recipe: Int, _ text: String) async throws -> Void

  static let testValue = R20Client(
    notes: unimplemented("R20Client.notes"),
    save: unimplemented("R20Client.save")
  )
}

extension DependencyValues {
  var r20Client: R20Client {
    get { self[R20Client.self] }
    set { self[R20Client.self] = newValue }
  }
}

struct R20Offline: Error {}

struct R20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R20RecipeNotes.State) -> [R20RecipeNotes.Input] in
        let links: [R20RecipeNotes.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.isAsking { return links + [.discardTapped, .keepTapped] }
        if state.hasLoadFailed { return links + [.retryTapped] }
        if state.isLoading { return links }
        guard state.saved != nil else { return links + [.appeared] }
        var inputs = links + [.typed("Less salt"), .typed("More rice")]
        if state.isEdited, !state.isSaving { inputs.append(.saveTapped) }
        return inputs
      }
    ) { () -> TestStore<R20RecipeNotes> in
      let store = TestStore(initialState: R20RecipeNotes.State(recipe: 1)) { R20RecipeNotes() }
      store.gate("notes", at: \.r20Client.notes) { _ in [.success("Less salt"), .failure(R20Offline())] }
      store.gate("save", at: \.r20Client.save) { _ in [.success(()), .failure(R20Offline())] }
      return store
    }
  }
}
