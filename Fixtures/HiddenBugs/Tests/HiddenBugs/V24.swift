import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A search for people by name, all of them or those nearby. A person can be blocked from the list.
struct V24Search: Reducer {
  struct State: Equatable {
    var query = ""
    var isNearby = false
    var results = Results.none
    var blocked: Set<String> = []
    var blocks: [String: Block] = [:]

    /// The rows of the list.
    var shown: [String] {
      guard case .found(let names) = results else { return [] }
      return names.filter { !blocked.contains($0) }
    }
  }

  enum Results: Equatable {
    case none
    case searching
    case found([String])
    case failed
  }

  enum Block: Equatable { case running, failed }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case nearbyTapped
    case clearTapped
    case retryTapped
    case blockTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case found([String])
    case searchFailed
    case blocked(String)
    case blockFailed(String)
  }

  private enum CancelID { case search }

  @Dependency(\.v24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      guard !query.isEmpty else { return stop(&state) }
      return search(&state).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.clearTapped):
      state.query = ""
      return stop(&state)

    case .input(.nearbyTapped):
      state.isNearby.toggle()
      guard !state.query.isEmpty else { return .none }
      return search(&state).cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.retryTapped):
      guard state.results == .failed else { return .none }
      return search(&state).cancellable(id: CancelID.search, cancelInFlight: true)

    case .feedback(.found(let names)):
      state.results = .found(names)
      return .none

    case .feedback(.searchFailed):
      state.results = .failed
      return .none

    case .input(.blockTapped(let name)):
      guard state.shown.contains(name), state.blocks[name] != .running else { return .none }
      state.blocks[name] = .running
      return .run("block", of: name) { send in
        try await client.block(name)
        await send(.blocked(name))
      } catch: { _, send in
        await send(.blockFailed(name))
      }

    case .feedback(.blocked(let name)):
      state.blocks[name] = nil
      state.blocked.insert(name)
      return .none

    case .feedback(.blockFailed(let name)):
      state.blocks[name] = .failed
      return .none
    }
  }

  /// Ends the search, and the sign that it runs.
  private func stop(_ state: inout State) -> Effect<Feedback, Never> {
    state.results = .none
    return .cancel(id: CancelID.search)
  }

  /// A search for what the state asks for. The caller says when it begins.
  private func search(_ state: inout State) -> Effect<Feedback, Never> {
    state.results = .searching
    return .run("search", of: state.query) { [query = state.query, isNearby = state.isNearby] send in
      await send(.found(try await client.search(query, isNearby)))
    } catch: { _, send in
      await send(.searchFailed)
    }
  }
}

struct V24Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String, _ isNearby: Bool) async throws -> [String]
  var block: @Sendable (_ name: String) async throws -> Void

  static let testValue = V24Client(
    search: unimplemented("V24Client.search"),
    block: unimplemented("V24Client.block")
  )
}

extension DependencyValues {
  var v24Client: V24Client {
    get { self[V24Client.self] }
    set { self[V24Client.self] = newValue }
  }
}

struct V24Offline: Error {}

struct V24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V24Search.State) -> [V24Search.Input] in
        var inputs: [V24Search.Input] = [.queryChanged("an"), .queryChanged("be"), .queryChanged(""), .nearbyTapped]
        if !state.query.isEmpty { inputs.append(.clearTapped) }
        if state.results == .failed { inputs.append(.retryTapped) }
        for name in state.shown where state.blocks[name] != .running { inputs.append(.blockTapped(name)) }
        return inputs
      }
    ) { () -> TestStore<V24Search> in
      let store = TestStore(initialState: V24Search.State()) { V24Search() }
      store.gate("search", at: \.v24Client.search) { request in
        [.success(request.1 ? ["\(request.0)na"] : ["\(request.0)na", "\(request.0)n"]), .failure(V24Offline())]
      }
      store.gate("block", at: \.v24Client.block) { _ in [.success(()), .failure(V24Offline())] }
      return store
    }
  }
}
