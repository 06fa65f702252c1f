import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The milk collections of a farm, the newest first, each with the results of the laboratory.
struct T25Collections: Reducer {
  enum Request: Hashable, Sendable { case refresh, page(Int) }

  enum Activity: Equatable, Sendable { case idle, loading(Request), failed(Request) }

  enum Lab: Equatable, Sendable { case loading, result(String), failed }

  struct Detail: Equatable {
    var collection: T25Collection
    var lab: Lab
  }

  struct State: Equatable {
    var rows: [T25Collection] = []
    var nextPage: Int?
    var activity = Activity.idle
    var detail: Detail?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case rowTapped(Int)
    case labRetryTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, T25Page)
    case loadFailed(Request)
    case labLoaded(String)
    case labFailed
  }

  private enum CancelID { case list, lab }

  @Dependency(\.t25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.rows.isEmpty, state.activity == .idle else { return .none }
      return load(.refresh, into: &state)

    case .input(.refreshPulled):
      guard state.activity != .loading(.refresh) else { return .none }
      return load(.refresh, into: &state)

    case .input(.endReached):
      guard let page = state.nextPage, state.activity == .idle else { return .none }
      return load(.page(page), into: &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.activity else { return .none }
      return load(request, into: &state)

    case .input(.rowTapped(let id)):
      guard state.detail == nil, let row = state.rows.first(where: { $0.id == id }) else { return .none }
      return showLab(of: row, in: &state)

    case .input(.labRetryTapped):
      guard let detail = state.detail, detail.lab == .failed else { return .none }
      return showLab(of: detail.collection, in: &state)

    case .input(.closeTapped):
      state.detail = nil
      return .cancel(id: CancelID.lab)

    case .feedback(.loaded(.refresh, let page)):
      state.activity = .idle
      state.rows = page.rows
      state.nextPage = page.next
      if let id = state.detail?.collection.id, let row = page.rows.first(where: { $0.id == id }) {
        state.detail?.collection = row
      }
      return .none

    case .feedback(.loaded(.page, let page)):
      state.activity = .idle
      // A collection since the last request moves the rows on, so a page may begin with rows of the one before.
      let known = Set(state.rows.map(\.id))
      state.rows += page.rows.filter { !known.contains($0.id) }
      state.nextPage = page.next
      return .none

    case .feedback(.loadFailed(let request)):
      state.activity = .failed(request)
      return .none

    case .feedback(.labLoaded(let text)):
      state.detail?.lab = .result(text)
      return .none

    case .feedback(.labFailed):
      state.detail?.lab = .failed
      return .none
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.activity = .loading(request)
    let number = if case .page(let number) = request { number } else { 0 }
    return .run("page", of: number) { send in
      await send(.loaded(request, try await client.page(number)))
    } catch: { _, send in
      await send(.loadFailed(request))
    }
    .cancellable(id: CancelID.list, cancelInFlight: true)
  }

  private func showLab(of collection: T25Collection, in state: inout State) -> Effect<Feedback, Never> {
    state.detail = Detail(collection: collection, lab: .loading)
    return .run("lab", of: collection.id) { send in
      await send(.labLoaded(try await client.lab(collection.id)))
    } catch: { _, send in
      await send(.labFailed)
    }
    .cancellable(id: CancelID.lab, cancelInFlight: true)
  }
}

struct T25Collection: Equatable, Identifiable, Sendable {
  let id: Int
  var litres: Int
}

struct T25Page: Equatable, Sendable {
  var rows: [T25Collection]
  var next: Int?
}

struct T25Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> T25Page
  var lab: @Sendable (_ collection: Int) async throws -> String

  static let testValue = T25Client(
    page: unimplemented("T25Client.page"),
    lab: unimplemented("T25Client.lab")
  )
}

extension DependencyValues {
  var t25Client: T25Client {
    get { self[T25Client.self] }
    set { self[T25Client.self] = newValue }
  }
}

struct T25Offline: Error {}

struct T25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T25Collections.State) -> [T25Collections.Input] in
        if let detail = state.detail {
          return detail.lab == .failed ? [.labRetryTapped, .closeTapped] : [.closeTapped]
        }
        var inputs = state.rows.map { T25Collections.Input.rowTapped($0.id) }
        inputs.append(.refreshPulled)
        switch state.activity {
        case .idle:
          if state.rows.isEmpty { inputs.append(.appeared) }
          if state.nextPage != nil { inputs.append(.endReached) }
        case .failed:
          inputs.append(.retryTapped)
        case .loading:
          break
        }
        return inputs
      }
    ) { () -> TestStore<T25Collections> in
      let store = TestStore(initialState: T25Collections.State()) { T25Collections() }
      store.gate("page", at: \.t25Client.page) { number in
        [
          .success(T25Page(rows: [T25Collection(id: 10 - number, litres: 840)], next: number == 0 ? 1 : nil)),
          .failure(T25Offline()),
        ]
      }
      store.gate("lab", at: \.t25Client.lab) { _ in [.success("Fat 4.1 %"), .failure(T25Offline())] }
      return store
    }
  }
}
