import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L02Request: Hashable, Sendable {
  let card: String
  let page: Int
}

struct L02Page: Equatable, Sendable {
  var loans: [String]
  var next: Int?
}

struct L02Library: TestDependencyKey, Sendable {
  var loans: @Sendable (_ request: L02Request) async throws -> L02Page

  static let testValue = L02Library(loans: unimplemented("L02Library.loans"))
}

extension DependencyValues {
  var l02Library: L02Library {
    get { self[L02Library.self] }
    set { self[L02Library.self] = newValue }
  }
}

struct L02Offline: Error {}

/// The loans of a library card, page by page.
struct L02Loans: Reducer {
  struct State: Equatable {
    var mode = Mode.signedOut
  }

  enum Mode: Equatable {
    case signedOut
    case loading(card: String)
    case notLoaded(card: String)
    case showing(Shelf, Activity)
  }

  struct Shelf: Equatable {
    let card: String
    var loans: [String]
    /// The page behind the last one that is shown; nil at the end.
    var next: Int?
  }

  enum Activity: Equatable {
    case idle
    case refreshing
    case loadingMore
    case failed(page: Int)
  }

  enum Input: Equatable {
    case cardEntered(String)
    case refreshPulled
    case endReached
    case retryTapped
    case signOutTapped
  }

  enum Feedback: Equatable {
    case arrived(L02Page)
    case failed(page: Int)
  }

  private enum CancelID { case page }

  @Dependency(\.l02Library) private var library

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cardEntered(let card)):
      guard case .signedOut = state.mode else { return .none }
      state.mode = .loading(card: card)
      return fetch(page: 1, of: card)

    case .input(.refreshPulled):
      guard case .showing(let shelf, let activity) = state.mode, activity != .refreshing else { return .none }
      state.mode = .showing(shelf, .refreshing)
      return fetch(page: 1, of: shelf.card)

    case .input(.endReached):
      guard case .showing(let shelf, let activity) = state.mode, let page = shelf.next else { return .none }
      switch activity {
      case .idle, .failed: return resume(at: page, shelf, &state)
      case .refreshing, .loadingMore: return .none
      }

    case .input(.retryTapped):
      switch state.mode {
      case .notLoaded(let card):
        state.mode = .loading(card: card)
        return fetch(page: 1, of: card)
      case .showing(let shelf, .failed(let page)):
        return resume(at: page, shelf, &state)
      case .signedOut, .loading, .showing:
        return .none
      }

    case .input(.signOutTapped):
      guard state.mode != .signedOut else { return .none }
      state.mode = .signedOut
      return .cancel(id: CancelID.page)

    case .feedback(.arrived(let page)):
      switch state.mode {
      case .loading(let card), .notLoaded(let card):
        state.mode = .showing(Shelf(card: card, loans: page.loans, next: page.next), .idle)
      case .showing(let shelf, .loadingMore):
        state.mode = .showing(Shelf(card: shelf.card, loans: shelf.loans + page.loans, next: page.next), .idle)
      case .showing(let shelf, _):
        state.mode = .showing(Shelf(card: shelf.card, loans: page.loans, next: page.next), .idle)
      case .signedOut:
        break
      }
      return .none

    case .feedback(.failed(let page)):
      switch state.mode {
      case .loading(let card), .notLoaded(let card): state.mode = .notLoaded(card: card)
      case .showing(let shelf, _): state.mode = .showing(shelf, .failed(page: page))
      case .signedOut: break
      }
      return .none
    }
  }

  /// Goes on with a page, above the loans that are shown already. Nothing is asked for behind the end.
  private func resume(at page: Int, _ shelf: Shelf, _ state: inout State) -> Effect<Feedback, Never> {
    guard shelf.next != nil else { return .none }
    state.mode = .showing(shelf, page == 1 ? .refreshing : .loadingMore)
    return fetch(page: page, of: shelf.card)
  }

  private func fetch(page: Int, of card: String) -> Effect<Feedback, Never> {
    let request = L02Request(card: card, page: page)
    return .run("loans", of: request) { send in
      await send(.arrived(try await library.loans(request)))
    } catch: { _, send in
      await send(.failed(page: page))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct L02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.cardEntered("A7"), .refreshPulled, .endReached, .retryTapped, .signOutTapped]
    ) { () -> TestStore<L02Loans> in
      let store = TestStore(initialState: L02Loans.State()) { L02Loans() }
      store.gate("loans", at: \.l02Library.loans) { request in
        [
          .success(request.page == 1 ? L02Page(loans: ["Emma"], next: 2) : L02Page(loans: ["Dune"], next: nil)),
          .failure(L02Offline()),
        ]
      }
      return store
    }
  }
}
