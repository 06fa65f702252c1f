import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Those who follow the user. The user can remove them.
struct V29Followers: Reducer {
  enum Phase: Equatable {
    case idle
    case loading(V29Position)
    case failed(V29Position)
  }

  struct State: Equatable {
    var people: [V29Person] = []
    var next: V29Position? = .top
    var phase = Phase.idle
    var sort = V29Sort.newest
    var removing: Set<Int> = []
    var removed: Set<Int> = []
    var couldNotRemove = false

    var hasMore: Bool { next != nil }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case sortChosen(V29Sort)
    case removeTapped(Int)
    case alertDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(V29Position, V29Page)
    case loadFailed(V29Position)
    case removed(Int)
    case removeFailed(Int)
  }

  private enum CancelID { case page }

  @Dependency(\.v29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.phase == .idle, state.next == .top else { return .none }
      return load(.top, into: &state)

    case .input(.refreshPulled):
      guard state.phase != .loading(.top) else { return .none }
      return load(.top, into: &state)

    case .input(.endReached):
      guard state.phase == .idle, let next = state.next else { return .none }
      return load(next, into: &state)

    case .input(.retryTapped):
      guard case .failed(let position) = state.phase, state.hasMore else { return .none }
      return load(position, into: &state)

    case .input(.sortChosen(let sort)):
      guard sort != state.sort else { return .none }
      state.sort = sort
      state.people = []
      state.next = .top
      return load(.top, into: &state)

    case .input(.removeTapped(let id)):
      guard state.people.contains(where: { $0.id == id }), !state.removing.contains(id) else { return .none }
      state.removing.insert(id)
      state.couldNotRemove = false
      return .run("remove", of: id) { send in
        try await client.remove(id)
        await send(.removed(id))
      } catch: { _, send in
        await send(.removeFailed(id))
      }

    case .input(.alertDismissed):
      state.couldNotRemove = false
      return .none

    case .feedback(.loaded(let position, let page)):
      state.phase = .idle
      if position == .top { state.people = [] }
      // A page may be older than a removal.
      state.people += page.people.filter { !state.removed.contains($0.id) }
      state.next = page.next
      return .none

    case .feedback(.loadFailed(let position)):
      state.phase = .failed(position)
      return .none

    case .feedback(.removed(let id)):
      state.removing.remove(id)
      state.removed.insert(id)
      state.people.removeAll { $0.id == id }
      return .none

    case .feedback(.removeFailed(let id)):
      state.removing.remove(id)
      state.couldNotRemove = true
      return .none
    }
  }

  /// Asks for the people from a position on, instead of what is on its way.
  private func load(_ position: V29Position, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(position)
    return .run("followers", of: position) { [sort = state.sort] send in
      await send(.loaded(position, try await client.followers(sort, position)))
    } catch: { _, send in
      await send(.loadFailed(position))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum V29Sort: Hashable, Sendable { case newest, oldest }

/// A place in the list of followers.
enum V29Position: Hashable, Sendable {
  case top
  case after(Int)
}

struct V29Person: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct V29Page: Equatable, Sendable {
  var people: [V29Person]
  var next: V29Position?
}

struct V29Client: TestDependencyKey, Sendable {
  var followers: @Sendable (_ sort: V29Sort, _ position: V29Position) async throws -> V29Page
  var remove: @Sendable (_ id: Int) async throws -> Void

  static let testValue = V29Client(
    followers: unimplemented("V29Client.followers"),
    remove: unimplemented("V29Client.remove")
  )
}

extension DependencyValues {
  var v29Client: V29Client {
    get { self[V29Client.self] }
    set { self[V29Client.self] = newValue }
  }
}

struct V29Offline: Error {}

struct V29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V29Followers.State) -> [V29Followers.Input] in
        if state.phase == .idle, state.next == .top { return [.appeared] }
        var inputs: [V29Followers.Input] = [.refreshPulled, .sortChosen(.newest), .sortChosen(.oldest)]
        if state.hasMore, !state.people.isEmpty { inputs.append(.endReached) }
        if case .failed = state.phase { inputs.append(.retryTapped) }
        if state.people.contains(where: { $0.id == 1 }) { inputs.append(.removeTapped(1)) }
        if state.couldNotRemove { inputs.append(.alertDismissed) }
        return inputs
      }
    ) { () -> TestStore<V29Followers> in
      let store = TestStore(initialState: V29Followers.State()) { V29Followers() }
      store.gate("followers", at: \.v29Client.followers) { call in
        let people = [V29Person(id: 1, name: "Ana"), V29Person(id: 2, name: "Ben"), V29Person(id: 3, name: "Cleo")]
        let sorted: [V29Person] = call.0 == .newest ? people : people.reversed()
        let page =
          call.1 == .top
          ? V29Page(people: Array(sorted.prefix(2)), next: .after(sorted[1].id))
          : V29Page(people: Array(sorted.suffix(1)), next: nil)
        return [.success(page), .failure(V29Offline())]
      }
      store.gate("remove", at: \.v29Client.remove) { _ in [.success(()), .failure(V29Offline())] }
      return store
    }
  }
}
