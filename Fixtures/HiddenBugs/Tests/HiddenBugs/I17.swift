import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Money that is asked of contacts. The bank tells by a stream who has paid.
struct I17Requests: Reducer {
  struct State: Equatable {
    enum Connection: Equatable { case off, live, waiting }

    var requests: [I17Request] = []
    var connection = Connection.off

    func index(_ contact: String) -> Int? { requests.firstIndex { $0.contact == contact } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case askTapped(String)
    case retryTapped(String)
    case withdrawTapped(String)
    case removeTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case sent(String)
    case sendFailed(String)
    case withdrawn(String)
    case withdrawalFailed(String)
    case paid(String)
    case connectionLost
    case reconnectDue
  }

  private enum CancelID: Hashable {
    case request(String)
    case payments
  }

  @Dependency(\.i17Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .off else { return .none }
      state.connection = .live
      return listen()

    case .input(.disappeared):
      state.connection = .off
      return .cancel(id: CancelID.payments)

    case .feedback(.connectionLost):
      state.connection = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.payments)

    case .feedback(.reconnectDue):
      state.connection = .live
      return listen()

    case .feedback(.paid(let contact)):
      guard let index = state.index(contact) else { return .none }
      state.requests[index].status = .paid
      return .none

    case .input(.askTapped(let contact)):
      guard state.index(contact) == nil else { return .none }
      state.requests.append(I17Request(contact: contact))
      return ask(contact)

    case .input(.retryTapped(let contact)):
      guard let index = state.index(contact), state.requests[index].status == .failed else { return .none }
      state.requests[index].status = .sending
      return ask(contact)

    case .feedback(.sent(let contact)):
      guard let index = state.index(contact), state.requests[index].status == .sending else { return .none }
      state.requests[index].status = .sent
      return .none

    case .feedback(.sendFailed(let contact)):
      guard let index = state.index(contact) else { return .none }
      state.requests[index].status = .failed
      return .none

    case .input(.withdrawTapped(let contact)):
      guard let index = state.index(contact), state.requests[index].status == .sent else { return .none }
      state.requests[index].status = .withdrawing
      return .run("withdraw", of: contact) { send in
        try await client.withdraw(contact)
        await send(.withdrawn(contact))
      } catch: { _, send in
        await send(.withdrawalFailed(contact))
      }
      .cancellable(id: CancelID.request(contact))

    case .feedback(.withdrawn(let contact)):
      guard let index = state.index(contact), state.requests[index].status == .withdrawing else { return .none }
      state.requests.remove(at: index)
      return .none

    case .feedback(.withdrawalFailed(let contact)):
      guard let index = state.index(contact), state.requests[index].status == .withdrawing else { return .none }
      state.requests[index].status = .sent
      return .none

    case .input(.removeTapped(let contact)):
      guard let index = state.index(contact), state.requests[index].isRemovable else { return .none }
      state.requests.remove(at: index)
      return .cancel(id: CancelID.request(contact))
    }
  }

  private func ask(_ contact: String) -> Effect<Feedback, Never> {
    .run("ask", of: contact) { send in
      try await client.ask(contact)
      await send(.sent(contact))
    } catch: { _, send in
      await send(.sendFailed(contact))
    }
    .cancellable(id: CancelID.request(contact))
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("payments") { send in
      for await contact in client.payments() { await send(.paid(contact)) }
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.payments)
  }
}

struct I17Request: Equatable {
  enum Status: Equatable { case sending, sent, withdrawing, paid, failed }

  var contact: String
  var status = Status.sending

  var isRemovable: Bool { status == .paid || status == .failed }
}

struct I17Client: TestDependencyKey, Sendable {
  var ask: @Sendable (_ contact: String) async throws -> Void
  var withdraw: @Sendable (_ contact: String) async throws -> Void
  var payments: @Sendable () -> AsyncStream<String>

  static let testValue = I17Client(
    ask: unimplemented("I17Client.ask"),
    withdraw: unimplemented("I17Client.withdraw"),
    payments: unimplemented("I17Client.payments", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var i17Client: I17Client {
    get { self[I17Client.self] }
    set { self[I17Client.self] = newValue }
  }
}

struct I17Offline: Error {}

struct I17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I17Requests.State) -> [I17Requests.Input] in
        if state.connection == .off { return [.appeared] }
        var inputs: [I17Requests.Input] = [.disappeared]
        for contact in ["Ada", "Bo"] where state.index(contact) == nil { inputs.append(.askTapped(contact)) }
        for request in state.requests {
          if request.status == .sent { inputs.append(.withdrawTapped(request.contact)) }
          if request.status == .failed { inputs.append(.retryTapped(request.contact)) }
          if request.isRemovable { inputs.append(.removeTapped(request.contact)) }
        }
        return inputs
      }
    ) { () -> TestStore<I17Requests> in
      let store = TestStore(initialState: I17Requests.State()) { I17Requests() }
      store.gate("ask", at: \.i17Client.ask) { _ in [.success(()), .failure(I17Offline())] }
      store.gate("withdraw", at: \.i17Client.withdraw) { _ in [.success(()), .failure(I17Offline())] }
      store.gate("payments", at: \.i17Client.payments) { [.element("Ada"), .finish] }
      return store
    }
  }
}
