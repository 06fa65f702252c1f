import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The refills of a patient at the pharmacy, page by page, the newest first.
struct C25Refills: Reducer {
  /// What is asked of the server.
  enum Request: Hashable, Sendable {
    case refresh
    case page(Int)

    var number: Int {
      switch self {
      case .refresh: 0
      case .page(let number): number
      }
    }
  }

  struct State: Equatable {
    var refills: IdentifiedArray<C25Refill> = []
    var nextPage: Int?
    var request: Request?
    var failed: Request?
    var ordering: Set<String> = []
    var ordered: Set<String> = []
    var refused: String?
    var onlyReady = false

    /// The rows of the list. A refill that was ordered here counts as ordered, whatever an answer says of it.
    var shown: IdentifiedArray<C25Refill> {
      onlyReady ? refills.filter { $0.isReady && !ordered.contains($0.id) } : refills
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case onlyReadyTapped
    case orderTapped(String)
    case noticeDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(C25Page)
    case loadFailed
    case ordered(String)
    case orderFailed(String)
  }

  private enum CancelID { case load }

  @Dependency(\.c25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.refills.isEmpty, state.request == nil else { return .none }
      return load(.refresh, into: &state)

    case .input(.refreshPulled):
      guard state.request != .refresh else { return .none }
      return load(.refresh, into: &state)

    case .input(.endReached):
      guard let next = state.nextPage, state.request == nil else { return .none }
      return load(.page(next), into: &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return load(failed, into: &state)

    case .input(.onlyReadyTapped):
      state.onlyReady.toggle()
      return .none

    case .input(.orderTapped(let id)):
      guard state.refills[id: id]?.isReady == true, !state.ordered.contains(id) else { return .none }
      guard state.ordering.insert(id).inserted else { return .none }
      if state.refused == id { state.refused = nil }
      return .run("order", of: id) { send in
        try await client.order(id)
        await send(.ordered(id))
      } catch: { _, send in
        await send(.orderFailed(id))
      }

    case .input(.noticeDismissed):
      state.refused = nil
      return .none

    case .feedback(.loaded(let page)):
      if state.request == .refresh { state.refills = [] }
      for refill in page.refills { state.refills.updateOrAppend(refill) }
      state.nextPage = page.next
      state.request = nil
      return .none

    case .feedback(.loadFailed):
      state.failed = state.request
      state.request = nil
      return .none

    case .feedback(.ordered(let id)):
      state.ordering.remove(id)
      state.ordered.insert(id)
      return .none

    case .feedback(.orderFailed(let id)):
      state.ordering.remove(id)
      state.refused = id
      return .none
    }
  }

  /// Asks for a page, instead of any other that is on its way.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.request = request
    state.failed = nil
    return .run("refills", of: request) { send in
      await send(.loaded(try await client.refills(request.number)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct C25Refill: Equatable, Identifiable, Sendable {
  var id: String
  var isReady: Bool
}

struct C25Page: Equatable, Sendable {
  var refills: [C25Refill]
  var next: Int?
}

struct C25Client: TestDependencyKey, Sendable {
  var refills: @Sendable (_ page: Int) async throws -> C25Page
  var order: @Sendable (_ refill: String) async throws -> Void

  static let testValue = C25Client(
    refills: unimplemented("C25Client.refills"),
    order: unimplemented("C25Client.order")
  )
}

extension DependencyValues {
  var c25Client: C25Client {
    get { self[C25Client.self] }
    set { self[C25Client.self] = newValue }
  }
}

struct C25Offline: Error {}

struct C25Bugs {
  static func page(_ number: Int) -> C25Page {
    number == 0
      ? C25Page(refills: [C25Refill(id: "Insulin", isReady: true), C25Refill(id: "Statin", isReady: false)], next: 1)
      : C25Page(refills: [C25Refill(id: "Inhaler", isReady: true)], next: nil)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C25Refills.State) -> [C25Refills.Input] in
        var inputs: [C25Refills.Input] = [.appeared, .refreshPulled, .onlyReadyTapped]
        if !state.refills.isEmpty { inputs.append(.endReached) }
        for refill in state.refills where refill.id == "Insulin" {
          if !state.ordering.union(state.ordered).contains(refill.id) { inputs.append(.orderTapped(refill.id)) }
        }
        if state.failed != nil { inputs.append(.retryTapped) }
        if state.refused != nil { inputs.append(.noticeDismissed) }
        return inputs
      }
    ) { () -> TestStore<C25Refills> in
      let store = TestStore(initialState: C25Refills.State()) { C25Refills() }
      store.gate("refills", at: \.c25Client.refills) { number in
        [.success(C25Bugs.page(number)), .failure(C25Offline())]
      }
      store.gate("order", at: \.c25Client.order) { _ in [.success(()), .failure(C25Offline())] }
      return store
    }
  }
}
