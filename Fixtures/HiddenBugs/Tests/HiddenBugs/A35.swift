import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What the user has spent in a month, with a report to share. Five minutes without a tap end the session.
struct A35Insights: ActionReducer {
  struct State: Equatable {
    var user: String?
    var month = 6
    var overview: A35Overview?
    var isLoading = false
    var hasFailed = false
    var isExporting = false
    var exportHasFailed = false
    var report: String?
  }

  enum Action: Equatable, Sendable {
    case loggedIn(String)
    case loggedOut
    case monthChosen(Int)
    case refreshTapped
    case exportTapped
    case reportClosed
    case loaded(A35Overview)
    case failed
    case exported(String)
    case notExported
    case idledOut
  }

  private enum CancelID { case load, idle }

  @Dependency(\.a35Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .loggedIn(let user):
      guard state.user == nil else { return .none }
      state.user = user
      return .merge(load(user, &state), idle())

    case .loggedOut, .idledOut:
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.idle))

    case .monthChosen(let month):
      guard let user = state.user, month != state.month else { return .none }
      state.month = month
      state.overview = nil
      return .merge(load(user, &state), idle())

    case .refreshTapped:
      guard let user = state.user, !state.isLoading else { return .none }
      return .merge(load(user, &state), idle())

    case .exportTapped:
      guard let user = state.user, !state.isExporting, state.report == nil else { return .none }
      state.isExporting = true
      state.exportHasFailed = false
      let month = state.month
      return .merge(
        .run("export", of: month) { send in
          await send(.exported(try await client.export(user, month)))
        } catch: { _, send in
          await send(.notExported)
        },
        idle()
      )

    case .reportClosed:
      guard state.report != nil else { return .none }
      state.report = nil
      return idle()

    case .loaded(let overview):
      state.isLoading = false
      state.overview = overview
      return .none

    case .failed:
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .exported(let report):
      state.isExporting = false
      state.report = report
      return .none

    case .notExported:
      state.isExporting = false
      state.exportHasFailed = true
      return .none
    }
  }

  private func load(_ user: String, _ state: inout State) -> Effect<Action, Never> {
    state.isLoading = true
    state.hasFailed = false
    let month = state.month
    return .run("overview", of: month) { send in
      await send(.loaded(try await client.overview(user, month)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func idle() -> Effect<Action, Never> {
    .run("idle") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.idledOut)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }
}

struct A35Overview: Equatable, Sendable {
  var user: String
  var month: Int
  var spent: Int
}

struct A35Client: TestDependencyKey, Sendable {
  var overview: @Sendable (_ user: String, _ month: Int) async throws -> A35Overview
  var export: @Sendable (_ user: String, _ month: Int) async throws -> String

  static let testValue = A35Client(
    overview: unimplemented("A35Client.overview"),
    export: unimplemented("A35Client.export")
  )
}

extension DependencyValues {
  var a35Client: A35Client {
    get { self[A35Client.self] }
    set { self[A35Client.self] = newValue }
  }
}

struct A35Offline: Error {}

struct A35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A35Insights.State) -> [A35Insights.Action] in
        if state.user == nil { return [.loggedIn("Ada"), .loggedIn("Ben")] }
        if state.report != nil { return [.reportClosed] }
        var inputs: [A35Insights.Action] = [.monthChosen(state.month == 6 ? 5 : 6), .loggedOut]
        if !state.isLoading { inputs += [.refreshTapped] }
        if !state.isExporting { inputs += [.exportTapped] }
        return inputs
      }
    ) { () -> TestStore<A35Insights> in
      let store = TestStore(initialState: A35Insights.State()) { A35Insights() }
      store.gate("overview", at: \.a35Client.overview) { request in
        [.success(A35Overview(user: request.0, month: request.1, spent: 320)), .failure(A35Offline())]
      }
      store.gate("export", at: \.a35Client.export) { request in
        [.success("\(request.0) 2024-\(request.1).pdf"), .failure(A35Offline())]
      }
      return store
    }
  }
}
