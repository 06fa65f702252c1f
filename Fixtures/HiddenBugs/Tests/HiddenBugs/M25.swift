import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The stops of today's tour, page by page. A pill says when the office has changed the tour.
struct M25Tour: Reducer {
  enum Request: Hashable, Sendable {
    case refresh
    case page(Int)

    var page: Int { if case .page(let page) = self { page } else { 0 } }
  }

  struct State: Equatable {
    var stops: [M25Stop] = []
    /// The version of the tour to which the stops belong.
    var version: Int?
    /// The page that follows, nil once the whole tour is there.
    var nextPage: Int?
    var running: Request?
    var failed: Request?
    var isOutdated = false
    var hidesDone = false
    var isInBackground = false

    /// The rows of the list.
    var shown: [M25Stop] { hidesDone ? stops.filter { !$0.isDone } : stops }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case hideDoneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, M25Page)
    case failed(Request)
    case versionChecked(Int?)
  }

  private enum CancelID { case load, watch }

  @Dependency(\.m25Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.version == nil, state.running == nil else { return .none }
      return load(.refresh, into: &state)

    case .input(.endReached):
      guard let page = state.nextPage, state.running == nil, !state.isOutdated else { return .none }
      return load(.page(page), into: &state)

    case .input(.refreshPulled):
      guard state.running != .refresh else { return .none }
      return load(.refresh, into: &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return load(failed, into: &state)

    case .input(.hideDoneTapped):
      state.hidesDone.toggle()
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.watch)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.running == nil ? watch(state) : .none

    case .feedback(.loaded(.refresh, let page)):
      state.running = nil
      state.stops = page.stops
      state.version = page.version
      state.nextPage = page.next
      state.isOutdated = false
      return watch(state)

    case .feedback(.loaded(.page(_), let page)):
      state.running = nil
      guard page.version == state.version else {
        // Pages of two versions don't fit together.
        state.isOutdated = true
        return .none
      }
      state.stops += page.stops
      state.nextPage = page.next
      return watch(state)

    case .feedback(.failed(let request)):
      state.running = nil
      state.failed = request
      return watch(state)

    case .feedback(.versionChecked(let version)):
      if let version, version != state.version { state.isOutdated = true }
      return watch(state)
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    return .merge(
      .cancel(id: CancelID.watch),
      .run("stops", of: request) { send in
        await send(.loaded(request, try await client.stops(request.page)))
      } catch: { _, send in
        await send(.failed(request))
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  /// Looks once a minute whether the tour has changed, while somebody can see the answer.
  private func watch(_ state: State) -> Effect<Feedback, Never> {
    guard state.version != nil, !state.isOutdated, !state.isInBackground else { return .none }
    return .run("version") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.versionChecked(try? await client.version()))
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }
}

struct M25Stop: Equatable, Sendable {
  var address: String
  var isDone = false
}

struct M25Page: Equatable, Sendable {
  var stops: [M25Stop]
  var version: Int
  var next: Int?
}

struct M25Client: TestDependencyKey, Sendable {
  var stops: @Sendable (_ page: Int) async throws -> M25Page
  var version: @Sendable () async throws -> Int

  static let testValue = M25Client(
    stops: unimplemented("M25Client.stops"),
    version: unimplemented("M25Client.version")
  )
}

extension DependencyValues {
  var m25Client: M25Client {
    get { self[M25Client.self] }
    set { self[M25Client.self] = newValue }
  }
}

struct M25Offline: Error {}

struct M25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M25Tour.State) -> [M25Tour.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [M25Tour.Input] = [.refreshPulled, .hideDoneTapped, .wentToBackground]
        if state.version == nil { inputs.append(.appeared) }
        if state.nextPage != nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<M25Tour> in
      let store = TestStore(initialState: M25Tour.State()) { M25Tour() }
      store.gate("stops", at: \.m25Client.stops) { page in M25Bugs.answers(page) }
      store.gate("version", at: \.m25Client.version) { [.success(1), .success(2), .failure(M25Offline())] }
      return store
    }
  }

  private static func answers(_ page: Int) -> [GateAnswer<M25Page, any Error>] {
    if page == 0 {
      let first = M25Page(stops: [M25Stop(address: "Quay 1", isDone: true)], version: 1, next: 1)
      return [.success(first), .failure(M25Offline())]
    }
    return [
      .success(M25Page(stops: [M25Stop(address: "Mill Lane 7")], version: 1, next: nil)),
      .success(M25Page(stops: [M25Stop(address: "Mill Lane 9")], version: 2, next: nil)),
      .failure(M25Offline()),
    ]
  }
}
