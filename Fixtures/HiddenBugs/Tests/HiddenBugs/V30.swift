import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A search for people to follow.
struct V30Search: Reducer {
  /// What the one request is for.
  enum Work: Equatable, Sendable { case search, refresh, more }

  struct State: Equatable {
    var query = ""
    var hits: [V30Person] = []
    var next: Int?
    var work: Work?
    var problem: Work?
    var asking: Set<Int> = []
    var following: Set<Int> = []
    var couldNotFollow = false

    var showsPlaceholder: Bool { work == .search }
    var showsSpinnerAtTop: Bool { work == .refresh }
    var showsSpinnerAtEnd: Bool { work == .more }
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case refreshPulled
    case endReached
    case retryTapped
    case followTapped(Int)
    case bannerDismissed
  }

  enum Feedback: Equatable, Sendable {
    case found(Work, V30Page)
    case failed(Work)
    case followed(Int)
    case followFailed(Int)
  }

  private enum CancelID { case request }

  @Dependency(\.v30Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.hits = []
      state.next = nil
      state.problem = nil
      state.work = query.isEmpty ? nil : .search
      guard !query.isEmpty else { return .cancel(id: CancelID.request) }
      return request(.search, of: query, from: 0).debounce(id: CancelID.request, for: .milliseconds(300))

    case .input(.refreshPulled):
      guard !state.hits.isEmpty, state.work != .refresh else { return .none }
      return begin(.refresh, in: &state)

    case .input(.endReached):
      guard state.next != nil, state.work == nil, state.problem != .more else { return .none }
      return begin(.more, in: &state)

    case .input(.retryTapped):
      guard let work = state.problem else { return .none }
      return begin(work, in: &state)

    case .input(.followTapped(let id)):
      guard !state.asking.contains(id), !state.following.contains(id) else { return .none }
      state.asking.insert(id)
      state.couldNotFollow = false
      return .run("follow", of: id) { send in
        try await client.follow(id)
        await send(.followed(id))
      } catch: { _, send in
        await send(.followFailed(id))
      }

    case .input(.bannerDismissed):
      state.couldNotFollow = false
      return .none

    case .feedback(.found(let work, let page)):
      state.work = nil
      let known = work == .more ? state.hits : []
      state.hits = known + page.people.filter { person in !known.contains { $0.id == person.id } }
      state.next = page.next
      return .none

    case .feedback(.failed(let work)):
      state.work = nil
      state.problem = work
      return .none

    case .feedback(.followed(let id)):
      state.asking.remove(id)
      state.following.insert(id)
      return .none

    case .feedback(.followFailed(let id)):
      state.asking.remove(id)
      state.couldNotFollow = true
      return .none
    }
  }

  /// Asks at once, instead of for what was asked before.
  private func begin(_ work: Work, in state: inout State) -> Effect<Feedback, Never> {
    state.work = work
    state.problem = nil
    return request(work, of: state.query, from: work == .more ? state.next ?? 0 : 0)
      .cancellable(id: CancelID.request, cancelInFlight: true)
  }

  private func request(_ work: Work, of query: String, from start: Int) -> Effect<Feedback, Never> {
    .run("people", of: query) { send in
      await send(.found(work, try await client.people(query, start)))
    } catch: { _, send in
      await send(.failed(work))
    }
  }
}

struct V30Person: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct V30Page: Equatable, Sendable {
  var people: [V30Person]
  var next: Int?
}

struct V30Client: TestDependencyKey, Sendable {
  var people: @Sendable (_ query: String, _ start: Int) async throws -> V30Page
  var follow: @Sendable (_ id: Int) async throws -> Void

  static let testValue = V30Client(
    people: unimplemented("V30Client.people"),
    follow: unimplemented("V30Client.follow")
  )
}

extension DependencyValues {
  var v30Client: V30Client {
    get { self[V30Client.self] }
    set { self[V30Client.self] = newValue }
  }
}

struct V30Offline: Error {}

struct V30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V30Search.State) -> [V30Search.Input] in
        var inputs: [V30Search.Input] = [.queryChanged(""), .queryChanged("an"), .queryChanged("be")]
        if !state.hits.isEmpty { inputs += [.refreshPulled, .endReached] }
        if state.problem != nil { inputs.append(.retryTapped) }
        let isKnown = state.asking.contains(1) || state.following.contains(1)
        if !isKnown, state.hits.contains(where: { $0.id == 1 }) { inputs.append(.followTapped(1)) }
        if state.couldNotFollow { inputs.append(.bannerDismissed) }
        return inputs
      }
    ) { () -> TestStore<V30Search> in
      let store = TestStore(initialState: V30Search.State()) { V30Search() }
      store.gate("people", at: \.v30Client.people) { call in
        let first = V30Person(id: call.0 == "an" ? 1 : 3, name: "\(call.0)a")
        let second = V30Person(id: call.0 == "an" ? 2 : 4, name: "\(call.0)ton")
        let page = call.1 == 0 ? V30Page(people: [first], next: 1) : V30Page(people: [second], next: nil)
        return [.success(page), .failure(V30Offline())]
      }
      store.gate("follow", at: \.v30Client.follow) { _ in [.success(()), .failure(V30Offline())] }
      return store
    }
  }
}
