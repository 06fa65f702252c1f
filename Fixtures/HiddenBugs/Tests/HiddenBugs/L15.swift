import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The works of a collection by period, page by page, with bookmarks.
struct L15Collection: Reducer {
  struct State: Equatable {
    var period: String?
    var works: [String] = []
    var hasMore = true
    var isLoading = false
    var hasFailed = false
    var detail: String?
    var bookmarks: Set<String> = []
    var savingBookmark: String?
    var bookmarkFailed = false
  }

  enum Input: Equatable, Sendable {
    case periodChosen(String)
    case endReached
    case retryTapped
    case workTapped(String)
    case bookmarkTapped
    case detailClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(L15Page)
    case failed
    case bookmarkSaved(String, Bool)
    case bookmarkFailed
  }

  private enum CancelID { case works }

  @Dependency(\.l15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.periodChosen(let period)):
      guard period != state.period else { return .none }
      state.period = period
      state.works = []
      state.detail = nil
      return load(period, from: 0, into: &state)

    case .input(.endReached):
      guard !state.works.isEmpty, !state.hasFailed else { return .none }
      return loadNext(into: &state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return loadNext(into: &state)

    case .input(.workTapped(let work)):
      guard state.works.contains(work) else { return .none }
      state.detail = work
      state.bookmarkFailed = false
      return .none

    case .input(.bookmarkTapped):
      guard let work = state.detail, state.savingBookmark == nil else { return .none }
      let isOn = !state.bookmarks.contains(work)
      state.savingBookmark = work
      state.bookmarkFailed = false
      return .run("bookmark", of: work) { send in
        try await client.setBookmark(work, isOn)
        await send(.bookmarkSaved(work, isOn))
      } catch: { _, send in
        await send(.bookmarkFailed)
      }

    case .input(.detailClosed):
      state.detail = nil
      state.bookmarkFailed = false
      return .none

    case .feedback(.loaded(let page)):
      state.isLoading = false
      state.works += page.works
      state.hasMore = page.hasMore
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.bookmarkSaved(let work, let isOn)):
      state.savingBookmark = nil
      if isOn {
        state.bookmarks.insert(work)
      } else {
        state.bookmarks.remove(work)
      }
      return .none

    case .feedback(.bookmarkFailed):
      state.bookmarkFailed = state.detail == state.savingBookmark
      state.savingBookmark = nil
      return .none
    }
  }

  /// Loads what follows the works that are shown.
  private func loadNext(into state: inout State) -> Effect<Feedback, Never> {
    guard let period = state.period, state.hasMore, !state.isLoading else { return .none }
    return load(period, from: state.works.count, into: &state)
  }

  private func load(_ period: String, from offset: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("works", of: "\(period) \(offset)") { send in
      await send(.loaded(try await client.works(period, offset)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.works, cancelInFlight: true)
  }
}

struct L15Page: Equatable, Sendable {
  var works: [String]
  var hasMore: Bool
}

struct L15Client: TestDependencyKey, Sendable {
  var works: @Sendable (_ period: String, _ offset: Int) async throws -> L15Page
  var setBookmark: @Sendable (_ work: String, _ isOn: Bool) async throws -> Void

  static let testValue = L15Client(
    works: unimplemented("L15Client.works"),
    setBookmark: unimplemented("L15Client.setBookmark")
  )
}

extension DependencyValues {
  var l15Client: L15Client {
    get { self[L15Client.self] }
    set { self[L15Client.self] = newValue }
  }
}

struct L15Offline: Error {}

struct L15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L15Collection.State) -> [L15Collection.Input] in
        if state.detail != nil { return [.bookmarkTapped, .detailClosed] }
        var inputs: [L15Collection.Input] = [.periodChosen("Bronze"), .periodChosen("Iron")]
        if let first = state.works.first { inputs += [.endReached, .workTapped(first)] }
        if state.hasFailed { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<L15Collection> in
      let store = TestStore(initialState: L15Collection.State()) { L15Collection() }
      store.gate("works", at: \.l15Client.works) { period, offset in
        [
          .success(L15Page(works: ["\(period) \(offset)"], hasMore: offset == 0)),
          .failure(L15Offline()),
        ]
      }
      store.gate("bookmark", at: \.l15Client.setBookmark) { _ in [.success(()), .failure(L15Offline())] }
      return store
    }
  }
}
