import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The messages of a nurse to the doctor on call.
struct C26Pager: Reducer {
  struct State: Equatable {
    var draft = ""
    var isUrgent = false
    var messages: IdentifiedArray<C26Message> = []
    var isConnected = false
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case draftChanged(String)
    case urgentTapped
    case sendTapped
    case resendTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case accepted(Int)
    case sendFailed(Int)
    case receiptArrived(C26Receipt)
    case receiptOverdue(Int)
    case disconnected
  }

  private enum CancelID: Hashable {
    case receipts
    case overdue(Int)
  }

  @Dependency(\.c26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard !state.isConnected else { return .none }
      state.isConnected = true
      return .run("receipts") { send in
        for await receipt in client.receipts() { await send(.receiptArrived(receipt)) }
        await send(.disconnected)
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.urgentTapped):
      state.isUrgent.toggle()
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let message = C26Message(id: state.messages.count + 1, text: state.draft, isUrgent: state.isUrgent)
      state.messages.append(message)
      state.draft = ""
      state.isUrgent = false
      return deliver(message)

    case .input(.resendTapped(let id)):
      guard let message = state.messages[id: id], message.status == .failed else { return .none }
      state.messages[id: id]?.status = .sending
      return deliver(message)

    case .feedback(.accepted(let id)):
      if state.messages[id: id]?.status == .sending { state.messages[id: id]?.status = .sent }
      return .run("overdue", of: id) { send in
        try await clock.sleep(for: .seconds(30))
        await send(.receiptOverdue(id))
      }
      .cancellable(id: CancelID.overdue(id), cancelInFlight: true)

    case .feedback(.sendFailed(let id)):
      // The message may have reached the server, although its answer got lost.
      guard state.messages[id: id]?.status == .sending else { return .none }
      state.messages[id: id]?.status = .failed
      return .none

    case .feedback(.receiptArrived(let receipt)):
      guard let message = state.messages[id: receipt.message], message.status != .read else { return .none }
      state.messages[id: message.id]?.status = receipt.isRead ? .read : .delivered
      return .cancel(id: CancelID.overdue(message.id))

    case .feedback(.receiptOverdue(let id)):
      state.messages[id: id]?.status = .failed
      return .none

    case .feedback(.disconnected):
      state.isConnected = false
      return .none
    }
  }

  /// Hands a message to the server, which knows it by its id.
  private func deliver(_ message: C26Message) -> Effect<Feedback, Never> {
    .run("send", of: message.id) { send in
      try await client.send(message.id, message.text)
      await send(.accepted(message.id))
    } catch: { _, send in
      await send(.sendFailed(message.id))
    }
  }
}

struct C26Message: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case sending, sent, delivered, read, failed }

  var id: Int
  var text: String
  var isUrgent: Bool
  var status = Status.sending
}

struct C26Receipt: Equatable, Sendable {
  var message: Int
  var isRead: Bool
}

struct C26Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<C26Receipt>

  static let testValue = C26Client(
    send: unimplemented("C26Client.send"),
    receipts: unimplemented("C26Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var c26Client: C26Client {
    get { self[C26Client.self] }
    set { self[C26Client.self] = newValue }
  }
}

struct C26Offline: Error {}

struct C26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C26Pager.State) -> [C26Pager.Input] in
        var inputs: [C26Pager.Input] = []
        if !state.isConnected { inputs.append(.connectTapped) }
        if state.messages.count < 2 {
          inputs += [.draftChanged(state.draft.isEmpty ? "Bed 4 needs you" : ""), .urgentTapped]
          if !state.draft.isEmpty { inputs.append(.sendTapped) }
        }
        for message in state.messages where message.status == .failed { inputs.append(.resendTapped(message.id)) }
        return inputs
      }
    ) { () -> TestStore<C26Pager> in
      let store = TestStore(initialState: C26Pager.State()) { C26Pager() }
      store.gate("send", at: \.c26Client.send) { _ in [.success(()), .failure(C26Offline())] }
      store.gate("receipts", at: \.c26Client.receipts) {
        [
          .element(C26Receipt(message: 1, isRead: false)), .element(C26Receipt(message: 1, isRead: true)),
          .element(C26Receipt(message: 2, isRead: false)), .element(C26Receipt(message: 2, isRead: true)),
          .finish,
        ]
      }
      return store
    }
  }
}
