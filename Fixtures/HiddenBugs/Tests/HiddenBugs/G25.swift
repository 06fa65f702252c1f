import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The finished workouts, newest first, in pages. A workout can be deleted.
struct G25History: Reducer {
  enum Load: Hashable, Sendable { case refresh, more }

  struct State: Equatable {
    var sport = G25Sport.all
    var workouts: [G25Workout] = []

    /// Where the next page begins; nil at the end of the list.
    var cursor: Int?
    var load: Load?
    var failedLoad: Load?
    var deleting: G25Workout.ID?
    var hasDeletionFailed = false

    /// What the user has deleted. A page that was asked for before may still have it.
    var deleted: Set<G25Workout.ID> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case sportChosen(G25Sport)
    case deleteTapped(G25Workout.ID)
    case deletionNoticeClosed
  }

  enum Feedback: Equatable, Sendable {
    case pageLoaded(G25Page, Load)
    case pageFailed(Load)
    case deleted(G25Workout.ID)
    case deletionFailed
  }

  private enum CancelID { case page }

  @Dependency(\.g25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.workouts.isEmpty, state.load == nil else { return .none }
      return start(.refresh, in: &state)

    case .input(.refreshPulled):
      guard state.load != .refresh else { return .none }
      return start(.refresh, in: &state)

    case .input(.endReached):
      guard state.cursor != nil, state.load == nil, state.failedLoad != .more else { return .none }
      return start(.more, in: &state)

    case .input(.retryTapped):
      guard let failed = state.failedLoad, state.load == nil else { return .none }
      return start(failed, in: &state)

    case .input(.sportChosen(let sport)):
      guard sport != state.sport else { return .none }
      state.sport = sport
      state.workouts = []
      state.cursor = nil
      return start(.refresh, in: &state)

    case .input(.deleteTapped(let id)):
      guard state.deleting == nil else { return .none }
      state.deleting = id
      state.hasDeletionFailed = false
      return .run("delete", of: id) { send in
        try await client.delete(id)
        await send(.deleted(id))
      } catch: { _, send in
        await send(.deletionFailed)
      }

    case .input(.deletionNoticeClosed):
      state.hasDeletionFailed = false
      return .none

    case .feedback(.pageLoaded(let page, let load)):
      let workouts = page.workouts.filter { !state.deleted.contains($0.id) }
      state.load = nil
      state.workouts = load == .refresh ? workouts : state.workouts + workouts
      state.cursor = page.next
      return .none

    case .feedback(.pageFailed(let load)):
      state.load = nil
      state.failedLoad = load
      return .none

    case .feedback(.deleted(let id)):
      state.deleting = nil
      state.deleted.insert(id)
      state.workouts.removeAll { $0.id == id }
      return .none

    case .feedback(.deletionFailed):
      state.deleting = nil
      state.hasDeletionFailed = true
      return .none
    }
  }

  /// Loads the first page, or the next one, instead of what is being loaded.
  private func start(_ load: Load, in state: inout State) -> Effect<Feedback, Never> {
    state.load = load
    state.failedLoad = nil
    let sport = state.sport
    let cursor = load == .more ? state.cursor : nil
    return .run("page", of: load) { send in
      await send(.pageLoaded(try await client.page(sport, cursor), load))
    } catch: { _, send in
      await send(.pageFailed(load))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

enum G25Sport: Hashable, Sendable { case all, runs }

struct G25Workout: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

struct G25Page: Equatable, Sendable {
  var workouts: [G25Workout]
  var next: Int?
}

struct G25Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ sport: G25Sport, _ cursor: Int?) async throws -> G25Page
  var delete: @Sendable (_ id: G25Workout.ID) async throws -> Void

  static let testValue = G25Client(
    page: unimplemented("G25Client.page"),
    delete: unimplemented("G25Client.delete")
  )
}

extension DependencyValues {
  var g25Client: G25Client {
    get { self[G25Client.self] }
    set { self[G25Client.self] = newValue }
  }
}

struct G25Offline: Error {}

extension G25Page {
  static func sample(_ sport: G25Sport, after cursor: Int?) -> G25Page {
    let morning = G25Workout(id: 3, title: "Morning run")
    let pool = G25Workout(id: 2, title: "Pool")
    let hills = G25Workout(id: 1, title: "Hills")
    if sport == .runs { return G25Page(workouts: [morning, hills], next: nil) }
    return cursor == nil ? G25Page(workouts: [morning, pool], next: 2) : G25Page(workouts: [hills], next: nil)
  }
}

struct G25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G25History.State) -> [G25History.Input] in
        var inputs: [G25History.Input] = [.appeared, .refreshPulled, .sportChosen(.all), .sportChosen(.runs)]
        if state.cursor != nil { inputs.append(.endReached) }
        if state.failedLoad != nil { inputs.append(.retryTapped) }
        if state.deleting == nil, let first = state.workouts.first { inputs.append(.deleteTapped(first.id)) }
        if state.hasDeletionFailed { inputs.append(.deletionNoticeClosed) }
        return inputs
      }
    ) { () -> TestStore<G25History> in
      let store = TestStore(initialState: G25History.State()) { G25History() }
      store.gate("page", at: \.g25Client.page) { sport, cursor in
        [.success(G25Page.sample(sport, after: cursor)), .failure(G25Offline())]
      }
      store.gate("delete", at: \.g25Client.delete) { _ in [.success(()), .failure(G25Offline())] }
      return store
    }
  }
}
