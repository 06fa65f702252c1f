import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The books of the library on a topic, page by page.
struct Y13Catalogue: Reducer {
  /// A request for books.
  enum Request: Equatable, Sendable {
    case first
    case more
  }

  struct State: Equatable {
    var topic: String?
    var books: [String] = []
    var nextPage: Int?
    var running: Request?
    var failed: Request?
  }

  enum Input: Equatable, Sendable {
    case topicChosen(String)
    case topicCleared
    case reachedEnd
    case refreshTapped
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Y13Page, Request)
    case failed(Request)
  }

  private enum CancelID { case load }

  @Dependency(\.y13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.topicChosen(let topic)):
      guard topic != state.topic else { return .none }
      state.topic = topic
      state.books = []
      state.nextPage = nil
      return load(.first, into: &state)

    case .input(.topicCleared):
      state = State()
      return .cancel(id: CancelID.load)

    case .input(.reachedEnd):
      guard state.nextPage != nil, state.running == nil, state.failed == nil else { return .none }
      return load(.more, into: &state)

    case .input(.refreshTapped):
      guard state.running != .first else { return .none }
      return load(.first, into: &state)

    case .input(.retryTapped):
      guard let request = state.failed else { return .none }
      return load(request, into: &state)

    case .feedback(.loaded(let page, let request)):
      state.running = nil
      switch request {
      case .first: state.books = page.books
      case .more: state.books += page.books
      }
      state.nextPage = page.next
      return .none

    case .feedback(.failed(let request)):
      state.running = nil
      state.failed = request
      return .none
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    guard let topic = state.topic else { return .none }
    let page = request == .more ? state.nextPage ?? 1 : 1
    state.running = request
    state.failed = nil
    return .run("books", of: "\(topic) \(page)") { send in
      await send(.loaded(try await client.books(topic, page), request))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Y13Page: Equatable, Sendable {
  var books: [String]
  var next: Int?
}

struct Y13Client: TestDependencyKey, Sendable {
  var books: @Sendable (_ topic: String, _ page: Int) async throws -> Y13Page

  static let testValue = Y13Client(books: unimplemented("Y13Client.books"))
}

extension DependencyValues {
  var y13Client: Y13Client {
    get { self[Y13Client.self] }
    set { self[Y13Client.self] = newValue }
  }
}

struct Y13Offline: Error {}

struct Y13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y13Catalogue.State) -> [Y13Catalogue.Input] in
        guard state.topic != nil else { return [.topicChosen("Sea"), .topicChosen("Music")] }
        var inputs: [Y13Catalogue.Input] = [
          .topicChosen("Sea"), .topicChosen("Music"), .topicCleared, .refreshTapped,
        ]
        if state.nextPage != nil { inputs.append(.reachedEnd) }
        if state.failed != nil { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<Y13Catalogue> in
      let store = TestStore(initialState: Y13Catalogue.State()) { Y13Catalogue() }
      store.gate("books", at: \.y13Client.books) { arguments in
        let isFirst = arguments.1 == 1
        let page = Y13Page(books: ["\(arguments.0) \(arguments.1)"], next: isFirst ? 2 : nil)
        return [.success(page), .failure(Y13Offline())]
      }
      return store
    }
  }
}
