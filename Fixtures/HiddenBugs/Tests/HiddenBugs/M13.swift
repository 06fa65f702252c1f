import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The catalogue of a museum, page by page.
struct M13Catalogue: Reducer {
  struct State: Equatable {
    var works: [M13Work] = []
    var nextPage: Int?
    var phase = Phase.idle
    var selected: M13Work?

    var isFirstLoad: Bool { works.isEmpty && phase == .loading(.refresh) }
  }

  enum Phase: Equatable {
    case idle
    case loading(M13Request)
    case failed(M13Request)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case workTapped(M13Work)
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(M13Request, M13Page)
    case failed(M13Request)
  }

  private enum CancelID { case page }

  @Dependency(\.m13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.works.isEmpty, state.phase == .idle else { return .none }
      return begin(.refresh, &state)

    case .input(.refreshPulled):
      guard state.phase != .loading(.refresh) else { return .none }
      return begin(.refresh, &state)

    case .input(.endReached):
      guard state.phase == .idle, let page = state.nextPage else { return .none }
      return begin(.more(page), &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.phase else { return .none }
      return begin(request, &state)

    case .input(.workTapped(let work)):
      state.selected = work
      return .none

    case .input(.closeTapped):
      state.selected = nil
      return .none

    case .feedback(.loaded(let request, let page)):
      switch request {
      case .refresh: state.works = page.works
      case .more: state.works += page.works
      }
      state.nextPage = page.next
      state.phase = .idle
      return .none

    case .feedback(.failed(let request)):
      state.phase = .failed(request)
      return .none
    }
  }

  /// There is one request at a time: a refresh takes the place of a further page.
  private func begin(_ request: M13Request, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(request)
    return .run("page", of: request) { send in
      await send(.loaded(request, try await client.page(request.page)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum M13Request: Hashable, Sendable {
  case refresh
  case more(Int)

  var page: Int {
    switch self {
    case .refresh: 1
    case .more(let page): page
    }
  }
}

struct M13Work: Hashable, Identifiable, Sendable {
  var id: Int
  var title: String
}

struct M13Page: Equatable, Sendable {
  var works: [M13Work]
  var next: Int?
}

struct M13Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> M13Page

  static let testValue = M13Client(page: unimplemented("M13Client.page"))
}

extension DependencyValues {
  var m13Client: M13Client {
    get { self[M13Client.self] }
    set { self[M13Client.self] = newValue }
  }
}

struct M13Offline: Error {}

struct M13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M13Catalogue.State) -> [M13Catalogue.Input] in
        if state.selected != nil { return [.closeTapped] }
        var inputs: [M13Catalogue.Input] = [.appeared, .refreshPulled]
        if case .failed = state.phase { inputs.append(.retryTapped) }
        if let first = state.works.first { inputs += [.workTapped(first), .endReached] }
        return inputs
      }
    ) { () -> TestStore<M13Catalogue> in
      let store = TestStore(initialState: M13Catalogue.State()) { M13Catalogue() }
      store.gate("page", at: \.m13Client.page) { number in
        [
          .success(M13Page(works: [M13Work(id: number, title: "Room \(number)")], next: number < 2 ? number + 1 : nil)),
          .failure(M13Offline()),
        ]
      }
      return store
    }
  }
}
