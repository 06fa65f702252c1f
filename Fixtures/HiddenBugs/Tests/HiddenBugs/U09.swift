import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U09Request: Hashable, Sendable {
  var user: String
  var page: Int
}

struct U09Page: Equatable, Sendable {
  var tickets: [String]
  var next: Int?

  /// One of two pages with a ticket each.
  static func sample(_ request: U09Request) -> U09Page {
    U09Page(tickets: ["\(request.user) \(request.page)"], next: request.page == 1 ? 2 : nil)
  }
}

struct U09Club: Sendable {
  var tickets: @Sendable (_ request: U09Request) async throws -> U09Page
}

enum U09ClubKey: TestDependencyKey {
  static let testValue = U09Club(tickets: unimplemented("U09Club.tickets"))
}

extension DependencyValues {
  var u09Club: U09Club {
    get { self[U09ClubKey.self] }
    set { self[U09ClubKey.self] = newValue }
  }
}

struct U09Offline: Error {}

/// The season tickets of the user who is signed in, page by page.
struct U09SeasonTickets: Reducer {
  struct State: Equatable {
    var user: String?
    var tickets: [String] = []
    var nextPage: Int?

    var isRefreshing = false
    var isLoadingMore = false
    var refreshHasFailed = false
    var moreHasFailed = false
  }

  enum Input: Equatable { case signedIn(String), signedOut, refreshPulled, endReached, retryTapped }
  enum Feedback: Equatable { case refreshed(U09Page), refreshFailed, loadedMore(U09Page), moreFailed }

  private enum CancelID { case tickets }

  @Dependency(\.u09Club) private var club

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return refresh(user, &state)

    case .input(.signedOut):
      state = State()
      return .cancel(id: CancelID.tickets)

    case .input(.refreshPulled):
      guard let user = state.user, !state.isRefreshing else { return .none }
      return refresh(user, &state)

    case .input(.endReached):
      guard let user = state.user, !state.isRefreshing, !state.isLoadingMore else { return .none }
      return loadMore(user, &state)

    case .input(.retryTapped):
      guard let user = state.user else { return .none }
      if state.refreshHasFailed { return refresh(user, &state) }
      if state.moreHasFailed { return loadMore(user, &state) }
      return .none

    case .feedback(.refreshed(let page)):
      state.isRefreshing = false
      state.tickets = page.tickets
      state.nextPage = page.next
      return .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      state.refreshHasFailed = true
      return .none

    case .feedback(.loadedMore(let page)):
      state.isLoadingMore = false
      for ticket in page.tickets where !state.tickets.contains(ticket) { state.tickets.append(ticket) }
      state.nextPage = page.next
      return .none

    case .feedback(.moreFailed):
      state.isLoadingMore = false
      state.moreHasFailed = true
      return .none
    }
  }

  /// Loads the list anew. A page that is on its way belongs to the old list.
  private func refresh(_ user: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    state.isLoadingMore = false
    state.refreshHasFailed = false
    state.moreHasFailed = false
    return .run("refresh", of: user) { send in
      await send(.refreshed(try await club.tickets(U09Request(user: user, page: 1))))
    } catch: { _, send in
      await send(.refreshFailed)
    }
    .cancellable(id: CancelID.tickets, cancelInFlight: true)
  }

  private func loadMore(_ user: String, _ state: inout State) -> Effect<Feedback, Never> {
    guard let page = state.nextPage else { return .none }
    state.isLoadingMore = true
    state.moreHasFailed = false
    let request = U09Request(user: user, page: page)
    return .run("more", of: request) { send in
      await send(.loadedMore(try await club.tickets(request)))
    } catch: { _, send in
      await send(.moreFailed)
    }
    .cancellable(id: CancelID.tickets, cancelInFlight: true)
  }
}

struct U09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U09SeasonTickets.State) -> [U09SeasonTickets.Input] in
        if state.user == nil { return [.signedIn("Ada"), .signedIn("Bob")] }
        return [.signedOut, .refreshPulled, .endReached, .retryTapped]
      }
    ) { () -> TestStore<U09SeasonTickets> in
      let store = TestStore(initialState: U09SeasonTickets.State()) { U09SeasonTickets() }
      store.gate("tickets", at: \.u09Club.tickets) { request in
        [.success(U09Page.sample(request)), .failure(U09Offline())]
      }
      return store
    }
  }
}
