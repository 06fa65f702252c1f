import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The people whom the user has blocked.
struct V18Blocked: Reducer {
  struct State: Equatable {
    var people: IdentifiedArray<V18Person> = []
    var cursor: Int?
    var isComplete = false
    var loading: V18Request?
    var failed: V18Request?
    /// Who was unblocked while a list is on its way that may still contain them.
    var unblockedMeanwhile: Set<Int> = []
    var unblocking: Set<Int> = []
    var notUnblocked: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case scrolledToEnd
    case retryTapped
    case unblockTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(V18List)
    case loadFailed
    case unblocked(Int)
    case unblockFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.v18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.people.isEmpty, state.loading == nil, state.failed == nil else { return .none }
      return load(.first, into: &state)

    case .input(.refreshPulled):
      guard state.loading != .first else { return .none }
      return load(.first, into: &state)

    case .input(.scrolledToEnd):
      guard state.loading == nil, state.failed == nil, !state.isComplete, let cursor = state.cursor else {
        return .none
      }
      return load(.after(cursor), into: &state)

    case .input(.retryTapped):
      guard let request = state.failed else { return .none }
      return load(request, into: &state)

    case .feedback(.loaded(let list)):
      guard let request = state.loading else { return .none }
      state.loading = nil
      if request == .first { state.people = [] }
      for person in list.people where !state.unblockedMeanwhile.contains(person.id) {
        state.people.updateOrAppend(person)
      }
      state.unblockedMeanwhile = []
      state.cursor = list.people.last?.id
      state.isComplete = list.isLast
      return .none

    case .feedback(.loadFailed):
      state.failed = state.loading
      state.loading = nil
      state.unblockedMeanwhile = []
      return .none

    case .input(.unblockTapped(let id)):
      guard state.people[id: id] != nil, !state.unblocking.contains(id) else { return .none }
      state.unblocking.insert(id)
      state.notUnblocked.remove(id)
      return .run("unblock", of: id) { send in
        try await client.unblock(id)
        await send(.unblocked(id))
      } catch: { _, send in
        await send(.unblockFailed(id))
      }

    case .feedback(.unblocked(let id)):
      state.unblocking.remove(id)
      state.people.remove(id: id)
      if state.loading != nil { state.unblockedMeanwhile.insert(id) }
      return .none

    case .feedback(.unblockFailed(let id)):
      state.unblocking.remove(id)
      state.notUnblocked.insert(id)
      return .none
    }
  }

  private func load(_ request: V18Request, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = request
    state.failed = nil
    state.unblockedMeanwhile = []
    return .run("blocked", of: request) { send in
      await send(.loaded(try await client.blocked(request)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum V18Request: Hashable, Sendable {
  case first
  case after(Int)
}

struct V18Person: Equatable, Identifiable, Sendable {
  var id: Int
  var name: String
}

struct V18List: Equatable, Sendable {
  var people: [V18Person]
  var isLast: Bool
}

struct V18Client: TestDependencyKey, Sendable {
  var blocked: @Sendable (_ request: V18Request) async throws -> V18List
  var unblock: @Sendable (_ id: Int) async throws -> Void

  static let testValue = V18Client(
    blocked: unimplemented("V18Client.blocked"),
    unblock: unimplemented("V18Client.unblock")
  )
}

extension DependencyValues {
  var v18Client: V18Client {
    get { self[V18Client.self] }
    set { self[V18Client.self] = newValue }
  }
}

struct V18Offline: Error {}

struct V18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V18Blocked.State) -> [V18Blocked.Input] in
        var inputs: [V18Blocked.Input] = [.appeared, .refreshPulled, .scrolledToEnd]
        if state.failed != nil { inputs.append(.retryTapped) }
        if let person = state.people.first { inputs.append(.unblockTapped(person.id)) }
        return inputs
      }
    ) { () -> TestStore<V18Blocked> in
      let store = TestStore(initialState: V18Blocked.State()) { V18Blocked() }
      store.gate("blocked", at: \.v18Client.blocked) { request in
        switch request {
        case .first:
          return [.success(V18List(people: [V18Person(id: 7, name: "Kim")], isLast: false)), .failure(V18Offline())]
        case .after:
          return [.success(V18List(people: [V18Person(id: 3, name: "Lou")], isLast: true)), .failure(V18Offline())]
        }
      }
      store.gate("unblock", at: \.v18Client.unblock) { _ in [.success(()), .failure(V18Offline())] }
      return store
    }
  }
}
