import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The sommelier's cellar: a search for wines, the stock of one, and a bottle that is held for a table.
struct E48Cellar: Reducer {
  /// What the screen asks the server for.
  enum Request: Hashable, Sendable {
    case search(String)
    case stock(String)
    case hold(String)

    var name: String {
      switch self {
      case .search: "search"
      case .stock: "stock"
      case .hold: "hold"
      }
    }

    var isSearch: Bool { if case .search = self { true } else { false } }
    var isStock: Bool { if case .stock = self { true } else { false } }
  }

  enum Response: Equatable, Sendable {
    case wines([String])
    case bottles(Int)
    case held(String)
  }

  struct State: Equatable {
    var query = ""
    var wines: [String] = []
    var selected: String?
    var bottles: Int?
    var held: [String] = []
    var running: Set<Request> = []
    var failed: Set<Request> = []

    /// Whether the list shows a spinner.
    var isSearching: Bool { running.contains { $0.isSearch } }

    /// Ends requests that nobody waits for any more.
    mutating func drop(_ isObsolete: (Request) -> Bool) {
      running = running.filter { !isObsolete($0) }
      failed = failed.filter { !isObsolete($0) }
    }
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case wineTapped(String)
    case holdTapped
    case closeTapped
    case retryTapped(Request)
  }

  enum Feedback: Equatable, Sendable {
    case answered(Request, Response)
    case failed(Request)
  }

  private enum CancelID { case search, stock }

  @Dependency(\.e48Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.wines = []
      state.drop { $0.isSearch }
      guard !query.isEmpty else { return .cancel(id: CancelID.search) }
      state.running.insert(.search(query))
      return perform(.search(query)).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.wineTapped(let wine)):
      guard state.selected == nil, state.wines.contains(wine) else { return .none }
      state.selected = wine
      return start(.stock(wine), in: &state)

    case .input(.holdTapped):
      guard let wine = state.selected, let bottles = state.bottles, bottles > 0 else { return .none }
      guard !state.held.contains(wine), !state.running.contains(.hold(wine)) else { return .none }
      return start(.hold(wine), in: &state)

    case .input(.closeTapped):
      state.selected = nil
      state.bottles = nil
      state.drop { $0.isStock }
      return .cancel(id: CancelID.stock)

    case .input(.retryTapped(let request)):
      guard state.failed.contains(request) else { return .none }
      return start(request, in: &state)

    case .feedback(.answered(let request, let response)):
      guard state.running.remove(request) != nil else { return .none }
      switch response {
      case .wines(let wines):
        state.wines = wines
      case .bottles(let bottles):
        state.bottles = bottles
      case .held(let wine):
        state.held.append(wine)
        // There is a bottle less now.
        if state.selected == wine { return start(.stock(wine), in: &state) }
      }
      return .none

    case .feedback(.failed(let request)):
      guard state.running.remove(request) != nil else { return .none }
      state.failed.insert(request)
      return .none
    }
  }

  private func start(_ request: Request, in state: inout State) -> Effect<Feedback, Never> {
    state.running.insert(request)
    state.failed.remove(request)
    switch request {
    case .search: return perform(request).cancellable(id: CancelID.search, cancelInFlight: true)
    case .stock: return perform(request).cancellable(id: CancelID.stock, cancelInFlight: true)
    case .hold: return perform(request)
    }
  }

  private func perform(_ request: Request) -> Effect<Feedback, Never> {
    .run(request.name, of: request) { send in
      await send(.answered(request, try await respond(to: request)))
    } catch: { _, send in
      await send(.failed(request))
    }
  }

  private func respond(to request: Request) async throws -> Response {
    switch request {
    case .search(let query):
      return .wines(try await client.search(query))
    case .stock(let wine):
      return .bottles(try await client.stock(wine))
    case .hold(let wine):
      try await client.hold(wine)
      return .held(wine)
    }
  }
}

struct E48Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]
  var stock: @Sendable (_ wine: String) async throws -> Int
  var hold: @Sendable (_ wine: String) async throws -> Void

  static let testValue = E48Client(
    search: unimplemented("E48Client.search"),
    stock: unimplemented("E48Client.stock"),
    hold: unimplemented("E48Client.hold")
  )
}

extension DependencyValues {
  var e48Client: E48Client {
    get { self[E48Client.self] }
    set { self[E48Client.self] = newValue }
  }
}

struct E48Offline: Error {}

struct E48Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E48Cellar.State) -> [E48Cellar.Input] in
        var inputs: [E48Cellar.Input] = []
        if state.selected == nil {
          inputs += [.queryChanged("Rio"), .queryChanged("Bar"), .queryChanged("")]
          inputs += state.wines.map { E48Cellar.Input.wineTapped($0) }
        } else {
          inputs += [.holdTapped, .closeTapped]
        }
        let requests: [E48Cellar.Request] = [
          .search("Rio"), .search("Bar"), .stock("Rioja"), .stock("Barolo"), .hold("Rioja"), .hold("Barolo"),
        ]
        for request in requests where state.failed.contains(request) { inputs.append(.retryTapped(request)) }
        return inputs
      }
    ) { () -> TestStore<E48Cellar> in
      let store = TestStore(initialState: E48Cellar.State()) { E48Cellar() }
      store.gate("search", at: \.e48Client.search) { query in
        [.success(query == "Rio" ? ["Rioja"] : ["Barolo"]), .failure(E48Offline())]
      }
      store.gate("stock", at: \.e48Client.stock) { _ in [.success(3), .failure(E48Offline())] }
      store.gate("hold", at: \.e48Client.hold) { _ in [.success(()), .failure(E48Offline())] }
      return store
    }
  }
}
