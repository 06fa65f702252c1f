import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The note that a reader keeps beside an article. Links from other apps lead to other articles.
struct X18Note: Reducer {
  struct State: Equatable {
    var article = "Bees"
    /// Nil until the note of the article is known.
    var text: String?
    var savedText: String?
    var isLoading = false
    var isSaving = false
    var failure: Failure?
    /// The article of a link that waits for the note.
    var pendingLink: String?
    var showsSaved = false

    var hasChanges: Bool { text != savedText }
    /// Whether to ask what becomes of the note. While it is being saved, the link waits for that.
    var asksAboutNote: Bool { pendingLink != nil && !isSaving }
  }

  enum Failure: Equatable { case loading, saving }

  enum Input: Equatable, Sendable {
    case appeared
    case reloadTapped
    case typed(String)
    case saveTapped
    case linkOpened(String)
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadingFailed
    case saved(String)
    case savingFailed
    case savedShown
  }

  private enum CancelID { case load, toast }

  @Dependency(\.x18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.text == nil, !state.isLoading else { return .none }
      return load(&state)

    case .input(.reloadTapped):
      guard state.failure == .loading else { return .none }
      return load(&state)

    case .input(.typed(let text)):
      guard state.text != nil else { return .none }
      state.text = text
      state.failure = nil
      return hideToast(&state)

    case .input(.saveTapped):
      guard let text = state.text, state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      state.failure = nil
      let note = X18Text(article: state.article, text: text)
      return .run("save", of: note) { send in
        try await client.save(note)
        await send(.saved(text))
      } catch: { _, send in
        await send(.savingFailed)
      }

    case .input(.linkOpened(let article)):
      guard article != state.article else {
        state.pendingLink = nil
        return .none
      }
      guard !state.hasChanges, !state.isSaving else {
        state.pendingLink = article
        return .none
      }
      return follow(article, into: &state)

    case .input(.discardTapped):
      guard let article = state.pendingLink, state.asksAboutNote else { return .none }
      return follow(article, into: &state)

    case .input(.stayTapped):
      state.pendingLink = nil
      return .none

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.savedText = text
      return .none

    case .feedback(.loadingFailed):
      state.isLoading = false
      state.failure = .loading
      return .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      if state.hasChanges { return .none }
      if let article = state.pendingLink { return follow(article, into: &state) }
      state.showsSaved = true
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.savedShown)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case .feedback(.savingFailed):
      state.isSaving = false
      state.failure = .saving
      guard !state.hasChanges, let article = state.pendingLink else { return .none }
      return follow(article, into: &state)

    case .feedback(.savedShown):
      state.showsSaved = false
      return .none
    }
  }

  private func follow(_ article: String, into state: inout State) -> Effect<Feedback, Never> {
    state.article = article
    state.text = nil
    state.savedText = nil
    state.pendingLink = nil
    return .merge(hideToast(&state), load(&state))
  }

  private func hideToast(_ state: inout State) -> Effect<Feedback, Never> {
    state.showsSaved = false
    return .cancel(id: CancelID.toast)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failure = nil
    return .run("note", of: state.article) { [article = state.article] send in
      await send(.loaded(try await client.note(article)))
    } catch: { _, send in
      await send(.loadingFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct X18Text: Hashable, Sendable {
  var article: String
  var text: String
}

struct X18Client: TestDependencyKey, Sendable {
  var note: @Sendable (_ article: String) async throws -> String
  var save: @Sendable (_ note: X18Text) async throws -> Void

  static let testValue = X18Client(
    note: unimplemented("X18Client.note"),
    save: unimplemented("X18Client.save")
  )
}

extension DependencyValues {
  var x18Client: X18Client {
    get { self[X18Client.self] }
    set { self[X18Client.self] = newValue }
  }
}

struct X18Offline: Error {}

struct X18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X18Note.State) -> [X18Note.Input] in
        if state.asksAboutNote { return [.saveTapped, .discardTapped, .stayTapped] }
        var inputs: [X18Note.Input] = [.linkOpened("Bees"), .linkOpened("Moss")]
        if state.pendingLink != nil { inputs.append(.stayTapped) }
        if state.text != nil { inputs += [.typed("short"), .typed("longer")] }
        if state.hasChanges, !state.isSaving { inputs.append(.saveTapped) }
        if state.failure == .loading { inputs.append(.reloadTapped) }
        if state.text == nil, !state.isLoading, state.failure == nil { inputs.append(.appeared) }
        return inputs
      }
    ) { () -> TestStore<X18Note> in
      let store = TestStore(initialState: X18Note.State()) { X18Note() }
      store.gate("note", at: \.x18Client.note) { article in [.success("about \(article)"), .failure(X18Offline())] }
      store.gate("save", at: \.x18Client.save) { _ in [.success(()), .failure(X18Offline())] }
      return store
    }
  }
}
