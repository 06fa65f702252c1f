import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K02Entry: Equatable, Sendable {
  var id: Int
  var name: String
}

struct K02Offline: Error {}

struct K02ListClient: DependencyKey, Sendable {
  /// The whole list, at once and after each change by anybody.
  var lists: @Sendable () -> AsyncThrowingStream<[K02Entry], any Error>
  var add: @Sendable (_ name: String) async throws -> Void

  static let liveValue = K02ListClient(lists: { AsyncThrowingStream { $0.finish() } }, add: { _ in })
  static let testValue = K02ListClient(
    lists: unimplemented("K02ListClient.lists", placeholder: AsyncThrowingStream { $0.finish() }),
    add: unimplemented("K02ListClient.add")
  )
}

struct K02ItemClient: DependencyKey, Sendable {
  var setChecked: @Sendable (_ id: Int, _ isChecked: Bool) async throws -> Void
  var remove: @Sendable (_ id: Int) async throws -> Void

  static let liveValue = K02ItemClient(setChecked: { _, _ in }, remove: { _ in })
  static let testValue = K02ItemClient(
    setChecked: unimplemented("K02ItemClient.setChecked"),
    remove: unimplemented("K02ItemClient.remove")
  )
}

extension DependencyValues {
  var k02List: K02ListClient {
    get { self[K02ListClient.self] }
    set { self[K02ListClient.self] = newValue }
  }

  var k02Item: K02ItemClient {
    get { self[K02ItemClient.self] }
    set { self[K02ItemClient.self] = newValue }
  }
}

/// A row. The member's own tick, and the removal for all.
struct K02Item: Reducer {
  struct State: Equatable, Identifiable {
    enum Work: Equatable { case none, checking(Bool), removing, failed }

    let id: Int
    var name: String
    var isChecked = false
    var work = Work.none

    var isBusy: Bool {
      switch work {
      case .none, .failed: false
      case .checking, .removing: true
      }
    }
  }

  enum Input: Equatable, Sendable { case checkTapped, removeTapped }
  enum Feedback: Equatable, Sendable { case checked(Bool), removed, failed }
  enum Output: Equatable, Sendable { case removed }

  private enum CancelID { case work }

  @Dependency(\.k02Item) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    let id = state.id
    switch message {
    case .input(.checkTapped):
      guard !state.isBusy else { return .none }
      let target = !state.isChecked
      state.work = .checking(target)
      return .run("setChecked", of: id) { send in
        try await client.setChecked(id, target)
        await send(.checked(target))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.work)

    case .input(.removeTapped):
      guard !state.isBusy else { return .none }
      state.work = .removing
      return .run("remove", of: id) { send in
        try await client.remove(id)
        await send(.removed)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.work)

    case .feedback(.checked(let isChecked)):
      state.isChecked = isChecked
      state.work = .none
      return .none

    case .feedback(.removed):
      return .output(.removed)

    case .feedback(.failed):
      state.work = .failed
      return .none
    }
  }
}

/// The list, as all members share it.
struct K02Shopping: Reducer {
  struct State: Equatable {
    enum Connection: Equatable { case closed, connecting, live, lost }
    enum Adding: Equatable { case none, running(String), failed(String) }

    var rows: IdentifiedArray<K02Item.State> = []
    var connection = Connection.closed
    var adding = Adding.none
    /// What this member has removed, and a list on its way may still contain.
    var removed: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case opened, closed, reconnectTapped
    case addTapped(String)
    case row(Int, K02Item.Input)
  }

  enum Feedback: Equatable, Sendable {
    case listArrived([K02Entry]), connectionLost
    case added, addFailed
    case row(Int, ChildFeedback<K02Item>)
  }

  private enum CancelID { case lists, add }

  private let rows = ScopeEach<K02Shopping, K02Item>(\.rows, feedback: Feedback.row) { K02Item() }

  @Dependency(\.k02List) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.row(let id, let input)):
      return rows.reduce(.input(input), id: id, into: &state)
    case .feedback(.row(let id, .feedback(let feedback))):
      return rows.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.row(let id, .output(.removed))):
      state.rows.remove(id: id)
      state.removed.insert(id)
      return .none

    case .input(.opened):
      return state.connection == .closed ? listen(&state) : .none

    case .input(.reconnectTapped):
      return state.connection == .lost ? listen(&state) : .none

    case .input(.closed):
      state.connection = .closed
      return .cancel(id: CancelID.lists)

    case .feedback(.listArrived(let entries)):
      state.connection = .live
      state.removed.formIntersection(entries.map(\.id))
      let removed = state.removed
      let known = state.rows
      state.rows = IdentifiedArray(
        uniqueElements: entries.filter { !removed.contains($0.id) }.map { (entry: K02Entry) -> K02Item.State in
          var row = known[id: entry.id] ?? K02Item.State(id: entry.id, name: entry.name)
          row.name = entry.name
          return row
        }
      )
      return .none

    case .feedback(.connectionLost):
      state.connection = .lost
      return .none

    case .input(.addTapped(let name)):
      if case .running = state.adding { return .none }
      state.adding = .running(name)
      return .run("add", of: name) { send in
        try await client.add(name)
        await send(.added)
      } catch: { _, send in
        await send(.addFailed)
      }
      .cancellable(id: CancelID.add)

    case .feedback(.added):
      state.adding = .none
      return .none

    case .feedback(.addFailed):
      if case .running(let name) = state.adding { state.adding = .failed(name) }
      return .none
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .connecting
    return .run("lists") { send in
      for try await list in client.lists() { await send(.listArrived(list)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.lists, cancelInFlight: true)
  }
}

struct K02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K02Shopping.State) -> [K02Shopping.Input] in
        var inputs: [K02Shopping.Input] = [.opened, .closed, .reconnectTapped, .addTapped("Bread")]
        if state.rows[id: 1] != nil { inputs += [.row(1, .checkTapped), .row(1, .removeTapped)] }
        return inputs
      }
    ) { () -> TestStore<K02Shopping> in
      let store = TestStore(initialState: K02Shopping.State()) { K02Shopping() }
      store.gate("lists", at: \.k02List.lists) {
        [
          .element([K02Entry(id: 1, name: "Milk")]),
          .element([K02Entry(id: 1, name: "Milk"), K02Entry(id: 2, name: "Bread")]),
          .failure(K02Offline()),
        ]
      }
      store.gate("add", at: \.k02List.add) { _ in [.success(()), .failure(K02Offline())] }
      store.gate("setChecked", at: \.k02Item.setChecked) { _ in [.success(()), .failure(K02Offline())] }
      store.gate("remove", at: \.k02Item.remove) { _ in [.success(()), .failure(K02Offline())] }
      return store
    }
  }
}
