import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The comments on an episode of a podcast, page by page, and a field for a new one.
struct C20Comments: Reducer {
  struct State: Equatable {
    var comments: IdentifiedArray<C20Comment> = []
    var lastPage = 0
    var hasMore = true
    var isLoading = false
    var failedPage: Int?
    var draft = ""
    var isPosting = false
    var hasPostFailed = false

    /// Whether the footer of the list may ask for another page.
    var canLoad: Bool { hasMore && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case draftChanged(String)
    case postTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(C20Page, number: Int)
    case loadFailed(number: Int)
    case posted
    case postFailed
  }

  private enum CancelID { case page }

  @Dependency(\.c20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.lastPage == 0, state.canLoad else { return .none }
      return load(1, into: &state)

    case .input(.endReached):
      guard state.lastPage > 0, state.canLoad else { return .none }
      return load(state.lastPage + 1, into: &state)

    case .input(.refreshPulled):
      return load(1, into: &state)

    case .input(.retryTapped):
      guard let number = state.failedPage, state.canLoad else { return .none }
      return load(number, into: &state)

    case .input(.draftChanged(let draft)):
      guard !state.isPosting else { return .none }
      state.draft = draft
      state.hasPostFailed = false
      return .none

    case .input(.postTapped):
      guard !state.draft.isEmpty, !state.isPosting else { return .none }
      state.isPosting = true
      state.hasPostFailed = false
      let text = state.draft
      return .run("post", of: text) { send in
        try await client.post(text)
        await send(.posted)
      } catch: { _, send in
        await send(.postFailed)
      }

    case .feedback(.loaded(let page, number: let number)):
      state.isLoading = false
      if number == 1 { state.comments = [] }
      for comment in page.comments { state.comments.updateOrAppend(comment) }
      state.lastPage = number
      state.hasMore = !page.isLast
      return .none

    case .feedback(.loadFailed(number: let number)):
      state.isLoading = false
      state.failedPage = number
      return .none

    case .feedback(.posted):
      state.isPosting = false
      state.draft = ""
      return load(1, into: &state)

    case .feedback(.postFailed):
      state.isPosting = false
      state.hasPostFailed = true
      return .none
    }
  }

  /// Loads a page in place of the one that is on its way.
  private func load(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("page", of: number) { send in
      await send(.loaded(try await client.page(number), number: number))
    } catch: { _, send in
      await send(.loadFailed(number: number))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct C20Comment: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

struct C20Page: Equatable, Sendable {
  var comments: [C20Comment]
  var isLast: Bool
}

struct C20Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> C20Page
  var post: @Sendable (_ text: String) async throws -> Void

  static let testValue = C20Client(page: unimplemented("C20Client.page"), post: unimplemented("C20Client.post"))
}

extension DependencyValues {
  var c20Client: C20Client {
    get { self[C20Client.self] }
    set { self[C20Client.self] = newValue }
  }
}

struct C20Offline: Error {}

struct C20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C20Comments.State) -> [C20Comments.Input] in
        var inputs: [C20Comments.Input] = []
        if state.lastPage == 0 {
          inputs.append(.appeared)
        } else {
          inputs += [.endReached, .refreshPulled]
        }
        if state.failedPage != nil { inputs.append(.retryTapped) }
        if !state.isPosting {
          inputs.append(.draftChanged(state.draft.isEmpty ? "Great guest!" : ""))
          if !state.draft.isEmpty { inputs.append(.postTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<C20Comments> in
      let store = TestStore(initialState: C20Comments.State()) { C20Comments() }
      let first = C20Page(comments: [C20Comment(id: 2, text: "Thanks")], isLast: false)
      let second = C20Page(comments: [C20Comment(id: 1, text: "First!")], isLast: true)
      store.gate("page", at: \.c20Client.page) { number in
        [.success(number == 1 ? first : second), .failure(C20Offline())]
      }
      store.gate("post", at: \.c20Client.post) { _ in [.success(()), .failure(C20Offline())] }
      return store
    }
  }
}
