import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The consignments of a freight forwarder, page by page, and the history of one of them in a sheet.
struct W02Consignments: Reducer {
  enum Request: Hashable, Sendable { case first, more(Int) }

  struct Detail: Equatable {
    let id: Int
    var events: [String]?
    var hasFailed = false
  }

  struct State: Equatable {
    /// Nil until the first page was there.
    var consignments: IdentifiedArray<W02Consignment>?
    var next: Int?
    var loading: Request?
    var failed: Request?
    var onlyDelayed = false
    var detail: Detail?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case failureDismissed
    case delayedTapped
    case consignmentTapped(Int)
    case historyRetryTapped
    case detailClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, W02Page)
    case failed(Request)
    case historyLoaded([String])
    case historyFailed
  }

  private enum CancelID { case page, history }

  @Dependency(\.w02Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.consignments == nil, state.loading == nil else { return .none }
      return load(.first, into: &state)

    case .input(.endReached):
      guard let next = state.next, state.loading == nil else { return .none }
      return load(.more(next), into: &state)

    case .input(.refreshPulled):
      guard state.loading != .first else { return .none }
      return load(.first, into: &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return load(failed, into: &state)

    case .input(.failureDismissed):
      guard state.consignments != nil else { return .none }
      state.failed = nil
      return .none

    case .input(.delayedTapped):
      state.onlyDelayed.toggle()
      state.consignments = nil
      state.next = nil
      return load(.first, into: &state)

    case .input(.consignmentTapped(let id)):
      guard state.detail == nil, state.consignments?[id: id] != nil else { return .none }
      state.detail = Detail(id: id)
      return loadHistory(of: id)

    case .input(.historyRetryTapped):
      guard let detail = state.detail, detail.hasFailed else { return .none }
      state.detail?.hasFailed = false
      return loadHistory(of: detail.id)

    case .input(.detailClosed):
      state.detail = nil
      return .cancel(id: CancelID.history)

    case .feedback(.loaded(let request, let page)):
      state.loading = nil
      state.next = page.next
      if request == .first {
        state.consignments = IdentifiedArray(page.consignments)
      } else {
        // A consignment that was added meanwhile moves others to the next page.
        for consignment in page.consignments { state.consignments?.updateOrAppend(consignment) }
      }
      return .none

    case .feedback(.failed(let request)):
      state.loading = nil
      state.failed = request
      return .none

    case .feedback(.historyLoaded(let events)):
      state.detail?.events = events
      return .none

    case .feedback(.historyFailed):
      state.detail?.hasFailed = true
      return .none
    }
  }

  /// Loads a page, instead of any other page that is on its way.
  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = request
    state.failed = nil
    var query = W02Query(onlyDelayed: state.onlyDelayed, page: 0)
    if case .more(let page) = request { query.page = page }
    return .run("page", of: query) { [query] send in
      await send(.loaded(request, try await client.page(query)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func loadHistory(of id: Int) -> Effect<Feedback, Never> {
    .run("history", of: id) { send in
      await send(.historyLoaded(try await client.history(id)))
    } catch: { _, send in
      await send(.historyFailed)
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

struct W02Consignment: Equatable, Identifiable, Sendable {
  let id: Int
  var destination: String
}

struct W02Query: Hashable, Sendable {
  var onlyDelayed: Bool
  var page: Int
}

struct W02Page: Equatable, Sendable {
  var consignments: [W02Consignment]
  var next: Int?
}

struct W02Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ query: W02Query) async throws -> W02Page
  var history: @Sendable (_ consignment: Int) async throws -> [String]

  static let testValue = W02Client(
    page: unimplemented("W02Client.page"),
    history: unimplemented("W02Client.history")
  )
}

extension DependencyValues {
  var w02Client: W02Client {
    get { self[W02Client.self] }
    set { self[W02Client.self] = newValue }
  }
}

struct W02Offline: Error {}

struct W02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W02Consignments.State) -> [W02Consignments.Input] in
        if let detail = state.detail {
          return detail.hasFailed ? [.historyRetryTapped, .detailClosed] : [.detailClosed]
        }
        var inputs: [W02Consignments.Input] = [.refreshPulled, .delayedTapped]
        if state.failed != nil { inputs.append(.retryTapped) }
        guard let consignments = state.consignments else { return inputs + [.appeared] }
        if state.failed != nil { inputs.append(.failureDismissed) }
        if state.next != nil { inputs.append(.endReached) }
        if let first = consignments.first { inputs.append(.consignmentTapped(first.id)) }
        return inputs
      }
    ) { () -> TestStore<W02Consignments> in
      let store = TestStore(initialState: W02Consignments.State()) { W02Consignments() }
      store.gate("page", at: \.w02Client.page) { query in
        let oslo = W02Consignment(id: 1, destination: "Oslo")
        let bonn = W02Consignment(id: 2, destination: "Bonn")
        let page =
          query.page == 0
          ? W02Page(consignments: query.onlyDelayed ? [bonn] : [oslo], next: query.onlyDelayed ? nil : 1)
          : W02Page(consignments: [bonn], next: nil)
        return [.success(page), .failure(W02Offline())]
      }
      store.gate("history", at: \.w02Client.history) { _ in [.success(["Loaded", "Left"]), .failure(W02Offline())] }
      return store
    }
  }
}
