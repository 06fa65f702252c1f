import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F09Page: Equatable, Sendable {
  var tickets: [String]
  var hasMore: Bool
}

enum F09PageKey: TestDependencyKey {
  static let testValue: @Sendable (_ number: Int) async throws -> F09Page = unimplemented("f09Page")
}

extension DependencyValues {
  /// A page of the open tickets, from 1.
  var f09Page: @Sendable (_ number: Int) async throws -> F09Page {
    get { self[F09PageKey.self] }
    set { self[F09PageKey.self] = newValue }
  }
}

/// The list of the support tickets, page by page, newest first.
struct F09Tickets: Reducer {
  enum State: Equatable {
    case blank
    case loading
    case unreachable
    case shown(List, Activity)
  }

  struct List: Equatable {
    var tickets: [String]
    var pages: Int
    var hasMore: Bool
  }

  enum Activity: Equatable {
    case idle
    case loading(page: Int)
    case failed(page: Int)
  }

  enum Input: Equatable {
    case appeared
    case endReached
    case pulled
    case retryTapped
    case left
  }

  enum Feedback: Equatable {
    case loaded(Int, F09Page)
    case failed
  }

  private enum CancelID { case page }

  @Dependency(\.f09Page) private var fetchPage

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.appeared), .blank), (.input(.retryTapped), .unreachable), (.input(.pulled), .unreachable):
      state = .loading
      return fetch(1)

    case (.feedback(.loaded(_, let page)), .loading):
      state = .shown(List(tickets: page.tickets, pages: 1, hasMore: page.hasMore), .idle)
      return .none

    case (.feedback(.failed), .loading):
      state = .unreachable
      return .none

    case (.input(.endReached), .shown(let list, .idle)):
      return load(list.pages + 1, into: list, &state)

    case (.input(.retryTapped), .shown(let list, .failed(let page))):
      return load(page, into: list, &state)

    case (.input(.pulled), .shown(let list, let activity)) where activity != .loading(page: 1):
      state = .shown(list, .loading(page: 1))
      return fetch(1)

    case (.feedback(.loaded(1, let page)), .shown(_, .loading(page: 1))):
      state = .shown(List(tickets: page.tickets, pages: 1, hasMore: page.hasMore), .idle)
      return .none

    case (.feedback(.loaded(let number, let page)), .shown(var list, .loading(let pending))) where number == pending:
      list.tickets += page.tickets
      list.pages = number
      list.hasMore = page.hasMore
      state = .shown(list, .idle)
      return .none

    case (.feedback(.failed), .shown(let list, .loading(let pending))):
      state = .shown(list, .failed(page: pending))
      return .none

    case (.input(.left), _):
      state = .blank
      return .cancel(id: CancelID.page)

    default:
      return .none
    }
  }

  /// Loads a page into the list, up to the last one.
  private func load(_ page: Int, into list: List, _ state: inout State) -> Effect<Feedback, Never> {
    guard list.hasMore else { return .none }
    state = .shown(list, .loading(page: page))
    return fetch(page)
  }

  private func fetch(_ number: Int) -> Effect<Feedback, Never> {
    .run("page", of: number) { send in
      await send(.loaded(number, try await fetchPage(number)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct F09Offline: Error {}

struct F09Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.appeared, .endReached, .pulled, .retryTapped, .left]) { () -> TestStore<F09Tickets> in
      let store = TestStore(initialState: F09Tickets.State.blank) { F09Tickets() }
      store.gate("page", at: \.f09Page) { number in
        [
          .success(F09Page(tickets: [number == 1 ? "Printer" : "Login"], hasMore: number == 1)),
          .failure(F09Offline()),
        ]
      }
      return store
    }
  }
}
