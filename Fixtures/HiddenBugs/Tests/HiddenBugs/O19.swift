import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The transactions of an account, in pages. They can be filtered, and exported as a statement.
struct O19Statement: Reducer {
  struct State: Equatable {
    var filter = O19Filter.all
    var rows: [O19Transaction] = []
    var page = 0
    var hasMore = true
    var isLoading = false
    var hasFailed = false
    var isExporting = false
    var exported: String?
    var exportFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case filterChosen(O19Filter)
    case exportTapped
    case exportClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([O19Transaction], hasMore: Bool)
    case loadFailed
    case exported(String)
    case exportFailed
  }

  private enum CancelID { case load, export }

  @Dependency(\.o19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.rows.isEmpty && !state.hasFailed ? loadNext(&state) : .none

    case .input(.endReached):
      return state.hasFailed ? .none : loadNext(&state)

    case .input(.refreshPulled):
      state.page = 0
      return load(&state)

    case .input(.retryTapped):
      return loadNext(&state)

    case .input(.filterChosen(let filter)):
      guard filter != state.filter else { return .none }
      state = State(filter: filter)
      return .merge(.cancel(id: CancelID.export), load(&state))

    case .input(.exportTapped):
      guard !state.isExporting else { return .none }
      state.isExporting = true
      state.exportFailed = false
      return .run("export", of: state.filter) { [filter = state.filter] send in
        await send(.exported(try await client.export(filter)))
      } catch: { _, send in
        await send(.exportFailed)
      }
      .cancellable(id: CancelID.export, cancelInFlight: true)

    case .input(.exportClosed):
      state.exported = nil
      return .none

    case .feedback(.loaded(let rows, hasMore: let hasMore)):
      state.isLoading = false
      state.rows = state.page == 0 ? rows : state.rows + rows
      state.page += 1
      state.hasMore = hasMore
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.exported(let file)):
      state.isExporting = false
      state.exported = file
      return .none

    case .feedback(.exportFailed):
      state.isExporting = false
      state.exportFailed = true
      return .none
    }
  }

  private func loadNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.hasMore, !state.isLoading else { return .none }
    return load(&state)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let request = O19Request(filter: state.filter, page: state.page)
    return .run("transactions", of: request) { send in
      let page = try await client.transactions(request)
      await send(.loaded(page.rows, hasMore: page.hasMore))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum O19Filter: Hashable, Sendable { case all, incoming }

struct O19Request: Hashable, Sendable {
  var filter: O19Filter
  var page: Int
}

struct O19Transaction: Equatable, Sendable {
  var id: Int
  var amount: Int
}

struct O19Page: Equatable, Sendable {
  var rows: [O19Transaction]
  var hasMore: Bool
}

struct O19Client: TestDependencyKey, Sendable {
  var transactions: @Sendable (_ request: O19Request) async throws -> O19Page
  var export: @Sendable (_ filter: O19Filter) async throws -> String

  static let testValue = O19Client(
    transactions: unimplemented("O19Client.transactions"),
    export: unimplemented("O19Client.export")
  )
}

extension DependencyValues {
  var o19Client: O19Client {
    get { self[O19Client.self] }
    set { self[O19Client.self] = newValue }
  }
}

struct O19Offline: Error {}

struct O19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O19Statement.State) -> [O19Statement.Input] in
        if state.exported != nil { return [.exportClosed] }
        var inputs: [O19Statement.Input] = [
          .filterChosen(state.filter == .all ? .incoming : .all), .refreshPulled,
        ]
        if state.rows.isEmpty { inputs.append(.appeared) }
        if state.hasFailed { inputs.append(.retryTapped) }
        if !state.rows.isEmpty {
          inputs.append(.exportTapped)
          if state.hasMore, !state.hasFailed { inputs.append(.endReached) }
        }
        return inputs
      }
    ) { () -> TestStore<O19Statement> in
      let store = TestStore(initialState: O19Statement.State()) { O19Statement() }
      store.gate("transactions", at: \.o19Client.transactions) { request in
        [
          .success(
            O19Page(rows: [O19Transaction(id: 10 - request.page, amount: 30)], hasMore: request.page == 0)
          ),
          .failure(O19Offline()),
        ]
      }
      store.gate("export", at: \.o19Client.export) { filter in
        [.success(filter == .all ? "all.pdf" : "incoming.pdf"), .failure(O19Offline())]
      }
      return store
    }
  }
}
