import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The comments of a reader below an article. They are posted, reviewed, and published by the newsroom.
struct E22Comments: Reducer {
  enum Connection: Equatable {
    case off, live, waiting
  }

  struct State: Equatable {
    var draft = ""
    var comments: IdentifiedArray<E22Comment> = []
    var nextID = 1
    var connection = Connection.off
    var onlyPublished = false

    /// The rows of the list.
    var shown: [E22Comment] { comments.filter { !onlyPublished || $0.status == .published }.elements }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case draftTyped(String)
    case postTapped
    case retryTapped(Int)
    case discardTapped(Int)
    case onlyPublishedTapped
  }

  enum Feedback: Equatable, Sendable {
    case accepted(Int)
    case postingFailed(Int)
    case published(Int)
    case connectionLost
    case connectionDue
  }

  private enum CancelID { case newsroom }

  @Dependency(\.e22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .off else { return .none }
      return connect(&state)

    case .input(.draftTyped(let draft)):
      state.draft = draft
      return .none

    case .input(.postTapped):
      guard !state.draft.isEmpty else { return .none }
      let comment = E22Comment(id: state.nextID, text: state.draft)
      state.comments.append(comment)
      state.nextID += 1
      state.draft = ""
      return post(comment)

    case .input(.retryTapped(let id)):
      guard let comment = state.comments[id: id], comment.status == .failed else { return .none }
      state.comments[id: id]?.status = .sending
      return post(comment)

    case .input(.discardTapped(let id)):
      guard state.comments[id: id]?.status == .failed else { return .none }
      state.comments.remove(id: id)
      return .none

    case .input(.onlyPublishedTapped):
      state.onlyPublished.toggle()
      return .none

    case .feedback(.accepted(let id)):
      guard state.comments[id: id]?.status == .sending else { return .none }
      state.comments[id: id]?.status = .inReview
      return .none

    case .feedback(.postingFailed(let id)):
      state.comments[id: id]?.status = .failed
      return .none

    case .feedback(.published(let id)):
      state.comments[id: id]?.status = .published
      return .none

    case .feedback(.connectionLost):
      state.connection = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.connectionDue)
      }
      .cancellable(id: CancelID.newsroom, cancelInFlight: true)

    case .feedback(.connectionDue):
      return connect(&state)
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .live
    return .run("newsroom") { send in
      for try await id in client.published() { await send(.published(id)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.newsroom, cancelInFlight: true)
  }

  private func post(_ comment: E22Comment) -> Effect<Feedback, Never> {
    .run("post", of: comment.id) { send in
      try await client.post(comment.id, comment.text)
      await send(.accepted(comment.id))
    } catch: { _, send in
      await send(.postingFailed(comment.id))
    }
  }
}

struct E22Comment: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable {
    case sending, inReview, published, failed
  }

  let id: Int
  let text: String
  var status = Status.sending
}

struct E22Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var published: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = E22Client(
    post: unimplemented("E22Client.post"),
    published: unimplemented("E22Client.published", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var e22Client: E22Client {
    get { self[E22Client.self] }
    set { self[E22Client.self] = newValue }
  }
}

struct E22Offline: Error {}

struct E22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E22Comments.State) -> [E22Comments.Input] in
        var inputs: [E22Comments.Input] = state.connection == .off ? [.appeared] : [.onlyPublishedTapped]
        if !state.draft.isEmpty {
          inputs.append(.postTapped)
        } else if state.nextID <= 2 {
          inputs.append(.draftTyped("Hear, hear"))
        }
        for comment in state.shown where comment.status == .failed {
          inputs += [.retryTapped(comment.id), .discardTapped(comment.id)]
        }
        return inputs
      }
    ) { () -> TestStore<E22Comments> in
      let store = TestStore(initialState: E22Comments.State()) { E22Comments() }
      store.gate("post", at: \.e22Client.post) { _ in [.success(()), .failure(E22Offline())] }
      store.gate("published", at: \.e22Client.published) { [.element(1), .element(2), .failure(E22Offline())] }
      return store
    }
  }
}
