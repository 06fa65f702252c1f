import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The review of a book, for the book club of a library.
struct Y18Review: Reducer {
  struct State: Equatable {
    var book: String
    var saved = ""
    var draft = ""
    var isLoading = false
    var loadFailed = false
    var saving: String?
    var saveFailed = false
    var link: String?
    var asksToDiscard = false

    var isDirty: Bool { draft != saved }
    var canEdit: Bool { !isLoading && !loadFailed && !asksToDiscard }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
    case retryTapped
    case linkOpened(String)
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.y18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.canEdit else { return .none }
      state.draft = text
      state.saveFailed = false
      return .none

    case .input(.saveTapped):
      guard state.saving == nil, state.isDirty else { return .none }
      let (book, text) = (state.book, state.draft)
      state.saving = text
      state.saveFailed = false
      state.asksToDiscard = false
      return .run("save", of: text) { send in
        try await client.save(book, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.retryTapped):
      guard state.loadFailed else { return .none }
      return load(&state)

    case .input(.linkOpened(let book)):
      guard book != state.book else {
        state.link = nil
        state.asksToDiscard = false
        return .none
      }
      state.link = book
      return followLink(&state)

    case .input(.discardTapped):
      guard state.asksToDiscard, let book = state.link else { return .none }
      return open(book, in: &state)

    case .input(.stayTapped):
      state.asksToDiscard = false
      state.link = nil
      return .none

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.saved = text
      state.draft = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.saved(let text)):
      state.saving = nil
      state.saved = text
      return followLink(&state)

    case .feedback(.saveFailed):
      state.saving = nil
      state.saveFailed = state.isDirty
      return followLink(&state)
    }
  }

  /// Opens the book of a link, once nothing is saved any more, and asks if there is text to lose.
  private func followLink(_ state: inout State) -> Effect<Feedback, Never> {
    guard let book = state.link, state.saving == nil else { return .none }
    guard !state.isDirty else {
      state.asksToDiscard = true
      return .none
    }
    return open(book, in: &state)
  }

  private func open(_ book: String, in state: inout State) -> Effect<Feedback, Never> {
    state = State(book: book)
    return load(&state)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    let book = state.book
    state.isLoading = true
    state.loadFailed = false
    return .run("review", of: book) { send in
      await send(.loaded(try await client.review(book)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Y18Client: TestDependencyKey, Sendable {
  var review: @Sendable (_ book: String) async throws -> String
  var save: @Sendable (_ book: String, _ text: String) async throws -> Void

  static let testValue = Y18Client(
    review: unimplemented("Y18Client.review"),
    save: unimplemented("Y18Client.save")
  )
}

extension DependencyValues {
  var y18Client: Y18Client {
    get { self[Y18Client.self] }
    set { self[Y18Client.self] = newValue }
  }
}

struct Y18Offline: Error {}

struct Y18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y18Review.State) -> [Y18Review.Input] in
        var inputs: [Y18Review.Input] = [.linkOpened("Dune"), .linkOpened("Emma")]
        if state.canEdit { inputs += [.textChanged("Good"), .textChanged("Slow")] }
        if state.isDirty, state.saving == nil { inputs.append(.saveTapped) }
        if state.loadFailed { inputs.append(.retryTapped) }
        if state.asksToDiscard { inputs += [.discardTapped, .stayTapped] }
        return inputs
      }
    ) { () -> TestStore<Y18Review> in
      let store = TestStore(initialState: Y18Review.State(book: "Dune")) { Y18Review() }
      store.gate("review", at: \.y18Client.review) { _ in [.success("Good"), .failure(Y18Offline())] }
      store.gate("save", at: \.y18Client.save) { _ in [.success(()), .failure(Y18Offline())] }
      return store
    }
  }
}
