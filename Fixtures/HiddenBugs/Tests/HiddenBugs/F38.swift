import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor of a wiki. A page is saved when typing pauses, by the menu, and before another page of the sidebar opens.
struct F38Editor: Reducer {
  struct State: Equatable {
    var page: String?
    var text = ""
    var isLoading = false
    var hasFailedToLoad = false
    var isEdited = false
    var isSaving = false
    var hasFailedToSave = false

    /// The page that opens once this one is saved.
    var nextPage: String?

    /// The page of a link, while the user is asked whether to discard the changes.
    var linkedPage: String?

    var canType: Bool {
      page != nil && !isLoading && !hasFailedToLoad && nextPage == nil && linkedPage == nil
    }
  }

  enum Input: Equatable, Sendable {
    case pageTapped(String)
    case linkOpened(String)
    case textChanged(String)
    case saveTapped
    case retryTapped
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saveStarted
    case saved
    case saveFailed
  }

  private enum CancelID { case load, save }

  @Dependency(\.f38Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pageTapped(let page)):
      guard page != state.page, state.nextPage == nil, state.linkedPage == nil else { return .none }
      guard state.isEdited || state.isSaving else { return show(page, in: &state) }
      state.nextPage = page
      return state.isSaving ? .none : save(&state)

    case .input(.linkOpened(let page)):
      guard page != state.page else { return .none }
      guard state.isEdited else { return show(page, in: &state) }
      state.linkedPage = page
      return .cancel(id: CancelID.save)

    case .input(.textChanged(let text)):
      guard state.canType, text != state.text, let page = state.page else { return .none }
      state.text = text
      state.isEdited = true
      state.isSaving = false
      return write(text, to: page).debounce(id: CancelID.save, for: .seconds(2))

    case .input(.saveTapped):
      guard state.isEdited, state.linkedPage == nil else { return .none }
      return save(&state)

    case .input(.retryTapped):
      guard state.hasFailedToLoad, let page = state.page else { return .none }
      return show(page, in: &state)

    case .input(.discardTapped):
      guard let page = state.linkedPage else { return .none }
      return show(page, in: &state)

    case .input(.stayTapped):
      guard state.linkedPage != nil, let page = state.page else { return .none }
      state.linkedPage = nil
      return write(state.text, to: page).debounce(id: CancelID.save, for: .seconds(2))

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailedToLoad = true
      return .none

    case .feedback(.saveStarted):
      state.isEdited = false
      state.isSaving = true
      state.hasFailedToSave = false
      return .none

    case .feedback(.saved):
      state.isSaving = false
      guard let page = state.nextPage else { return .none }
      return show(page, in: &state)

    case .feedback(.saveFailed):
      state.isEdited = true
      state.isSaving = false
      state.hasFailedToSave = true
      state.nextPage = nil
      return .none
    }
  }

  private func show(_ page: String, in state: inout State) -> Effect<Feedback, Never> {
    state = State(page: page, isLoading: true)
    return .merge(
      .cancel(id: CancelID.save),
      .run("load", of: page) { send in
        await send(.loaded(try await client.load(page)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  /// Saves at once, instead of waiting for a pause.
  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard let page = state.page else { return .none }
    state.isEdited = false
    state.isSaving = true
    state.hasFailedToSave = false
    return write(state.text, to: page).cancellable(id: CancelID.save, cancelInFlight: true)
  }

  private func write(_ text: String, to page: String) -> Effect<Feedback, Never> {
    .run("save", of: page) { send in
      await send(.saveStarted)
      try await client.save(page, text)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct F38Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ page: String) async throws -> String
  var save: @Sendable (_ page: String, _ text: String) async throws -> Void

  static let testValue = F38Client(load: unimplemented("F38Client.load"), save: unimplemented("F38Client.save"))
}

extension DependencyValues {
  var f38Client: F38Client {
    get { self[F38Client.self] }
    set { self[F38Client.self] = newValue }
  }
}

struct F38Offline: Error {}

struct F38Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F38Editor.State) -> [F38Editor.Input] in
        if state.linkedPage != nil { return [.discardTapped, .stayTapped] }
        var inputs: [F38Editor.Input] = [.pageTapped("Home"), .pageTapped("Ideas"), .linkOpened("Ideas")]
        if state.canType { inputs += [.textChanged("Draft"), .textChanged("Second draft")] }
        if state.isEdited { inputs.append(.saveTapped) }
        if state.hasFailedToLoad { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<F38Editor> in
      let store = TestStore(initialState: F38Editor.State()) { F38Editor() }
      store.gate("load", at: \.f38Client.load) { page in [.success("This is \(page)."), .failure(F38Offline())] }
      store.gate("save", at: \.f38Client.save) { _ in [.success(()), .failure(F38Offline())] }
      return store
    }
  }
}
