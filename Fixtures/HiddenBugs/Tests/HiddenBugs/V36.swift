import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The comments on a post. New ones arrive while the screen is open, those of the user among them.
struct V36Comments: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArray<V36Comment> = []
    var draft = ""
    var nextID = 1
    var isSlowedDown = false
    var isOpen = false
    var isLive = false
    var hasOlder = true
    var isLoadingOlder = false
    var couldNotLoadOlder = false

    var canSend: Bool { !draft.isEmpty && !isSlowedDown }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case reconnectTapped
    case olderTapped
    case draftChanged(String)
    case sendTapped
    case retryTapped(V36CommentID)
  }

  enum Feedback: Equatable, Sendable {
    case arrived(V36Event)
    case disconnected
    case olderLoaded([V36Comment])
    case olderFailed
    case posted(V36CommentID)
    case postFailed(V36CommentID)
    case slowdownOver
  }

  private enum CancelID { case events }

  @Dependency(\.v36Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return listen(&state)

    case .input(.disappeared):
      state.isOpen = false
      state.isLive = false
      return .cancel(id: CancelID.events)

    case .input(.reconnectTapped):
      guard state.isOpen, !state.isLive else { return .none }
      return listen(&state)

    case .input(.olderTapped):
      guard state.hasOlder, !state.isLoadingOlder else { return .none }
      state.isLoadingOlder = true
      state.couldNotLoadOlder = false
      return .run("older") { send in
        await send(.olderLoaded(try await client.older()))
      } catch: { _, send in
        await send(.olderFailed)
      }

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard state.canSend else { return .none }
      let comment = V36Comment(id: .own(state.nextID), text: state.draft, status: .posting)
      state.rows.append(comment)
      state.nextID += 1
      state.draft = ""
      state.isSlowedDown = true
      return .merge(post(comment), slowdown())

    case .input(.retryTapped(let id)):
      guard let comment = state.rows[id: id], comment.status == .failed else { return .none }
      state.rows[id: id]?.status = .posting
      return post(comment)

    case .feedback(.arrived(.own(let id))):
      state.rows[id: id]?.status = .posted
      return .none

    case .feedback(.arrived(.other(let comment))):
      guard state.rows[id: comment.id] == nil else { return .none }
      state.rows.append(comment)
      return .none

    case .feedback(.disconnected):
      state.isLive = false
      return .none

    case .feedback(.olderLoaded(let comments)):
      state.isLoadingOlder = false
      state.hasOlder = false
      for comment in comments.reversed() where state.rows[id: comment.id] == nil { state.rows.insert(comment, at: 0) }
      return .none

    case .feedback(.olderFailed):
      state.isLoadingOlder = false
      state.couldNotLoadOlder = true
      return .none

    case .feedback(.posted(let id)):
      state.rows[id: id]?.status = .posted
      return .none

    case .feedback(.postFailed(let id)):
      state.rows[id: id]?.status = .failed
      return .none

    case .feedback(.slowdownOver):
      state.isSlowedDown = false
      return .none
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLive = true
    return .run("events") { send in
      for await event in client.events() { await send(.arrived(event)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }

  private func post(_ comment: V36Comment) -> Effect<Feedback, Never> {
    .run("post", of: comment.id) { send in
      try await client.post(comment.id, comment.text)
      await send(.posted(comment.id))
    } catch: { _, send in
      await send(.postFailed(comment.id))
    }
  }

  /// The author of the post allows a comment each ten seconds.
  private func slowdown() -> Effect<Feedback, Never> {
    .run("slowdown") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.slowdownOver)
    }
  }
}

enum V36CommentID: Hashable, Sendable {
  case own(Int)
  case other(Int)
}

struct V36Comment: Equatable, Identifiable, Sendable {
  enum Status: Sendable { case posting, posted, failed }

  let id: V36CommentID
  var text: String
  var status = Status.posted
}

enum V36Event: Equatable, Sendable {
  /// A comment of the user is on the server.
  case own(V36CommentID)
  case other(V36Comment)
}

struct V36Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ id: V36CommentID, _ text: String) async throws -> Void
  var older: @Sendable () async throws -> [V36Comment]

  /// The new comments, which begin with those that were missed.
  var events: @Sendable () -> AsyncStream<V36Event>

  static let testValue = V36Client(
    post: unimplemented("V36Client.post"),
    older: unimplemented("V36Client.older"),
    events: unimplemented("V36Client.events", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var v36Client: V36Client {
    get { self[V36Client.self] }
    set { self[V36Client.self] = newValue }
  }
}

struct V36Offline: Error {}

struct V36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V36Comments.State) -> [V36Comments.Input] in
        guard state.isOpen else { return [.appeared] }
        var inputs: [V36Comments.Input] = [.disappeared]
        if !state.isLive { inputs.append(.reconnectTapped) }
        if state.hasOlder { inputs.append(.olderTapped) }
        if state.nextID <= 2 { inputs += [.draftChanged("Nice"), .draftChanged(""), .sendTapped] }
        for row in state.rows where row.status == .failed { inputs.append(.retryTapped(row.id)) }
        return inputs
      }
    ) { () -> TestStore<V36Comments> in
      let store = TestStore(initialState: V36Comments.State()) { V36Comments() }
      store.gate("post", at: \.v36Client.post) { _ in [.success(()), .failure(V36Offline())] }
      store.gate("older", at: \.v36Client.older) {
        [.success([V36Comment(id: .other(10), text: "First!")]), .failure(V36Offline())]
      }
      store.gate("events", at: \.v36Client.events) {
        [.element(.own(.own(1))), .element(.other(V36Comment(id: .other(11), text: "Wow"))), .finish]
      }
      return store
    }
  }
}
