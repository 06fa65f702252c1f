import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The books that a reader has borrowed from the library of the museum. Each can be kept for longer.
struct L23Loans: Reducer {
  struct State: Equatable {
    var loans: IdentifiedArray<L23Loan> = []
    var nextPage: Int?
    var running: Work?
    var failed: Work?
    var renewing: Set<String> = []
    var renewed: Set<String> = []
    var refused: Set<String> = []
  }

  enum Work: Hashable, Sendable {
    case refresh
    case more(Int)

    var page: Int {
      switch self {
      case .refresh: 0
      case .more(let page): page
      }
    }
  }

  enum Input: Equatable, Sendable {
    case opened
    case pulledDown
    case endReached
    case retryTapped
    case renewTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Work, L23Page)
    case failed(Work)
    case renewed(String)
    case refused(String)
  }

  private enum CancelID { case page }

  @Dependency(\.l23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.loans.isEmpty, state.running == nil, state.failed == nil else { return .none }
      return begin(.refresh, in: &state)

    case .input(.pulledDown):
      guard state.running != .refresh else { return .none }
      return begin(.refresh, in: &state)

    case .input(.endReached):
      guard let page = state.nextPage, state.running == nil, state.failed == nil else { return .none }
      return begin(.more(page), in: &state)

    case .input(.retryTapped):
      guard let work = state.failed, state.running == nil else { return .none }
      return begin(work, in: &state)

    case .input(.renewTapped(let id)):
      guard state.loans[id: id] != nil, !state.renewed.contains(id), !state.renewing.contains(id) else { return .none }
      state.renewing.insert(id)
      state.refused.remove(id)
      return .run("renew", of: id) { send in
        try await client.renew(id)
        await send(.renewed(id))
      } catch: { _, send in
        await send(.refused(id))
      }

    case .feedback(.loaded(let work, let page)):
      state.running = nil
      switch work {
      case .refresh:
        state.loans = IdentifiedArray(page.loans)
      case .more:
        for loan in page.loans { state.loans.updateOrAppend(loan) }
      }
      state.nextPage = page.next
      return .none

    case .feedback(.failed(let work)):
      state.running = nil
      state.failed = work
      return .none

    case .feedback(.renewed(let id)):
      state.renewing.remove(id)
      state.renewed.insert(id)
      return .none

    case .feedback(.refused(let id)):
      state.renewing.remove(id)
      state.refused.insert(id)
      return .none
    }
  }

  private func begin(_ work: Work, in state: inout State) -> Effect<Feedback, Never> {
    state.running = work
    state.failed = nil
    return .run("page", of: work) { send in
      await send(.loaded(work, try await client.page(work.page)))
    } catch: { _, send in
      await send(.failed(work))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

struct L23Loan: Equatable, Identifiable, Sendable {
  var id: String
}

struct L23Page: Equatable, Sendable {
  var loans: [L23Loan]
  var next: Int?
}

struct L23Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> L23Page
  var renew: @Sendable (_ id: String) async throws -> Void

  static let testValue = L23Client(
    page: unimplemented("L23Client.page"),
    renew: unimplemented("L23Client.renew")
  )
}

extension DependencyValues {
  var l23Client: L23Client {
    get { self[L23Client.self] }
    set { self[L23Client.self] = newValue }
  }
}

struct L23Offline: Error {}

struct L23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L23Loans.State) -> [L23Loans.Input] in
        var inputs: [L23Loans.Input] = [.opened, .pulledDown]
        if state.failed != nil { inputs.append(.retryTapped) }
        if !state.loans.isEmpty { inputs += [.endReached, .renewTapped("Atlas")] }
        return inputs
      }
    ) { () -> TestStore<L23Loans> in
      let store = TestStore(initialState: L23Loans.State()) { L23Loans() }
      store.gate("page", at: \.l23Client.page) { number in
        [
          .success(
            number == 0
              ? L23Page(loans: [L23Loan(id: "Atlas")], next: 1)
              : L23Page(loans: [L23Loan(id: "Guide")], next: nil)
          ),
          .failure(L23Offline()),
        ]
      }
      store.gate("renew", at: \.l23Client.renew) { _ in [.success(()), .failure(L23Offline())] }
      return store
    }
  }
}
