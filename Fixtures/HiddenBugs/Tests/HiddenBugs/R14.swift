import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The reviews of a podcast, in pages.
struct R14Reviews: Reducer {
  enum Work: Equatable, Sendable { case refresh, more }

  struct State: Equatable {
    var sort = R14Sort.newest
    var reviews: [R14Review] = []
    var cursor: String?
    var running: Work?
    var failed: Work?
    var reporting: Set<Int> = []
    var reported: Set<Int> = []
    var notReported: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case pulledToRefresh
    case endReached
    case retryTapped
    case sortChosen(R14Sort)
    case reportTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case refreshed(R14Page)
    case continued(R14Page)
    case loadFailed(Work)
    case reported(Int)
    case reportFailed(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.r14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.reviews.isEmpty, state.running == nil, state.failed == nil else { return .none }
      return begin(.refresh, &state)

    case .input(.pulledToRefresh):
      guard state.running != .refresh else { return .none }
      return begin(.refresh, &state)

    case .input(.endReached):
      guard state.running == nil, state.failed == nil, state.cursor != nil else { return .none }
      return begin(.more, &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return begin(failed, &state)

    case .input(.sortChosen(let sort)):
      guard sort != state.sort else { return .none }
      state.sort = sort
      state.reviews = []
      state.cursor = nil
      return begin(.refresh, &state)

    case .input(.reportTapped(let id)):
      guard !state.reported.contains(id), state.reporting.insert(id).inserted else { return .none }
      state.notReported.remove(id)
      return .run("report", of: id) { send in
        try await client.report(id)
        await send(.reported(id))
      } catch: { _, send in
        await send(.reportFailed(id))
      }

    case .feedback(.refreshed(let page)):
      state.running = nil
      state.reviews = page.reviews
      state.cursor = page.next
      return .none

    case .feedback(.continued(let page)):
      state.running = nil
      let known = Set(state.reviews.map(\.id))
      state.reviews += page.reviews.filter { !known.contains($0.id) }
      state.cursor = page.next
      return .none

    case .feedback(.loadFailed(let work)):
      state.running = nil
      state.failed = work
      return .none

    case .feedback(.reported(let id)):
      state.reporting.remove(id)
      state.reported.insert(id)
      return .none

    case .feedback(.reportFailed(let id)):
      state.reporting.remove(id)
      state.notReported.insert(id)
      return .none
    }
  }

  /// Replaces whatever loads, as a refresh makes a further page useless.
  private func begin(_ work: Work, _ state: inout State) -> Effect<Feedback, Never> {
    state.running = work
    state.failed = nil
    let sort = state.sort
    let cursor = work == .more ? state.cursor : nil
    return .run("page", of: cursor) { send in
      let page = try await client.page(sort, cursor)
      await send(work == .more ? .continued(page) : .refreshed(page))
    } catch: { _, send in
      await send(.loadFailed(work))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum R14Sort: Equatable, Sendable { case newest, best }

struct R14Review: Equatable, Sendable, Identifiable {
  var id: Int
  var stars: Int
}

struct R14Page: Equatable, Sendable {
  var reviews: [R14Review]
  var next: String?
}

struct R14Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ sort: R14Sort, _ cursor: String?) async throws -> R14Page
  var report: @Sendable (_ id: Int) async throws -> Void

  static let testValue = R14Client(
    page: unimplemented("R14Client.page"),
    report: unimplemented("R14Client.report")
  )
}

extension DependencyValues {
  var r14Client: R14Client {
    get { self[R14Client.self] }
    set { self[R14Client.self] = newValue }
  }
}

struct R14Offline: Error {}

struct R14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R14Reviews.State) -> [R14Reviews.Input] in
        var inputs: [R14Reviews.Input] = [
          .appeared, .pulledToRefresh, .sortChosen(state.sort == .newest ? .best : .newest),
        ]
        if state.failed != nil { inputs.append(.retryTapped) }
        if !state.reviews.isEmpty { inputs.append(.endReached) }
        if let id = state.reviews.first?.id, !state.reporting.contains(id), !state.reported.contains(id) {
          inputs.append(.reportTapped(id))
        }
        return inputs
      }
    ) { () -> TestStore<R14Reviews> in
      let store = TestStore(initialState: R14Reviews.State()) { R14Reviews() }
      store.gate("page", at: \.r14Client.page) { request in
        request.1 == nil
          ? [.success(R14Page(reviews: [R14Review(id: 1, stars: 5)], next: "b")), .failure(R14Offline())]
          : [.success(R14Page(reviews: [R14Review(id: 2, stars: 3)])), .failure(R14Offline())]
      }
      store.gate("report", at: \.r14Client.report) { _ in [.success(()), .failure(R14Offline())] }
      return store
    }
  }
}
