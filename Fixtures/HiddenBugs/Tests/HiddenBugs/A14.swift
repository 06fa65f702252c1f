import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A conversation: its outbox, and the receipts of what was sent. The server knows a message by the id that we give it.
struct A14Chat: Reducer {
  enum Connection { case off, open, lost }

  struct State: Equatable {
    var draft = ""
    var messages: IdentifiedArrayOf<A14Message> = []
    var nextID = 1
    var connection = Connection.off
  }

  enum Input: Equatable, Sendable {
    case becameVisible
    case becameHidden
    case draftChanged(String)
    case sendTapped
    case resendTapped(Int)
    case deleteTapped(Int)
    case clearTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent(Int)
    case sendFailed(Int)
    case receipt(A14Receipt)
    case receiptsEnded
    case reconnectDue
  }

  private enum CancelID { case receipts }

  @Dependency(\.a14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.becameVisible):
      guard state.connection == .off else { return .none }
      return listen(into: &state)

    case .input(.becameHidden):
      state.connection = .off
      return .cancel(id: CancelID.receipts)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let message = A14Message(id: state.nextID, text: state.draft)
      state.messages.append(message)
      state.nextID += 1
      state.draft = ""
      return post(message)

    case .input(.resendTapped(let id)):
      guard let message = state.messages[id: id], message.status == .failed else { return .none }
      state.messages[id: id]?.status = .sending
      return post(message)

    case .input(.deleteTapped(let id)):
      guard state.messages[id: id]?.status == .failed else { return .none }
      state.messages.remove(id: id)
      return .none

    case .input(.clearTapped):
      // What is on its way is sent nevertheless. No later message has its id.
      state.messages.removeAll()
      return .none

    case .feedback(.sent(let id)):
      guard state.messages[id: id]?.status == .sending else { return .none }
      state.messages[id: id]?.status = .sent
      return .none

    case .feedback(.sendFailed(let id)):
      guard state.messages[id: id]?.status == .sending else { return .none }
      state.messages[id: id]?.status = .failed
      return .none

    case .feedback(.receipt(let receipt)):
      guard let status = state.messages[id: receipt.id]?.status, status < receipt.status else { return .none }
      state.messages[id: receipt.id]?.status = receipt.status
      return .none

    case .feedback(.receiptsEnded):
      state.connection = .lost
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.receipts)

    case .feedback(.reconnectDue):
      return listen(into: &state)
    }
  }

  private func listen(into state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    return .run("receipts") { send in
      for await receipt in client.receipts() { await send(.receipt(receipt)) }
      await send(.receiptsEnded)
    }
    .cancellable(id: CancelID.receipts)
  }

  private func post(_ message: A14Message) -> Effect<Feedback, Never> {
    .run("send", of: message.id) { send in
      try await client.send(message.id, message.text)
      await send(.sent(message.id))
    } catch: { _, send in
      await send(.sendFailed(message.id))
    }
  }
}

/// The order is the one in which a message gets on.
enum A14Status: Comparable, Sendable {
  case failed, sending, sent, delivered, read
}

struct A14Message: Equatable, Identifiable, Sendable {
  let id: Int
  let text: String
  var status = A14Status.sending
}

struct A14Receipt: Equatable, Sendable {
  var id: Int
  var status: A14Status
}

struct A14Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<A14Receipt>

  static let testValue = A14Client(
    send: unimplemented("A14Client.send"),
    receipts: unimplemented("A14Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var a14Client: A14Client {
    get { self[A14Client.self] }
    set { self[A14Client.self] = newValue }
  }
}

struct A14Offline: Error {}

struct A14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A14Chat.State) -> [A14Chat.Input] in
        if state.connection == .off { return [.becameVisible] }
        var inputs: [A14Chat.Input] = [.becameHidden]
        if !state.draft.isEmpty {
          inputs += [.sendTapped, .draftChanged("")]
        } else if state.nextID < 3 {
          inputs.append(.draftChanged("On my way"))
        }
        if !state.messages.isEmpty { inputs.append(.clearTapped) }
        for message in state.messages where message.status == .failed {
          inputs += [.resendTapped(message.id), .deleteTapped(message.id)]
        }
        return inputs
      }
    ) { () -> TestStore<A14Chat> in
      let store = TestStore(initialState: A14Chat.State()) { A14Chat() }
      store.gate("send", at: \.a14Client.send) { _ in [.success(()), .failure(A14Offline())] }
      store.gate("receipts", at: \.a14Client.receipts) {
        [
          .element(A14Receipt(id: 1, status: .delivered)),
          .element(A14Receipt(id: 1, status: .read)),
          .finish,
        ]
      }
      return store
    }
  }
}
