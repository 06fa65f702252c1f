import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The chat with the support of a bike hire. Receipts come over a stream.
struct S15Chat: Reducer {
  struct State: Equatable {
    var draft = ""
    var messages: IdentifiedArray<S15Message> = []
    var lastID = 0
    var isConnected = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case draftChanged(String)
    case sendTapped
    case retryTapped(Int)
    case discardTapped(Int)
    case disappeared
  }

  enum Feedback: Equatable, Sendable {
    case accepted(Int)
    case rejected(Int)
    case timedOut(Int)
    case delivered(Int)
    case disconnected
  }

  private enum CancelID: Hashable {
    case receipts
    case send(Int)
    case timeout(Int)
  }

  @Dependency(\.s15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isConnected else { return .none }
      state.isConnected = true
      return .run("receipts") { send in
        for await id in client.receipts() { await send(.delivered(id)) }
        await send(.disconnected)
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      state.lastID += 1
      let message = S15Message(id: state.lastID, text: state.draft)
      state.draft = ""
      state.messages.append(message)
      return transmit(message)

    case .input(.retryTapped(let id)):
      guard let message = state.messages[id: id], message.status == .failed else { return .none }
      state.messages[id: id]?.status = .sending
      return transmit(message)

    case .input(.discardTapped(let id)):
      guard state.messages[id: id]?.status == .failed else { return .none }
      state.messages.remove(id: id)
      return .none

    case .input(.disappeared):
      state.isConnected = false
      return .cancel(id: CancelID.receipts)

    case .feedback(.accepted(let id)):
      state.messages[id: id]?.status = .sent
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.rejected(let id)):
      state.messages[id: id]?.status = .failed
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.timedOut(let id)):
      state.messages[id: id]?.status = .failed
      return .cancel(id: CancelID.send(id))

    case .feedback(.delivered(let id)):
      guard state.messages[id: id] != nil else { return .none }
      state.messages[id: id]?.status = .delivered
      return .merge(.cancel(id: CancelID.send(id)), .cancel(id: CancelID.timeout(id)))

    case .feedback(.disconnected):
      state.isConnected = false
      return .none
    }
  }

  /// Sends a message, and gives up after ten seconds. Whatever is first ends the other.
  private func transmit(_ message: S15Message) -> Effect<Feedback, Never> {
    let id = message.id
    let text = message.text
    return .merge(
      .run("send", of: text) { send in
        try await client.send(text)
        await send(.accepted(id))
      } catch: { _, send in
        await send(.rejected(id))
      }
      .cancellable(id: CancelID.send(id), cancelInFlight: true),
      .run("timeout", of: id) { send in
        try await clock.sleep(for: .seconds(10))
        await send(.timedOut(id))
      }
      .cancellable(id: CancelID.timeout(id), cancelInFlight: true)
    )
  }
}

struct S15Message: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable {
    case sending, sent, delivered, failed
  }

  var id: Int
  var text: String
  var status = Status.sending
}

struct S15Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<Int>

  static let testValue = S15Client(
    send: unimplemented("S15Client.send"),
    receipts: unimplemented("S15Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var s15Client: S15Client {
    get { self[S15Client.self] }
    set { self[S15Client.self] = newValue }
  }
}

struct S15Offline: Error {}

struct S15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S15Chat.State) -> [S15Chat.Input] in
        var inputs: [S15Chat.Input] = [state.isConnected ? .disappeared : .appeared]
        if state.lastID < 2 {
          inputs.append(state.draft.isEmpty ? .draftChanged("The brake is loose") : .sendTapped)
        }
        for message in state.messages where message.status == .failed {
          inputs.append(.retryTapped(message.id))
          inputs.append(.discardTapped(message.id))
        }
        return inputs
      }
    ) { () -> TestStore<S15Chat> in
      let store = TestStore(initialState: S15Chat.State()) { S15Chat() }
      store.gate("send", at: \.s15Client.send) { _ in [.success(()), .failure(S15Offline())] }
      store.gate("receipts", at: \.s15Client.receipts) { [.element(1), .element(2), .finish] }
      return store
    }
  }
}
