import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The search in the archive of a magazine, page by page, with a preview of an article.
struct X24Archive: Reducer {
  struct State: Equatable {
    var query = ""
    var results: [X24Result] = []
    /// The number of the next page; nil where there is none.
    var next: Int?
    var running: Request?
    /// The request that has failed last, and that the retry makes again.
    var failed: Request?
    var preview: Preview?
  }

  enum Request: Equatable { case search, more, refresh }

  enum Preview: Equatable {
    case loading(String)
    case loaded(String, text: String)
    case failed(String)
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case endReached
    case refreshPulled
    case retryTapped
    case resultTapped(String)
    case previewRetryTapped
    case previewClosed
  }

  enum Feedback: Equatable, Sendable {
    case arrived(X24Page)
    case failed
    case previewLoaded(String)
    case previewFailed
  }

  private enum CancelID { case page, preview }

  @Dependency(\.x24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.results = []
      state.next = nil
      state.running = nil
      state.failed = nil
      guard !query.isEmpty else { return .cancel(id: CancelID.page) }
      state.running = .search
      return page(0, of: query).debounce(id: CancelID.page, for: .milliseconds(300))

    case .input(.endReached):
      guard state.next != nil, state.running == nil else { return .none }
      return begin(.more, into: &state)

    case .input(.refreshPulled):
      guard !state.results.isEmpty, state.running != .refresh else { return .none }
      return begin(.refresh, into: &state)

    case .input(.retryTapped):
      guard let failed = state.failed, state.running == nil else { return .none }
      return begin(failed, into: &state)

    case .input(.resultTapped(let id)):
      guard state.preview == nil else { return .none }
      return preview(id, into: &state)

    case .input(.previewRetryTapped):
      guard case .failed(let id) = state.preview else { return .none }
      return preview(id, into: &state)

    case .input(.previewClosed):
      state.preview = nil
      return .cancel(id: CancelID.preview)

    case .feedback(.arrived(let page)):
      state.results = state.running == .more ? state.results + page.results : page.results
      state.next = page.next
      state.running = nil
      return .none

    case .feedback(.failed):
      state.failed = state.running
      state.running = nil
      return .none

    case .feedback(.previewLoaded(let text)):
      guard case .loading(let id) = state.preview else { return .none }
      state.preview = .loaded(id, text: text)
      return .none

    case .feedback(.previewFailed):
      guard case .loading(let id) = state.preview else { return .none }
      state.preview = .failed(id)
      return .none
    }
  }

  /// Makes a request in the place of the one that runs.
  private func begin(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    let number: Int
    switch request {
    case .search, .refresh: number = 0
    case .more: number = state.next ?? 0
    }
    state.running = request
    state.failed = nil
    return page(number, of: state.query).cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func page(_ number: Int, of query: String) -> Effect<Feedback, Never> {
    let request = X24PageRequest(query: query, number: number)
    return .run("page", of: request) { send in
      await send(.arrived(try await client.page(request)))
    } catch: { _, send in
      await send(.failed)
    }
  }

  private func preview(_ id: String, into state: inout State) -> Effect<Feedback, Never> {
    state.preview = .loading(id)
    return .run("preview", of: id) { send in
      await send(.previewLoaded(try await client.preview(id)))
    } catch: { _, send in
      await send(.previewFailed)
    }
    .cancellable(id: CancelID.preview, cancelInFlight: true)
  }
}

struct X24Result: Equatable, Identifiable, Sendable {
  var id: String
}

struct X24Page: Equatable, Sendable {
  var results: [X24Result]
  var next: Int?
}

struct X24PageRequest: Hashable, Sendable {
  var query: String
  var number: Int
}

struct X24Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ request: X24PageRequest) async throws -> X24Page
  var preview: @Sendable (_ id: String) async throws -> String

  static let testValue = X24Client(
    page: unimplemented("X24Client.page"),
    preview: unimplemented("X24Client.preview")
  )
}

extension DependencyValues {
  var x24Client: X24Client {
    get { self[X24Client.self] }
    set { self[X24Client.self] = newValue }
  }
}

struct X24Offline: Error {}

struct X24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X24Archive.State) -> [X24Archive.Input] in
        if let preview = state.preview {
          if case .failed = preview { return [.previewRetryTapped, .previewClosed] }
          return [.previewClosed]
        }
        var inputs: [X24Archive.Input] = [.queryChanged(""), .queryChanged("bees"), .queryChanged("moss")]
        if state.failed != nil, state.running == nil { inputs.append(.retryTapped) }
        if let first = state.results.first {
          inputs.append(.resultTapped(first.id))
          if state.running != .refresh { inputs.append(.refreshPulled) }
          if state.next != nil, state.running == nil { inputs.append(.endReached) }
        }
        return inputs
      }
    ) { () -> TestStore<X24Archive> in
      let store = TestStore(initialState: X24Archive.State()) { X24Archive() }
      store.gate("page", at: \.x24Client.page) { request in
        [
          .success(
            X24Page(
              results: [X24Result(id: "\(request.query) \(request.number)")],
              next: request.number == 0 ? 1 : nil
            )
          ),
          .failure(X24Offline()),
        ]
      }
      store.gate("preview", at: \.x24Client.preview) { id in [.success("About \(id)"), .failure(X24Offline())] }
      return store
    }
  }
}
