import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The messages between a family and a teacher. The school confirms each message that has reached the teacher.
struct G20Chat: Reducer {
  struct State: Equatable {
    var messages: IdentifiedArrayOf<G20Message> = []
    var draft = ""
    var connection = Connection.closed
  }

  enum Connection: Equatable { case closed, open, lost }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case draftChanged(String)
    case sendTapped
    case sendAgainTapped(Int)
    case reconnectTapped
  }

  enum Feedback: Equatable, Sendable {
    case delivered(Int)
    case connectionLost
    case reconnectDue
    case accepted(Int)
    case sendFailed(Int)
    case timedOut(Int)
  }

  private enum CancelID: Hashable, Sendable {
    case receipts, reconnect
    case send(Int)
    case timeout(Int)
  }

  @Dependency(\.g20Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .closed else { return .none }
      return listen(&state)

    case .input(.disappeared):
      state.connection = .closed
      return .merge(.cancel(id: CancelID.receipts), .cancel(id: CancelID.reconnect))

    case .input(.reconnectTapped), .feedback(.reconnectDue):
      guard state.connection == .lost else { return .none }
      return listen(&state)

    case .feedback(.connectionLost):
      state.connection = .lost
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .input(.draftChanged(let text)):
      state.draft = text
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let message = G20Message(id: state.messages.count + 1, text: state.draft)
      state.messages.append(message)
      state.draft = ""
      return transmit(message)

    case .input(.sendAgainTapped(let id)):
      guard let message = state.messages[id: id], message.status == .failed else { return .none }
      state.messages[id: id]?.status = .sending
      return transmit(message)

    case .feedback(.accepted(let id)):
      // An answer that comes after the timeout counts as well.
      guard let status = state.messages[id: id]?.status, status != .delivered else { return .none }
      state.messages[id: id]?.status = .accepted
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.delivered(let id)):
      guard state.messages[id: id] != nil else { return .none }
      state.messages[id: id]?.status = .delivered
      return .cancel(id: CancelID.timeout(id))

    case .feedback(.sendFailed(let id)), .feedback(.timedOut(let id)):
      guard state.messages[id: id]?.status == .sending else { return .none }
      state.messages[id: id]?.status = .failed
      return .cancel(id: CancelID.timeout(id))
    }
  }

  /// Sends a message. The server knows it by its id, so that it can be sent again.
  private func transmit(_ message: G20Message) -> Effect<Feedback, Never> {
    let parcel = G20Parcel(id: message.id, text: message.text)
    return .merge(
      .run("send", of: parcel) { send in
        try await client.send(parcel)
        await send(.accepted(parcel.id))
      } catch: { _, send in
        await send(.sendFailed(parcel.id))
      }
      .cancellable(id: CancelID.send(parcel.id), cancelInFlight: true),
      .run("timeout", of: parcel.id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.timedOut(parcel.id))
      }
      .cancellable(id: CancelID.timeout(parcel.id), cancelInFlight: true)
    )
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    return .merge(
      .cancel(id: CancelID.reconnect),
      .run("receipts") { send in
        for try await id in client.receipts() { await send(.delivered(id)) }
        await send(.connectionLost)
      } catch: { _, send in
        await send(.connectionLost)
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)
    )
  }
}

struct G20Message: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case sending, accepted, delivered, failed }

  let id: Int
  let text: String
  var status = Status.sending
}

struct G20Parcel: Hashable, Sendable {
  var id: Int
  var text: String
}

struct G20Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ parcel: G20Parcel) async throws -> Void
  var receipts: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = G20Client(
    send: unimplemented("G20Client.send"),
    receipts: unimplemented("G20Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var g20Client: G20Client {
    get { self[G20Client.self] }
    set { self[G20Client.self] = newValue }
  }
}

struct G20ConnectionLost: Error {}

struct G20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G20Chat.State) -> [G20Chat.Input] in
        if state.connection == .closed { return [.appeared] }
        var inputs: [G20Chat.Input] = [.disappeared]
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        if !state.draft.isEmpty {
          inputs.append(.sendTapped)
        } else if state.messages.count < 2 {
          inputs.append(.draftChanged("Mia is ill."))
        }
        for message in state.messages where message.status == .failed { inputs.append(.sendAgainTapped(message.id)) }
        return inputs
      }
    ) { () -> TestStore<G20Chat> in
      let store = TestStore(initialState: G20Chat.State()) { G20Chat() }
      store.gate("send", at: \.g20Client.send) { _ in [.success(()), .failure(G20ConnectionLost())] }
      store.gate("receipts", at: \.g20Client.receipts) {
        [.element(1), .element(2), .failure(G20ConnectionLost())]
      }
      return store
    }
  }
}
