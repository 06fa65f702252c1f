import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The events of a city, with filters and endless scrolling.
struct S16Events: Reducer {
  struct State: Equatable {
    var events: [S16Event] = []
    var page = 0
    var requestedPage = 1
    var hasMore = true
    var isLoading = false
    var hasFailed = false
    var onlyFree = false
    var bookmarks: Set<Int> = []

    var shown: [S16Event] { onlyFree ? events.filter(\.isFree) : events }
    var canLoad: Bool { hasMore && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case pulledToRefresh
    case lastRowAppeared
    case retryTapped
    case onlyFreeTapped
    case bookmarkTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(S16Page, page: Int)
    case failed
  }

  private enum CancelID { case load }

  @Dependency(\.s16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.page == 0, !state.isLoading, !state.hasFailed else { return .none }
      return load(page: 1, into: &state)

    case .input(.pulledToRefresh):
      guard !state.isLoading || state.requestedPage > 1 else { return .none }
      return load(page: 1, into: &state)

    case .input(.lastRowAppeared):
      guard state.canLoad, state.page > 0, !state.hasFailed else { return .none }
      return load(page: state.page + 1, into: &state)

    case .input(.retryTapped):
      guard state.hasFailed, state.canLoad else { return .none }
      return load(page: state.requestedPage, into: &state)

    case .input(.onlyFreeTapped):
      state.onlyFree.toggle()
      return .none

    case .input(.bookmarkTapped(let id)):
      guard state.events.contains(where: { $0.id == id }) else { return .none }
      if state.bookmarks.remove(id) == nil { state.bookmarks.insert(id) }
      return .none

    case .feedback(.loaded(let result, page: let page)):
      state.isLoading = false
      state.page = page
      state.hasMore = result.hasMore
      if page == 1 {
        state.events = result.events
      } else {
        state.events += result.events
      }
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(page: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    state.requestedPage = page
    return .run("events", of: page) { send in
      await send(.loaded(try await client.events(page), page: page))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct S16Event: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
  var isFree: Bool
}

struct S16Page: Equatable, Sendable {
  var events: [S16Event]
  var hasMore: Bool
}

struct S16Client: TestDependencyKey, Sendable {
  var events: @Sendable (_ page: Int) async throws -> S16Page

  static let testValue = S16Client(events: unimplemented("S16Client.events"))
}

extension DependencyValues {
  var s16Client: S16Client {
    get { self[S16Client.self] }
    set { self[S16Client.self] = newValue }
  }
}

struct S16Offline: Error {}

struct S16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S16Events.State) -> [S16Events.Input] in
        var inputs: [S16Events.Input] = [.appeared, .pulledToRefresh, .onlyFreeTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        if !state.events.isEmpty {
          inputs.append(.lastRowAppeared)
          inputs.append(.bookmarkTapped(1))
        }
        return inputs
      }
    ) { () -> TestStore<S16Events> in
      let store = TestStore(initialState: S16Events.State()) { S16Events() }
      store.gate("events", at: \.s16Client.events) { page in
        [
          .success(
            page == 1
              ? S16Page(
                events: [
                  S16Event(id: 1, title: "Flea market", isFree: true), S16Event(id: 2, title: "Opera", isFree: false),
                ],
                hasMore: true
              )
              : S16Page(events: [S16Event(id: 3, title: "Night of museums", isFree: false)], hasMore: false)
          ),
          .failure(S16Offline()),
        ]
      }
      return store
    }
  }
}
