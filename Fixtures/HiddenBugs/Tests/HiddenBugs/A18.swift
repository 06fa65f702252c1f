import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What others owe the user, as bubbles in a chat. A request can be withdrawn until it is paid.
struct A18Requests: Reducer {
  struct State: Equatable {
    var requests: IdentifiedArrayOf<A18Request> = []
    var isVisible = false
    var isLoading = false
    var hasFailed = false
    var onlyOpen = false
    /// The request below which the screen says that it could not be withdrawn.
    var notWithdrawn: String?

    /// The rows of the list.
    var shown: [A18Request] { requests.elements.filter { !onlyOpen || $0.status < .withdrawn } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case refreshPulled
    case retryTapped
    case withdrawTapped(String)
    case hintTapped
    case onlyOpenTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([A18Request])
    case loadFailed
    case paid(String)
    case reconnectDue
    case withdrawn(String)
    case withdrawFailed(String)
  }

  private enum CancelID { case load, payments }

  @Dependency(\.a18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return .merge(listen(), load(into: &state))

    case .input(.disappeared):
      state.isVisible = false
      state.isLoading = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.payments))

    case .input(.refreshPulled):
      return load(into: &state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(into: &state)

    case .input(.withdrawTapped(let id)):
      guard state.requests[id: id]?.status == .open else { return .none }
      state.requests[id: id]?.status = .withdrawing
      if state.notWithdrawn == id { state.notWithdrawn = nil }
      return .run("withdraw", of: id) { send in
        try await client.withdraw(id)
        await send(.withdrawn(id))
      } catch: { _, send in
        await send(.withdrawFailed(id))
      }

    case .input(.hintTapped):
      state.notWithdrawn = nil
      return .none

    case .input(.onlyOpenTapped):
      state.onlyOpen.toggle()
      return .none

    case .feedback(.loaded(let requests)):
      state.isLoading = false
      // The answer may be older than what the screen has seen since.
      for request in requests where request.status >= state.requests[id: request.id]?.status ?? .open {
        state.requests.updateOrAppend(request)
      }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.paid(let id)):
      settle(id, as: .paid, in: &state)
      return .none

    case .feedback(.reconnectDue):
      return .merge(listen(), load(into: &state))

    case .feedback(.withdrawn(let id)):
      settle(id, as: .withdrawn, in: &state)
      return .none

    case .feedback(.withdrawFailed(let id)):
      state.requests[id: id]?.status = .open
      state.notWithdrawn = id
      return .none
    }
  }

  private func settle(_ id: String, as status: A18Status, in state: inout State) {
    guard let known = state.requests[id: id]?.status, known < status else { return }
    state.requests[id: id]?.status = status
    if state.notWithdrawn == id { state.notWithdrawn = nil }
  }

  private func load(into state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .run("requests") { send in
      await send(.loaded(try await client.requests()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load)
  }

  /// Hears of payments. When the server closes the stream, it is opened again after a pause.
  private func listen() -> Effect<Feedback, Never> {
    .run("payments") { send in
      for await id in client.payments() { await send(.paid(id)) }
      try await clock.sleep(for: .seconds(10))
      await send(.reconnectDue)
    }
    .cancellable(id: CancelID.payments)
  }
}

/// The order is the one in which a request gets on.
enum A18Status: Comparable, Sendable {
  case open, withdrawing, withdrawn, paid
}

struct A18Request: Equatable, Identifiable, Sendable {
  let id: String
  var cents: Int
  var status = A18Status.open
}

struct A18Client: TestDependencyKey, Sendable {
  var requests: @Sendable () async throws -> [A18Request]
  var withdraw: @Sendable (_ id: String) async throws -> Void
  var payments: @Sendable () -> AsyncStream<String>

  static let testValue = A18Client(
    requests: unimplemented("A18Client.requests"),
    withdraw: unimplemented("A18Client.withdraw"),
    payments: unimplemented("A18Client.payments", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var a18Client: A18Client {
    get { self[A18Client.self] }
    set { self[A18Client.self] = newValue }
  }
}

struct A18Offline: Error {}

struct A18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A18Requests.State) -> [A18Requests.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [A18Requests.Input] = [.disappeared, .onlyOpenTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        if !state.isLoading { inputs.append(.refreshPulled) }
        if state.notWithdrawn != nil { inputs.append(.hintTapped) }
        for request in state.shown where request.status == .open { inputs.append(.withdrawTapped(request.id)) }
        return inputs
      }
    ) { () -> TestStore<A18Requests> in
      let store = TestStore(initialState: A18Requests.State()) { A18Requests() }
      store.gate("requests", at: \.a18Client.requests) {
        [
          .success([A18Request(id: "pizza", cents: 1_150), A18Request(id: "taxi", cents: 900)]),
          .failure(A18Offline()),
        ]
      }
      store.gate("withdraw", at: \.a18Client.withdraw) { _ in [.success(()), .failure(A18Offline())] }
      store.gate("payments", at: \.a18Client.payments) { [.element("pizza"), .finish] }
      return store
    }
  }
}
