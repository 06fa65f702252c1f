import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A chat with the courier. Receipts come by a connection of their own.
struct M18CourierChat: Reducer {
  struct State: Equatable {
    var messages: [M18Message] = []
    var isConnected = false
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case sendTapped(String)
    case retryTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case accepted(Int)
    case sendFailed(Int)
    case timedOut(Int)
    case receipt(Int)
    case disconnected
  }

  private enum CancelID: Hashable {
    case send(Int)
    case timeout(Int)
  }

  @Dependency(\.m18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard !state.isConnected else { return .none }
      state.isConnected = true
      return .run("receipts") { send in
        for await id in client.receipts() { await send(.receipt(id)) }
        await send(.disconnected)
      }

    case .input(.sendTapped(let text)):
      let message = M18Message(id: state.messages.count + 1, text: text)
      state.messages.append(message)
      return deliver(message)

    case .input(.retryTapped(let id)):
      guard let index = index(of: id, in: state), state.messages[index].status == .failed else { return .none }
      state.messages[index].status = .sending
      return deliver(state.messages[index])

    case .feedback(.accepted(let id)):
      move(id, from: [.sending], to: .sent, &state)
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.sendFailed(let id)):
      move(id, from: [.sending], to: .failed, &state)
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.timedOut(let id)):
      move(id, from: [.sending], to: .failed, &state)
      return .cancel(id: CancelID.send(id))

    case .feedback(.receipt(let id)):
      move(id, from: [.sending, .sent, .failed], to: .delivered, &state)
      return .none

    case .feedback(.disconnected):
      state.isConnected = false
      return .none
    }
  }

  private func index(of id: Int, in state: State) -> Int? {
    state.messages.firstIndex { $0.id == id }
  }

  /// The only place where a message gets another status: one that is delivered stays so.
  private func move(_ id: Int, from old: [M18Message.Status], to new: M18Message.Status, _ state: inout State) {
    guard let index = index(of: id, in: state), old.contains(state.messages[index].status) else { return }
    state.messages[index].status = new
  }

  private func deliver(_ message: M18Message) -> Effect<Feedback, Never> {
    let id = message.id
    return .merge(
      .run("send", of: id) { send in
        try await client.send(message)
        await send(.accepted(id))
      } catch: { _, send in
        await send(.sendFailed(id))
      }
      .cancellable(id: CancelID.send(id), cancelInFlight: true),
      .run("timeout", of: id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.timedOut(id))
      }
      .cancellable(id: CancelID.timeout(id), cancelInFlight: true)
    )
  }
}

struct M18Message: Hashable, Identifiable, Sendable {
  enum Status: Hashable, Sendable { case sending, sent, delivered, failed }

  var id: Int
  var text: String
  var status = Status.sending
}

struct M18Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ message: M18Message) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<Int>

  static let testValue = M18Client(
    send: unimplemented("M18Client.send"),
    receipts: unimplemented("M18Client.receipts", placeholder: AsyncStream<Int> { $0.finish() })
  )
}

extension DependencyValues {
  var m18Client: M18Client {
    get { self[M18Client.self] }
    set { self[M18Client.self] = newValue }
  }
}

struct M18Offline: Error {}

struct M18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M18CourierChat.State) -> [M18CourierChat.Input] in
        var inputs: [M18CourierChat.Input] = []
        if !state.isConnected { inputs.append(.connectTapped) }
        if state.messages.count < 2 { inputs.append(.sendTapped("Second floor")) }
        for message in state.messages where message.status == .failed { inputs.append(.retryTapped(message.id)) }
        return inputs
      }
    ) { () -> TestStore<M18CourierChat> in
      let store = TestStore(initialState: M18CourierChat.State()) { M18CourierChat() }
      store.gate("send", at: \.m18Client.send) { _ in [.success(()), .failure(M18Offline())] }
      store.gate("receipts", at: \.m18Client.receipts) { [.element(1), .element(2), .finish] }
      return store
    }
  }
}
