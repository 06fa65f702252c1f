import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Short messages from the ward to the doctor on call. Receipts come over a stream while the screen is open.
struct O14WardChat: Reducer {
  struct State: Equatable {
    var isOpen = false
    var draft = ""
    var isUrgent = false
    var messages: [O14Message] = []
    var nextID = 1

    var canSend: Bool { !draft.isEmpty }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case draftChanged(String)
    case urgentToggled
    case sendTapped
    case resendTapped(Int)
    case deleteTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case sent(Int)
    case sendFailed(Int)
    case receipt(Int)
  }

  private enum CancelID { case receipts }

  @Dependency(\.o14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return .run("receipts") { send in
        for await id in client.receipts() { await send(.receipt(id)) }
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)

    case .input(.disappeared):
      state.isOpen = false
      return .cancel(id: CancelID.receipts)

    case .input(.draftChanged(let text)):
      state.draft = text
      return .none

    case .input(.urgentToggled):
      state.isUrgent.toggle()
      return .none

    case .input(.sendTapped):
      guard state.canSend else { return .none }
      let message = O14Message(id: state.nextID, text: state.draft, isUrgent: state.isUrgent)
      state.nextID += 1
      state.messages.append(message)
      state.draft = ""
      state.isUrgent = false
      return deliver(message)

    case .input(.resendTapped(let id)):
      guard let index = state.messages.firstIndex(where: { $0.id == id }), state.messages[index].status == .failed
      else { return .none }
      state.messages[index].status = .sending
      return deliver(state.messages[index])

    case .input(.deleteTapped(let id)):
      state.messages.removeAll { $0.id == id && $0.status == .failed }
      return .none

    case .feedback(.sent(let id)):
      guard let index = state.messages.firstIndex(where: { $0.id == id }) else { return .none }
      if state.messages[index].status == .sending { state.messages[index].status = .sent }
      return .none

    case .feedback(.sendFailed(let id)):
      guard let index = state.messages.firstIndex(where: { $0.id == id }) else { return .none }
      state.messages[index].status = .failed
      return .none

    case .feedback(.receipt(let id)):
      guard let index = state.messages.firstIndex(where: { $0.id == id }) else { return .none }
      state.messages[index].status = .delivered
      return .none
    }
  }

  private func deliver(_ message: O14Message) -> Effect<Feedback, Never> {
    let id = message.id
    let text = message.isUrgent ? "! \(message.text)" : message.text
    return .run("send", of: id) { send in
      try await client.send(id, text)
      await send(.sent(id))
    } catch: { _, send in
      await send(.sendFailed(id))
    }
  }
}

struct O14Message: Equatable, Sendable {
  enum Status: Equatable, Sendable { case sending, sent, delivered, failed }

  var id: Int
  var text: String
  var isUrgent: Bool
  var status = Status.sending
}

struct O14Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<Int>

  static let testValue = O14Client(
    send: unimplemented("O14Client.send"),
    receipts: unimplemented("O14Client.receipts", placeholder: AsyncStream<Int> { $0.finish() })
  )
}

extension DependencyValues {
  var o14Client: O14Client {
    get { self[O14Client.self] }
    set { self[O14Client.self] = newValue }
  }
}

struct O14Offline: Error {}

struct O14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O14WardChat.State) -> [O14WardChat.Input] in
        guard state.isOpen else { return [.appeared] }
        var inputs: [O14WardChat.Input] = [.disappeared]
        if state.draft.isEmpty {
          if state.messages.count < 2, state.nextID < 3 { inputs.append(.draftChanged("Bed 4: 39.5 °C")) }
        } else {
          inputs += [.draftChanged(""), .urgentToggled, .sendTapped]
        }
        for message in state.messages where message.status == .failed {
          inputs += [.resendTapped(message.id), .deleteTapped(message.id)]
        }
        return inputs
      }
    ) { () -> TestStore<O14WardChat> in
      let store = TestStore(initialState: O14WardChat.State()) { O14WardChat() }
      store.gate("send", at: \.o14Client.send) { _ in [.success(()), .failure(O14Offline())] }
      store.gate("receipts", at: \.o14Client.receipts) { [.element(1), .element(2)] }
      return store
    }
  }
}
