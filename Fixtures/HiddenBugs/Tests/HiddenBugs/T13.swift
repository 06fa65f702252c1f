import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The docket of a court, page by page. What was read can be acknowledged.
struct T13Docket: Reducer {
  enum Portion: Equatable, Sendable { case first, more }

  struct State: Equatable {
    var court: String?
    var entries: [T13Entry] = []
    var nextPage: Int?
    var loading: Portion?
    var failed: Portion?
    var acknowledging: Set<String> = []
    var acknowledged: Set<String> = []
    var notAcknowledged: Set<String> = []

    func isRead(_ entry: T13Entry) -> Bool { acknowledging.contains(entry.id) || acknowledged.contains(entry.id) }
  }

  enum Input: Equatable, Sendable {
    case courtChosen(String)
    case refreshTapped
    case endReached
    case retryTapped
    case acknowledgeTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(T13Page, Portion)
    case loadFailed(Portion)
    case acknowledged(String)
    case acknowledgeFailed(String)
  }

  private enum CancelID { case load }

  @Dependency(\.t13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.courtChosen(let court)):
      guard court != state.court else { return .none }
      state.court = court
      state.entries = []
      state.nextPage = nil
      return load(.first, page: 1, of: court, into: &state)

    case .input(.refreshTapped):
      guard let court = state.court, state.loading != .first else { return .none }
      return load(.first, page: 1, of: court, into: &state)

    case .input(.endReached):
      guard state.loading == nil, state.failed == nil else { return .none }
      return loadMore(&state)

    case .input(.retryTapped):
      guard let court = state.court, let failed = state.failed else { return .none }
      switch failed {
      case .first: return load(.first, page: 1, of: court, into: &state)
      case .more: return loadMore(&state)
      }

    case .input(.acknowledgeTapped(let id)):
      guard let entry = state.entries.first(where: { $0.id == id }), !state.isRead(entry) else { return .none }
      state.acknowledging.insert(id)
      state.notAcknowledged.remove(id)
      return .run("acknowledge", of: id) { send in
        try await client.acknowledge(id)
        await send(.acknowledged(id))
      } catch: { _, send in
        await send(.acknowledgeFailed(id))
      }

    case .feedback(.loaded(let page, let portion)):
      state.loading = nil
      state.nextPage = page.next
      switch portion {
      case .first:
        state.entries = page.entries
      case .more:
        let known = Set(state.entries.map(\.id))
        state.entries += page.entries.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.loadFailed(let portion)):
      state.loading = nil
      state.failed = portion
      return .none

    case .feedback(.acknowledged(let id)):
      state.acknowledging.remove(id)
      state.acknowledged.insert(id)
      return .none

    case .feedback(.acknowledgeFailed(let id)):
      state.acknowledging.remove(id)
      state.notAcknowledged.insert(id)
      return .none
    }
  }

  private func loadMore(_ state: inout State) -> Effect<Feedback, Never> {
    guard let court = state.court, let page = state.nextPage else { return .none }
    return load(.more, page: page, of: court, into: &state)
  }

  private func load(_ portion: Portion, page: Int, of court: String, into state: inout State) -> Effect<Feedback, Never>
  {
    state.loading = portion
    state.failed = nil
    let request = T13Request(court: court, page: page)
    return .run("entries", of: request) { send in
      await send(.loaded(try await client.entries(request), portion))
    } catch: { _, send in
      await send(.loadFailed(portion))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct T13Entry: Equatable, Sendable {
  var id: String
  var title: String
}

struct T13Page: Equatable, Sendable {
  var entries: [T13Entry]
  var next: Int?
}

struct T13Request: Hashable, Sendable {
  var court: String
  var page: Int
}

struct T13Client: TestDependencyKey, Sendable {
  var entries: @Sendable (_ request: T13Request) async throws -> T13Page
  var acknowledge: @Sendable (_ id: String) async throws -> Void

  static let testValue = T13Client(
    entries: unimplemented("T13Client.entries"),
    acknowledge: unimplemented("T13Client.acknowledge")
  )
}

extension DependencyValues {
  var t13Client: T13Client {
    get { self[T13Client.self] }
    set { self[T13Client.self] = newValue }
  }
}

struct T13Offline: Error {}

struct T13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T13Docket.State) -> [T13Docket.Input] in
        var inputs: [T13Docket.Input] = [.courtChosen("Bonn"), .courtChosen("Kiel")]
        guard state.court != nil else { return inputs }
        inputs.append(.refreshTapped)
        if state.failed != nil { inputs.append(.retryTapped) }
        if state.nextPage != nil { inputs.append(.endReached) }
        if let entry = state.entries.first { inputs.append(.acknowledgeTapped(entry.id)) }
        return inputs
      }
    ) { () -> TestStore<T13Docket> in
      let store = TestStore(initialState: T13Docket.State()) { T13Docket() }
      store.gate("entries", at: \.t13Client.entries) { request in
        [
          .success(
            T13Page(
              entries: [T13Entry(id: "\(request.court) \(request.page)", title: "Hearing")],
              next: request.page == 1 ? 2 : nil
            )
          ),
          .failure(T13Offline()),
        ]
      }
      store.gate("acknowledge", at: \.t13Client.acknowledge) { _ in [.success(()), .failure(T13Offline())] }
      return store
    }
  }
}
