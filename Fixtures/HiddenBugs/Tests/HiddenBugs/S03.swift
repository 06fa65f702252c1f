import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S03Transfer: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

struct S03Page: Equatable, Sendable {
  var transfers: [S03Transfer]
  var next: Int?
}

struct S03Client: DependencyKey {
  var page: @Sendable (_ account: String, _ page: Int) async throws -> S03Page

  static let liveValue = S03Client(page: { _, _ in S03Page(transfers: [], next: nil) })
  static let testValue = S03Client(page: unimplemented("S03Client.page"))
}

extension DependencyValues {
  var s03Client: S03Client {
    get { self[S03Client.self] }
    set { self[S03Client.self] = newValue }
  }
}

/// What is loaded of a list with pages, and what is being loaded.
struct S03Paging: Equatable {
  enum Request: Hashable, Sendable { case refresh, more(Int) }

  /// The page to load next; nil at the end of the list.
  var next: Int? = 1
  var running: Request?
  var failed: Request?

  var canLoad: Bool { running == nil && next != nil }

  mutating func begin(_ request: Request) {
    running = request
    failed = nil
  }

  mutating func end(next: Int?) {
    running = nil
    self.next = next
  }

  mutating func fail() {
    failed = running
    running = nil
  }
}

/// The transfers of an account, newest first.
struct S03Transfers: Reducer {
  struct Row: Equatable {
    var transfer: S03Transfer
    var isExpanded = false
  }

  struct State: Equatable {
    var account = "giro"
    var order: [Int] = []
    var rows: [Int: Row] = [:]
    var paging = S03Paging()
  }

  enum Input: Equatable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case rowTapped(Int)
    case accountChosen(String)
  }

  enum Feedback: Equatable {
    case loaded(S03Paging.Request, S03Page)
    case failed
  }

  private enum CancelID { case load }

  @Dependency(\.s03Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.order.isEmpty, state.paging.running == nil else { return .none }
      return load(.refresh, &state)

    case .input(.refreshPulled):
      guard state.paging.running != .refresh else { return .none }
      return load(.refresh, &state)

    case .input(.endReached):
      guard state.paging.canLoad, let next = state.paging.next, !state.order.isEmpty else { return .none }
      return load(.more(next), &state)

    case .input(.retryTapped):
      guard state.paging.canLoad, let request = state.paging.failed else { return .none }
      return load(request, &state)

    case .input(.rowTapped(let id)):
      state.rows[id]?.isExpanded.toggle()
      return .none

    case .input(.accountChosen(let account)):
      guard account != state.account else { return .none }
      state = State(account: account)
      return load(.refresh, &state)

    case .feedback(.loaded(.refresh, let page)):
      let old = state.rows
      state.rows = [:]
      state.order = []
      for transfer in page.transfers { add(transfer, isExpanded: old[transfer.id]?.isExpanded ?? false, to: &state) }
      state.paging.end(next: page.next)
      return .none

    case .feedback(.loaded(.more, let page)):
      for transfer in page.transfers where state.rows[transfer.id] == nil {
        add(transfer, isExpanded: false, to: &state)
      }
      state.paging.end(next: page.next)
      return .none

    case .feedback(.failed):
      state.paging.fail()
      return .none
    }
  }

  private func add(_ transfer: S03Transfer, isExpanded: Bool, to state: inout State) {
    state.rows[transfer.id] = Row(transfer: transfer, isExpanded: isExpanded)
    state.order.append(transfer.id)
  }

  /// Loads a page, in place of what is loading now.
  private func load(_ request: S03Paging.Request, _ state: inout State) -> Effect<Feedback, Never> {
    state.paging.begin(request)
    let account = state.account
    let number =
      switch request {
      case .refresh: 1
      case .more(let next): next
      }
    return .run("load", of: number) { send in
      await send(.loaded(request, try await client.page(account, number)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct S03Offline: Error {}

extension S03Page {
  static func sample(_ account: String, _ number: Int) -> S03Page {
    let first = account == "giro" ? 10 : 20
    guard number == 1 else { return S03Page(transfers: [S03Transfer(id: first + 3, title: "Rent")], next: nil) }
    return S03Page(
      transfers: [S03Transfer(id: first + 1, title: "Salary"), S03Transfer(id: first + 2, title: "Bakery")],
      next: 2
    )
  }
}

struct S03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S03Transfers.State) -> [S03Transfers.Input] in
        var inputs: [S03Transfers.Input] = [.appeared, .refreshPulled, .endReached, .retryTapped]
        inputs.append(.accountChosen(state.account == "giro" ? "savings" : "giro"))
        if let first = state.order.first { inputs.append(.rowTapped(first)) }
        return inputs
      }
    ) { () -> TestStore<S03Transfers> in
      let store = TestStore(initialState: S03Transfers.State()) { S03Transfers() }
      store.gate("page", at: \.s03Client.page) { request in
        [.success(S03Page.sample(request.0, request.1)), .failure(S03Offline())]
      }
      return store
    }
  }
}
