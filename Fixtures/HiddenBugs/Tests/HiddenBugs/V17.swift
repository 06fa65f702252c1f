import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A chat with one person. The server confirms over a stream what has reached the other phone.
struct V17Chat: Reducer {
  struct State: Equatable {
    var isOpen = false
    var isConnected = false
    var messages: IdentifiedArray<V17Message> = []
    var nextID = 1
  }

  enum Input: Equatable, Sendable {
    case opened
    case closed
    case sendTapped(String)
    case retryTapped(Int)
    case deleteTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case sent(Int)
    case sendFailed(Int)
    case delivered(Int)
    case disconnected
    case reconnectDue
  }

  private enum CancelID { case receipts }

  @Dependency(\.v17Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return listen(&state)

    case .input(.closed):
      state.isOpen = false
      state.isConnected = false
      return .cancel(id: CancelID.receipts)

    case .feedback(.disconnected):
      state.isConnected = false
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return listen(&state)

    case .input(.sendTapped(let text)):
      let message = V17Message(id: state.nextID, text: text)
      state.nextID += 1
      state.messages.append(message)
      return post(message)

    case .input(.retryTapped(let id)):
      guard var message = state.messages[id: id], message.status == .failed else { return .none }
      message.status = .sending
      state.messages[id: id] = message
      return post(message)

    case .input(.deleteTapped(let id)):
      guard state.messages[id: id]?.status == .failed else { return .none }
      state.messages.remove(id: id)
      return .none

    case .feedback(.sent(let id)):
      guard state.messages[id: id]?.status == .sending else { return .none }
      state.messages[id: id]?.status = .sent
      return .none

    case .feedback(.sendFailed(let id)):
      state.messages[id: id]?.status = .failed
      return .none

    case .feedback(.delivered(let id)):
      state.messages[id: id]?.status = .delivered
      return .none
    }
  }

  /// Sends a message. The server tells by the id whether it has it already.
  private func post(_ message: V17Message) -> Effect<Feedback, Never> {
    .run("send", of: message.id) { send in
      try await client.send(message.id, message.text)
      await send(.sent(message.id))
    } catch: { _, send in
      await send(.sendFailed(message.id))
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.isConnected = true
    return .run("receipts") { send in
      for await id in client.receipts() { await send(.delivered(id)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

struct V17Message: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case sending, sent, delivered, failed }

  var id: Int
  var text: String
  var status = Status.sending
}

struct V17Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<Int>

  static let testValue = V17Client(
    send: unimplemented("V17Client.send"),
    receipts: unimplemented("V17Client.receipts", placeholder: AsyncStream<Int> { $0.finish() })
  )
}

extension DependencyValues {
  var v17Client: V17Client {
    get { self[V17Client.self] }
    set { self[V17Client.self] = newValue }
  }
}

struct V17Offline: Error {}

struct V17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V17Chat.State) -> [V17Chat.Input] in
        guard state.isOpen else { return [.opened] }
        var inputs: [V17Chat.Input] = [.closed]
        if state.nextID <= 2 { inputs.append(.sendTapped("Coffee?")) }
        for message in state.messages where message.status == .failed {
          inputs += [.retryTapped(message.id), .deleteTapped(message.id)]
        }
        return inputs
      }
    ) { () -> TestStore<V17Chat> in
      let store = TestStore(initialState: V17Chat.State()) { V17Chat() }
      store.gate("send", at: \.v17Client.send) { _ in [.success(()), .failure(V17Offline())] }
      store.gate("receipts", at: \.v17Client.receipts) { [.element(1), .element(2), .finish] }
      return store
    }
  }
}
