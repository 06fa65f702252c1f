import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Notices of engineering works for train drivers, page by page. Some ask for a receipt, and leave the list with it.
struct E25Notices: Reducer {
  enum Request: Hashable, Sendable {
    case first
    case more(Int)

    var page: Int {
      switch self {
      case .first: 1
      case .more(let page): page
      }
    }
  }

  enum Phase: Equatable {
    case blank
    case idle
    case loading(Request)
    case failed(Request)
  }

  struct State: Equatable {
    var region = E25Region.north
    var notices: [E25Notice] = []
    var nextPage: Int?
    var phase = Phase.blank
    var confirming: Set<String> = []
    var confirmed: Set<String> = []

    /// The notice whose receipt could not be sent, for the alert.
    var unconfirmed: String?

    var isLoading: Bool { if case .loading = phase { true } else { false } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case regionChosen(E25Region)
    case refreshPulled
    case endReached
    case retryTapped
    case confirmTapped(String)
    case alertDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, E25Page)
    case failed(Request)
    case confirmed(String)
    case notConfirmed(String)
  }

  private enum CancelID { case list }

  @Dependency(\.e25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.phase == .blank else { return .none }
      return load(.first, into: &state)

    case .input(.regionChosen(let region)):
      guard region != state.region else { return .none }
      state.region = region
      state.notices = []
      state.nextPage = nil
      return load(.first, into: &state)

    case .input(.refreshPulled):
      guard state.phase != .blank, state.phase != .loading(.first) else { return .none }
      return load(.first, into: &state)

    case .input(.endReached):
      guard !state.isLoading, let page = state.nextPage else { return .none }
      return load(.more(page), into: &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.phase else { return .none }
      return load(request, into: &state)

    case .input(.confirmTapped(let id)):
      guard state.notices.contains(where: { $0.id == id && $0.needsReceipt }) else { return .none }
      guard state.confirming.insert(id).inserted else { return .none }
      // The receipt is sent even if the driver looks at another region meanwhile.
      return .run("confirm", of: id) { send in
        try await client.confirm(id)
        await send(.confirmed(id))
      } catch: { _, send in
        await send(.notConfirmed(id))
      }

    case .input(.alertDismissed):
      state.unconfirmed = nil
      return .none

    case .feedback(.loaded(let request, let page)):
      state.phase = .idle
      let confirmed = state.confirmed
      let open = page.notices.filter { !confirmed.contains($0.id) }
      switch request {
      case .first:
        state.notices = open
      case .more:
        let known = Set(state.notices.map(\.id))
        state.notices += open.filter { !known.contains($0.id) }
      }
      state.nextPage = page.next
      return .none

    case .feedback(.failed(let request)):
      state.phase = .failed(request)
      return .none

    case .feedback(.confirmed(let id)):
      state.confirming.remove(id)
      state.confirmed.insert(id)
      state.notices.removeAll { $0.id == id }
      return .none

    case .feedback(.notConfirmed(let id)):
      state.confirming.remove(id)
      state.unconfirmed = id
      return .none
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(request)
    let query = E25Query(region: state.region, page: request.page)
    return .run("notices", of: query) { send in
      await send(.loaded(request, try await client.notices(query)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.list, cancelInFlight: true)
  }
}

enum E25Region: Hashable, Sendable {
  case north
  case south
}

struct E25Notice: Equatable, Sendable {
  var id: String
  var needsReceipt: Bool
}

struct E25Query: Hashable, Sendable {
  var region: E25Region
  var page: Int
}

struct E25Page: Equatable, Sendable {
  var notices: [E25Notice]
  var next: Int?
}

struct E25Client: TestDependencyKey, Sendable {
  var notices: @Sendable (_ query: E25Query) async throws -> E25Page
  var confirm: @Sendable (_ notice: String) async throws -> Void

  static let testValue = E25Client(
    notices: unimplemented("E25Client.notices"),
    confirm: unimplemented("E25Client.confirm")
  )
}

extension DependencyValues {
  var e25Client: E25Client {
    get { self[E25Client.self] }
    set { self[E25Client.self] = newValue }
  }
}

struct E25Offline: Error {}

struct E25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E25Notices.State) -> [E25Notices.Input] in
        if state.phase == .blank { return [.appeared] }
        if state.unconfirmed != nil { return [.alertDismissed] }
        var inputs: [E25Notices.Input] = [.refreshPulled, .regionChosen(state.region == .north ? .south : .north)]
        if state.nextPage != nil { inputs.append(.endReached) }
        if case .failed = state.phase { inputs.append(.retryTapped) }
        for notice in state.notices where notice.needsReceipt && !state.confirming.contains(notice.id) {
          inputs.append(.confirmTapped(notice.id))
        }
        return inputs
      }
    ) { () -> TestStore<E25Notices> in
      let store = TestStore(initialState: E25Notices.State()) { E25Notices() }
      store.gate("notices", at: \.e25Client.notices) { query in
        [.success(E25Bugs.page(for: query)), .failure(E25Offline())]
      }
      store.gate("confirm", at: \.e25Client.confirm) { _ in [.success(()), .failure(E25Offline())] }
      return store
    }
  }

  static func page(for query: E25Query) -> E25Page {
    switch (query.region, query.page) {
    case (.north, 1): E25Page(notices: [E25Notice(id: "N1", needsReceipt: true)], next: 2)
    case (.north, _): E25Page(notices: [E25Notice(id: "N2", needsReceipt: false)], next: nil)
    case (.south, _): E25Page(notices: [E25Notice(id: "S1", needsReceipt: true)], next: nil)
    }
  }
}
