import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A conversation of two. The messages show how far they have come.
struct V26Conversation: Reducer {
  enum Connection { case off, live, waiting }

  struct State: Equatable {
    var messages: IdentifiedArray<V26Message> = []
    var draft = ""
    var nextID = 1
    var connection = Connection.off

    /// Raises the status of a message. A message never goes back to an earlier one.
    mutating func raise(_ id: Int, to status: V26Status) {
      guard let message = messages[id: id], message.status < status else { return }
      messages[id: id]?.status = status
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case draftChanged(String)
    case sendTapped
    case retryTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case sent(Int)
    case sendFailed(Int)
    case received(V26Receipt)
    case disconnected
    case reconnectDue
  }

  private enum CancelID { case receipts, reconnect }

  @Dependency(\.v26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .off else { return .none }
      state.connection = .live
      return listen()

    case .input(.disappeared):
      // Messages that are on their way are sent nevertheless.
      state.connection = .off
      return .merge(.cancel(id: CancelID.receipts), .cancel(id: CancelID.reconnect))

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let message = V26Message(id: state.nextID, text: state.draft, status: .sending)
      state.messages.append(message)
      state.nextID += 1
      state.draft = ""
      return post(message)

    case .input(.retryTapped(let id)):
      guard let message = state.messages[id: id], message.status == .failed else { return .none }
      state.messages[id: id]?.status = .sending
      return post(message)

    case .feedback(.sent(let id)):
      state.raise(id, to: .sent)
      return .none

    case .feedback(.sendFailed(let id)):
      guard state.messages[id: id]?.status == .sending else { return .none }
      state.messages[id: id]?.status = .failed
      return .none

    case .feedback(.received(let receipt)):
      state.raise(receipt.message, to: receipt.status)
      return .none

    case .feedback(.disconnected):
      state.connection = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.reconnectDue):
      state.connection = .live
      return listen()
    }
  }

  private func post(_ message: V26Message) -> Effect<Feedback, Never> {
    .run("post", of: message.id) { send in
      try await client.post(message.id, message.text)
      await send(.sent(message.id))
    } catch: { _, send in
      await send(.sendFailed(message.id))
    }
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      for try await receipt in client.receipts() { await send(.received(receipt)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

/// How far a message has come, the earliest first.
enum V26Status: Comparable, Sendable { case failed, sending, sent, delivered, read }

struct V26Message: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
  var status: V26Status
}

struct V26Receipt: Equatable, Sendable {
  var message: Int
  var status: V26Status
}

struct V26Client: TestDependencyKey, Sendable {
  /// Sends a message. The server knows it by its number, and takes it once.
  var post: @Sendable (_ id: Int, _ text: String) async throws -> Void

  /// The receipts of the conversation, which begin with those that were missed.
  var receipts: @Sendable () -> AsyncThrowingStream<V26Receipt, any Error>

  static let testValue = V26Client(
    post: unimplemented("V26Client.post"),
    receipts: unimplemented("V26Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var v26Client: V26Client {
    get { self[V26Client.self] }
    set { self[V26Client.self] = newValue }
  }
}

struct V26Offline: Error {}

struct V26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V26Conversation.State) -> [V26Conversation.Input] in
        if state.connection == .off { return [.appeared] }
        var inputs: [V26Conversation.Input] = [.disappeared]
        if state.nextID <= 2 { inputs += [.draftChanged("Hello"), .draftChanged(""), .sendTapped] }
        for message in state.messages where message.status == .failed { inputs.append(.retryTapped(message.id)) }
        return inputs
      }
    ) { () -> TestStore<V26Conversation> in
      let store = TestStore(initialState: V26Conversation.State()) { V26Conversation() }
      store.gate("post", at: \.v26Client.post) { _ in [.success(()), .failure(V26Offline())] }
      store.gate("receipts", at: \.v26Client.receipts) {
        [
          .element(V26Receipt(message: 1, status: .delivered)),
          .element(V26Receipt(message: 1, status: .read)),
          .element(V26Receipt(message: 2, status: .delivered)),
          .failure(V26Offline()),
        ]
      }
      return store
    }
  }
}
