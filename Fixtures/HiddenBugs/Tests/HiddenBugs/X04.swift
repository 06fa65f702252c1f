import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A newspaper: the front page, or an article with a field for a comment.
struct X04Reader: Reducer {
  enum Posting: Equatable { case idle, running, failed }

  struct State: Equatable {
    var place = X04Place.front
    var text: String?
    var isLoading = false
    var hasFailed = false
    var draft = ""
    var posting = Posting.idle
    var next: X04Place?
    var showsThanks = false

    /// Whether the user is asked to give up the comment. During a post, the answer is awaited first.
    var asks: Bool { next != nil && posting != .running }
  }

  enum Input: Equatable, Sendable {
    case headlineTapped(String)
    case linkOpened(String)
    case closeTapped
    case retryTapped
    case draftChanged(String)
    case postTapped
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case failed
    case posted
    case postFailed
    case thanksOver
  }

  private enum CancelID { case article, thanks }

  @Dependency(\.x04Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.headlineTapped(let id)), .input(.linkOpened(let id)):
      return leave(for: .article(id), &state)

    case .input(.closeTapped):
      return leave(for: .front, &state)

    case .input(.retryTapped):
      guard state.hasFailed, case .article(let id) = state.place else { return .none }
      return load(id, &state)

    case .input(.draftChanged(let draft)):
      guard state.text != nil, state.posting != .running, state.next == nil else { return .none }
      state.draft = draft
      state.posting = .idle
      return .none

    case .input(.postTapped):
      guard case .article(let id) = state.place, !state.draft.isEmpty, state.posting != .running, state.next == nil
      else { return .none }
      state.posting = .running
      let comment = X04Comment(article: id, text: state.draft)
      return .run("post", of: comment) { send in
        try await client.post(comment)
        await send(.posted)
      } catch: { _, send in
        await send(.postFailed)
      }

    case .input(.discardTapped):
      guard state.asks, let next = state.next else { return .none }
      return show(next, &state)

    case .input(.stayTapped):
      guard state.asks else { return .none }
      state.next = nil
      return .none

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.posted):
      state.posting = .idle
      state.draft = ""
      if let next = state.next { return show(next, &state) }
      state.showsThanks = true
      return .run("thanks") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.thanksOver)
      }
      .cancellable(id: CancelID.thanks, cancelInFlight: true)

    case .feedback(.postFailed):
      state.posting = .failed
      return .none

    case .feedback(.thanksOver):
      state.showsThanks = false
      return .none
    }
  }

  /// Goes to a place, unless a comment would be lost by it. The last wish counts.
  private func leave(for place: X04Place, _ state: inout State) -> Effect<Feedback, Never> {
    guard place != state.place else {
      state.next = nil
      return .none
    }
    guard state.draft.isEmpty else {
      state.next = place
      return .none
    }
    return show(place, &state)
  }

  private func show(_ place: X04Place, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(place: place)
    let content: Effect<Feedback, Never> =
      switch place {
      case .front: .cancel(id: CancelID.article)
      case .article(let id): load(id, &state)
      }
    return .merge(.cancel(id: CancelID.thanks), content)
  }

  private func load(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("article", of: id) { send in
      await send(.loaded(try await client.article(id)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.article, cancelInFlight: true)
  }
}

enum X04Place: Hashable, Sendable {
  case front
  case article(String)
}

struct X04Comment: Hashable, Sendable {
  var article: String
  var text: String
}

struct X04Client: TestDependencyKey, Sendable {
  var article: @Sendable (_ id: String) async throws -> String
  var post: @Sendable (_ comment: X04Comment) async throws -> Void

  static let testValue = X04Client(
    article: unimplemented("X04Client.article"),
    post: unimplemented("X04Client.post")
  )
}

extension DependencyValues {
  var x04Client: X04Client {
    get { self[X04Client.self] }
    set { self[X04Client.self] = newValue }
  }
}

struct X04Offline: Error {}

struct X04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X04Reader.State) -> [X04Reader.Input] in
        if state.asks { return [.discardTapped, .stayTapped, .linkOpened("budget"), .linkOpened("derby")] }
        guard state.place != .front else { return [.headlineTapped("budget"), .linkOpened("derby")] }
        var inputs: [X04Reader.Input] = [.linkOpened("budget"), .linkOpened("derby"), .closeTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.text != nil, state.posting != .running {
          inputs += [.draftChanged("Well said"), .draftChanged("")]
          if !state.draft.isEmpty { inputs.append(.postTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<X04Reader> in
      let store = TestStore(initialState: X04Reader.State()) { X04Reader() }
      store.gate("article", at: \.x04Client.article) { id in [.success("All about the \(id)"), .failure(X04Offline())] }
      store.gate("post", at: \.x04Client.post) { _ in [.success(()), .failure(X04Offline())] }
      return store
    }
  }
}
