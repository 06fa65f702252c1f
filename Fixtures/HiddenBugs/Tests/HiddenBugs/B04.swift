import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct B04Answer: Equatable, Sendable {
  var comments: [String]
  var isApproved: Bool
}

struct B04ReviewClient: Sendable {
  var load: @Sendable (_ pullRequest: Int) async throws -> B04Answer
  var comment: @Sendable (_ pullRequest: Int, _ text: String) async throws -> Void
  var approve: @Sendable (_ pullRequest: Int) async throws -> Void
}

enum B04ReviewClientKey: TestDependencyKey {
  static let testValue = B04ReviewClient(
    load: unimplemented("B04ReviewClient.load"),
    comment: unimplemented("B04ReviewClient.comment"),
    approve: unimplemented("B04ReviewClient.approve")
  )
}

extension DependencyValues {
  var b04Review: B04ReviewClient {
    get { self[B04ReviewClientKey.self] }
    set { self[B04ReviewClientKey.self] = newValue }
  }
}

/// The review of a pull request: its comments, a new comment, and the approval.
struct B04Review: Reducer {
  struct State: Equatable {
    var pullRequest: Int?

    var comments: [String] = []
    var isApproved = false
    var isLoading = false
    var loadFailed = false

    var draft = ""
    var isSending = false
    var sendFailed = false

    var isApproving = false
    var approveFailed = false

    var asksToDiscard = false

    var hasUnfinishedWork: Bool { !draft.isEmpty || isSending || isApproving }
  }

  enum Input: Equatable, Sendable {
    case opened(Int)
    case refreshTapped
    case draftChanged(String)
    case sendTapped
    case approveTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(B04Answer)
    case loadFailed
    case sent(String)
    case sendFailed
    case approved
    case approveFailed
  }

  private enum CancelID {
    case load
    case send
    case approve
  }

  @Dependency(\.b04Review) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let id)):
      guard state.pullRequest == nil else { return .none }
      state.pullRequest = id
      return load(&state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.loaded(let answer)):
      state.isLoading = false
      state.comments = answer.comments
      state.isApproved = answer.isApproved
      if answer.isApproved { state.approveFailed = false }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.draftChanged(let text)):
      // The field is disabled while its text is sent.
      guard state.pullRequest != nil, !state.isSending else { return .none }
      state.draft = text
      state.sendFailed = false
      return .none

    case .input(.sendTapped):
      guard let id = state.pullRequest, !state.draft.isEmpty, !state.isSending else { return .none }
      state.isSending = true
      state.sendFailed = false
      let text = state.draft
      return .run("send", of: text) { send in
        try await client.comment(id, text)
        await send(.sent(text))
      } catch: { _, send in
        await send(.sendFailed)
      }
      .cancellable(id: CancelID.send)

    case .feedback(.sent(let text)):
      state.isSending = false
      state.draft = ""
      state.comments.append(text)
      closeQuestionIfDone(&state)
      // An answer that is on its way may be older than the comment.
      return state.isLoading ? load(&state) : .none

    case .feedback(.sendFailed):
      state.isSending = false
      state.sendFailed = true
      return .none

    case .input(.approveTapped):
      guard let id = state.pullRequest, !state.isApproved, !state.isApproving else { return .none }
      state.isApproving = true
      state.approveFailed = false
      return .run("approve", of: id) { send in
        try await client.approve(id)
        await send(.approved)
      } catch: { _, send in
        await send(.approveFailed)
      }
      .cancellable(id: CancelID.approve)

    case .feedback(.approved):
      state.isApproving = false
      state.isApproved = true
      closeQuestionIfDone(&state)
      return state.isLoading ? load(&state) : .none

    case .feedback(.approveFailed):
      state.isApproving = false
      state.approveFailed = !state.isApproved
      closeQuestionIfDone(&state)
      return .none

    case .input(.closeTapped):
      guard state.pullRequest != nil else { return .none }
      guard !state.hasUnfinishedWork else {
        state.asksToDiscard = true
        return .none
      }
      return close(&state)

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      return close(&state)

    case .input(.keepTapped):
      state.asksToDiscard = false
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard let id = state.pullRequest else { return .none }
    state.isLoading = true
    state.loadFailed = false
    return .run("load", of: id) { send in
      await send(.loaded(try await client.load(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.send), .cancel(id: CancelID.approve))
  }

  private func closeQuestionIfDone(_ state: inout State) {
    if !state.hasUnfinishedWork { state.asksToDiscard = false }
  }
}

struct B04Offline: Error {}

struct B04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B04Review.State) -> [B04Review.Input] in
        if state.pullRequest == nil { return [.opened(7)] }
        if state.asksToDiscard { return [.discardTapped, .keepTapped] }
        var inputs: [B04Review.Input] = [.refreshTapped, .sendTapped, .approveTapped, .closeTapped, .draftChanged("")]
        if !state.comments.contains("Nice") { inputs.append(.draftChanged("Nice")) }
        return inputs
      }
    ) { () -> TestStore<B04Review> in
      let store = TestStore(initialState: B04Review.State()) { B04Review() }
      store.gate("load", at: \.b04Review.load) { _ in
        [.success(B04Answer(comments: ["Why?"], isApproved: false)), .failure(B04Offline())]
      }
      store.gate("comment", at: \.b04Review.comment) { _ in [.success(()), .failure(B04Offline())] }
      store.gate("approve", at: \.b04Review.approve) { _ in [.success(()), .failure(B04Offline())] }
      return store
    }
  }
}
