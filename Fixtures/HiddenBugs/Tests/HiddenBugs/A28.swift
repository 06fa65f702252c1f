import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The archive of an account's statements: a year at a time, in pages, with a preview of one document.
struct A28Archive: Reducer {
  enum Request: Hashable { case newest, page(Int) }

  struct State: Equatable {
    var year = 2024
    var statements: [A28Statement] = []
    var next: Int?
    var running: Request?
    var failed: Request?
    var opening: Int?
    var document: String?
    var hasNotOpened = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case yearChosen(Int)
    case statementTapped(Int)
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, A28Page)
    case failed(Request)
    case opened(String)
    case notOpened
  }

  private enum CancelID { case list, document }

  @Dependency(\.a28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.statements.isEmpty, state.running == nil, state.failed == nil else { return .none }
      return load(.newest, &state)

    case .input(.endReached):
      guard let next = state.next, state.running == nil, state.failed == nil else { return .none }
      return load(.page(next), &state)

    case .input(.refreshPulled):
      guard state.running != .newest else { return .none }
      return load(.newest, &state)

    case .input(.retryTapped):
      guard let request = state.failed, state.running == nil else { return .none }
      return load(request, &state)

    case .input(.yearChosen(let year)):
      guard year != state.year else { return .none }
      state.year = year
      state.statements = []
      state.next = nil
      state.opening = nil
      state.hasNotOpened = false
      return .merge(.cancel(id: CancelID.document), load(.newest, &state))

    case .input(.statementTapped(let id)):
      guard state.document == nil else { return .none }
      state.opening = id
      state.hasNotOpened = false
      return .run("document", of: id) { send in
        await send(.opened(try await client.document(id)))
      } catch: { _, send in
        await send(.notOpened)
      }
      .cancellable(id: CancelID.document, cancelInFlight: true)

    case .input(.closeTapped):
      state.document = nil
      return .none

    case .feedback(.loaded(let request, let page)):
      state.running = nil
      switch request {
      case .newest: state.statements = page.statements
      case .page: state.statements += page.statements
      }
      state.next = page.next
      return .none

    case .feedback(.failed(let request)):
      state.running = nil
      state.failed = request
      return .none

    case .feedback(.opened(let document)):
      state.opening = nil
      state.document = document
      return .none

    case .feedback(.notOpened):
      state.opening = nil
      state.hasNotOpened = true
      return .none
    }
  }

  private func load(_ request: Request, _ state: inout State) -> Effect<Feedback, Never> {
    state.running = request
    state.failed = nil
    let year = state.year
    let number = if case .page(let page) = request { page } else { 0 }
    return .run("page", of: request) { send in
      await send(.loaded(request, try await client.page(year, number)))
    } catch: { _, send in
      await send(.failed(request))
    }
    .cancellable(id: CancelID.list, cancelInFlight: true)
  }
}

struct A28Statement: Equatable, Identifiable, Sendable {
  var id: Int
}

struct A28Page: Equatable, Sendable {
  var statements: [A28Statement]
  var next: Int?
}

struct A28Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ year: Int, _ number: Int) async throws -> A28Page
  var document: @Sendable (_ id: Int) async throws -> String

  static let testValue = A28Client(
    page: unimplemented("A28Client.page"),
    document: unimplemented("A28Client.document")
  )
}

extension DependencyValues {
  var a28Client: A28Client {
    get { self[A28Client.self] }
    set { self[A28Client.self] = newValue }
  }
}

struct A28Offline: Error {}

struct A28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A28Archive.State) -> [A28Archive.Input] in
        if state.document != nil { return [.closeTapped] }
        var inputs: [A28Archive.Input] = [.yearChosen(state.year == 2024 ? 2023 : 2024)]
        if state.running != .newest { inputs += [.refreshPulled] }
        if state.statements.isEmpty { inputs += [.appeared] } else { inputs += [.endReached] }
        if state.failed != nil { inputs += [.retryTapped] }
        for statement in state.statements { inputs += [.statementTapped(statement.id)] }
        return inputs
      }
    ) { () -> TestStore<A28Archive> in
      let store = TestStore(initialState: A28Archive.State()) { A28Archive() }
      store.gate("page", at: \.a28Client.page) { request in
        [
          .success(
            A28Page(statements: [A28Statement(id: request.0 * 10 + request.1)], next: request.1 == 0 ? 1 : nil)
          ),
          .failure(A28Offline()),
        ]
      }
      store.gate("document", at: \.a28Client.document) { id in [.success("Statement \(id)"), .failure(A28Offline())] }
      return store
    }
  }
}
