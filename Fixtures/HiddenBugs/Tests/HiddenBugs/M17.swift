import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The comments below an article.
struct M17Comments: Reducer {
  struct State: Equatable {
    var sort = M17Sort.newest
    var comments: [M17Comment] = []
    var page = 0
    var isAtEnd = false
    var loadingPage: Int?
    var failedPage: Int?
    var reporting: Int?
    var reported: Set<Int> = []
    var reportFailed = false

    var canLoad: Bool { loadingPage == nil && !isAtEnd }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case sortChosen(M17Sort)
    case reportTapped(Int)
    case alertDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, M17Page)
    case loadFailed(Int)
    case reportSent(Int)
    case reportFailed
  }

  private enum CancelID { case page }

  @Dependency(\.m17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.page == 0, state.failedPage == nil, state.canLoad else { return .none }
      return load(page: 1, &state)

    case .input(.refreshPulled):
      guard state.loadingPage != 1 else { return .none }
      return load(page: 1, &state)

    case .input(.endReached):
      guard state.page > 0, state.failedPage == nil, state.canLoad else { return .none }
      return load(page: state.page + 1, &state)

    case .input(.retryTapped):
      guard let page = state.failedPage, state.canLoad else { return .none }
      return load(page: page, &state)

    case .input(.sortChosen(let sort)):
      guard sort != state.sort else { return .none }
      state.sort = sort
      state.comments = []
      state.page = 0
      state.isAtEnd = false
      return load(page: 1, &state)

    case .input(.reportTapped(let id)):
      guard state.reporting == nil, !state.reported.contains(id) else { return .none }
      state.reporting = id
      return .run("report", of: id) { send in
        try await client.report(id)
        await send(.reportSent(id))
      } catch: { _, send in
        await send(.reportFailed)
      }

    case .input(.alertDismissed):
      state.reportFailed = false
      return .none

    case .feedback(.loaded(let number, let page)):
      state.loadingPage = nil
      state.comments = number == 1 ? page.comments : state.comments + page.comments
      state.page = number
      state.isAtEnd = page.isLast
      return .none

    case .feedback(.loadFailed(let number)):
      state.loadingPage = nil
      state.failedPage = number
      return .none

    case .feedback(.reportSent(let id)):
      state.reporting = nil
      state.reported.insert(id)
      return .none

    case .feedback(.reportFailed):
      state.reporting = nil
      state.reportFailed = true
      return .none
    }
  }

  private func load(page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.loadingPage = page
    state.failedPage = nil
    let sort = state.sort
    return .run("comments", of: page) { send in
      await send(.loaded(page, try await client.comments(sort, page)))
    } catch: { _, send in
      await send(.loadFailed(page))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum M17Sort: Hashable, Sendable { case newest, best }

struct M17Comment: Equatable, Identifiable, Sendable {
  var id: Int
  var text: String
}

struct M17Page: Equatable, Sendable {
  var comments: [M17Comment]
  var isLast: Bool
}

struct M17Client: TestDependencyKey, Sendable {
  var comments: @Sendable (_ sort: M17Sort, _ page: Int) async throws -> M17Page
  var report: @Sendable (_ id: Int) async throws -> Void

  static let testValue = M17Client(
    comments: unimplemented("M17Client.comments"),
    report: unimplemented("M17Client.report")
  )
}

extension DependencyValues {
  var m17Client: M17Client {
    get { self[M17Client.self] }
    set { self[M17Client.self] = newValue }
  }
}

struct M17Offline: Error {}

struct M17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M17Comments.State) -> [M17Comments.Input] in
        if state.reportFailed { return [.alertDismissed] }
        var inputs: [M17Comments.Input] = [.appeared, .refreshPulled, .sortChosen(.newest), .sortChosen(.best)]
        if state.failedPage != nil { inputs.append(.retryTapped) }
        if let first = state.comments.first { inputs += [.endReached, .reportTapped(first.id)] }
        return inputs
      }
    ) { () -> TestStore<M17Comments> in
      let store = TestStore(initialState: M17Comments.State()) { M17Comments() }
      store.gate("comments", at: \.m17Client.comments) { request in
        [
          .success(
            M17Page(comments: [M17Comment(id: request.1, text: "Comment \(request.1)")], isLast: request.1 == 2)
          ),
          .failure(M17Offline()),
        ]
      }
      store.gate("report", at: \.m17Client.report) { _ in [.success(()), .failure(M17Offline())] }
      return store
    }
  }
}
