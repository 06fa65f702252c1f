import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What a user has bought second-hand, by pages. A parcel that has come is confirmed, so that the seller is paid.
struct F16Purchases: Reducer {
  struct State: Equatable {
    var isOpenOnly = false
    var rows: [F16Purchase] = []
    /// The last purchase of this page; nil if no page follows.
    var next: String?
    /// What is being loaded, and what has failed to load last.
    var running: Load?
    var failed: Load?
    /// The purchases whose confirmation is on its way.
    var confirming: Set<String> = []
    var showsProblem = false
  }

  enum Load: Equatable, Sendable {
    case first
    case page(after: String)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case filterTapped
    case refreshPulled
    case endReached
    case retryTapped
    case receivedTapped(String)
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Load, F16Page)
    case loadFailed(Load)
    case confirmed(String)
    case confirmFailed(String)
  }

  private enum CancelID { case load }

  @Dependency(\.f16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.rows.isEmpty, state.running == nil, state.failed == nil else { return .none }
      return load(.first, &state)

    case .input(.filterTapped):
      state.isOpenOnly.toggle()
      state.rows = []
      state.next = nil
      return load(.first, &state)

    case .input(.refreshPulled):
      return load(.first, &state)

    case .input(.endReached):
      guard let next = state.next, state.running == nil, state.failed == nil else { return .none }
      return load(.page(after: next), &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return load(failed, &state)

    case .input(.receivedTapped(let id)):
      guard let row = state.rows.first(where: { $0.id == id }), !row.isReceived else { return .none }
      guard state.confirming.insert(id).inserted else { return .none }
      state.showsProblem = false
      return .run("confirm", of: id) { send in
        try await client.confirm(id)
        await send(.confirmed(id))
      } catch: { _, send in
        await send(.confirmFailed(id))
      }

    case .input(.problemDismissed):
      state.showsProblem = false
      return .none

    case .feedback(.loaded(let load, let page)):
      state.running = nil
      state.next = page.next
      switch load {
      case .first:
        state.rows = page.rows
      case .page:
        let known = Set(state.rows.map(\.id))
        state.rows += page.rows.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.loadFailed(let load)):
      state.running = nil
      state.failed = load
      return .none

    case .feedback(.confirmed(let id)):
      state.confirming.remove(id)
      if state.isOpenOnly {
        state.rows.removeAll { $0.id == id }
      } else if let index = state.rows.firstIndex(where: { $0.id == id }) {
        state.rows[index].isReceived = true
      }
      // A list that is on its way may be older than the confirmation.
      guard let running = state.running else { return .none }
      return load(running, &state)

    case .feedback(.confirmFailed(let id)):
      state.confirming.remove(id)
      state.showsProblem = true
      return .none
    }
  }

  private func load(_ load: Load, _ state: inout State) -> Effect<Feedback, Never> {
    state.running = load
    state.failed = nil
    let query =
      switch load {
      case .first: F16Query(isOpenOnly: state.isOpenOnly, after: nil)
      case .page(after: let id): F16Query(isOpenOnly: state.isOpenOnly, after: id)
      }
    return .run("page", of: query) { send in
      await send(.loaded(load, try await client.page(query)))
    } catch: { _, send in
      await send(.loadFailed(load))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct F16Purchase: Equatable, Identifiable, Sendable {
  var id: String
  var isReceived = false
}

struct F16Query: Hashable, Sendable {
  var isOpenOnly: Bool
  var after: String?
}

struct F16Page: Equatable, Sendable {
  var rows: [F16Purchase]
  var next: String?
}

struct F16Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ query: F16Query) async throws -> F16Page
  var confirm: @Sendable (_ id: String) async throws -> Void

  static let testValue = F16Client(
    page: unimplemented("F16Client.page"),
    confirm: unimplemented("F16Client.confirm")
  )
}

extension DependencyValues {
  var f16Client: F16Client {
    get { self[F16Client.self] }
    set { self[F16Client.self] = newValue }
  }
}

struct F16Offline: Error {}

struct F16Bugs {
  static func page(for query: F16Query) -> F16Page {
    query.after == nil
      ? F16Page(rows: [F16Purchase(id: "Lamp")], next: "Lamp")
      : F16Page(rows: [F16Purchase(id: "Chair")], next: nil)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F16Purchases.State) -> [F16Purchases.Input] in
        if state.showsProblem { return [.problemDismissed] }
        var inputs: [F16Purchases.Input] = [.filterTapped, .refreshPulled]
        if state.rows.isEmpty, state.running == nil, state.failed == nil { inputs.append(.appeared) }
        if state.next != nil, state.failed == nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        for row in state.rows where !row.isReceived && !state.confirming.contains(row.id) {
          inputs.append(.receivedTapped(row.id))
        }
        return inputs
      }
    ) { () -> TestStore<F16Purchases> in
      let store = TestStore(initialState: F16Purchases.State()) { F16Purchases() }
      store.gate("page", at: \.f16Client.page) { query in
        [.success(F16Bugs.page(for: query)), .failure(F16Offline())]
      }
      store.gate("confirm", at: \.f16Client.confirm) { _ in [.success(()), .failure(F16Offline())] }
      return store
    }
  }
}
