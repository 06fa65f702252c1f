import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One conversation of the messenger. What is sent shows at once, and receipts tell when it has arrived.
struct J13Conversation: Reducer {
  struct State: Equatable {
    var lines: [J13Line] = []
    var draft = ""
    var isVisible = false
    var isLive = false

    var canSend: Bool { !draft.isEmpty }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case draftChanged(String)
    case sendTapped
    case retryTapped(Int)
    case reconnectTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent(Int)
    case sendFailed(Int)
    case receiptArrived(Int)
    case connectionLost
    case reconnectDue
  }

  private enum CancelID: Hashable {
    case send(Int)
    case receipts
    case reconnect
  }

  @Dependency(\.j13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return connect(&state)

    case .input(.disappeared):
      // What is being sent goes on. The server repeats the receipts at the next connection.
      state.isVisible = false
      state.isLive = false
      return .merge(.cancel(id: CancelID.receipts), .cancel(id: CancelID.reconnect))

    case .input(.draftChanged(let text)):
      state.draft = text
      return .none

    case .input(.sendTapped):
      guard state.canSend else { return .none }
      let line = J13Line(id: state.lines.count + 1, text: state.draft, status: .sending)
      state.lines.append(line)
      state.draft = ""
      return send(line)

    case .input(.retryTapped(let id)):
      guard let index = state.lines.firstIndex(where: { $0.id == id }), state.lines[index].status == .failed else {
        return .none
      }
      state.lines[index].status = .sending
      return send(state.lines[index])

    case .input(.reconnectTapped):
      guard state.isVisible, !state.isLive else { return .none }
      return connect(&state)

    case .feedback(.sent(let id)):
      update(id, in: &state, from: .sending, to: .sent)
      return .none

    case .feedback(.sendFailed(let id)):
      update(id, in: &state, from: .sending, to: .failed)
      return .none

    case .feedback(.receiptArrived(let id)):
      // The other side has it, whatever the request for it says.
      guard let index = state.lines.firstIndex(where: { $0.id == id }) else { return .none }
      state.lines[index].status = .delivered
      return .cancel(id: CancelID.send(id))

    case .feedback(.connectionLost):
      state.isLive = false
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return connect(&state)
    }
  }

  private func update(_ id: Int, in state: inout State, from old: J13Line.Status, to new: J13Line.Status) {
    guard let index = state.lines.firstIndex(where: { $0.id == id }), state.lines[index].status == old else { return }
    state.lines[index].status = new
  }

  private func send(_ line: J13Line) -> Effect<Feedback, Never> {
    let id = line.id
    let text = line.text
    return .run("send", of: id) { send in
      try await client.send(id, text)
      await send(.sent(id))
    } catch: { _, send in
      await send(.sendFailed(id))
    }
    .cancellable(id: CancelID.send(id), cancelInFlight: true)
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLive = true
    return .merge(
      .cancel(id: CancelID.reconnect),
      .run("receipts") { send in
        for try await id in client.receipts() { await send(.receiptArrived(id)) }
        await send(.connectionLost)
      } catch: { _, send in
        await send(.connectionLost)
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)
    )
  }
}

struct J13Line: Equatable, Sendable, Identifiable {
  enum Status: Equatable, Sendable { case sending, sent, delivered, failed }

  let id: Int
  var text: String
  var status: Status
}

struct J13Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = J13Client(
    send: unimplemented("J13Client.send"),
    receipts: unimplemented("J13Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var j13Client: J13Client {
    get { self[J13Client.self] }
    set { self[J13Client.self] = newValue }
  }
}

struct J13Offline: Error {}

struct J13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J13Conversation.State) -> [J13Conversation.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [J13Conversation.Input] = [.disappeared]
        if !state.isLive { inputs.append(.reconnectTapped) }
        if state.canSend {
          inputs.append(.sendTapped)
        } else if state.lines.count < 2 {
          inputs.append(.draftChanged("Hi"))
        }
        for line in state.lines where line.status == .failed { inputs.append(.retryTapped(line.id)) }
        return inputs
      }
    ) { () -> TestStore<J13Conversation> in
      let store = TestStore(initialState: J13Conversation.State()) { J13Conversation() }
      store.gate("send", at: \.j13Client.send) { _ in [.success(()), .failure(J13Offline())] }
      store.gate("receipts", at: \.j13Client.receipts) { [.element(1), .finish, .failure(J13Offline())] }
      return store
    }
  }
}
