import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The chat with the courier of an order. Receipts and the courier's lines come over one stream.
struct D26Chat: Reducer {
  enum Connection: Equatable {
    case closed
    case open
    case lost
  }

  struct State: Equatable {
    let order: Int
    var lines: IdentifiedArrayOf<D26Line> = []
    var ownLines = 0
    var draft = ""
    var connection = Connection.closed
  }

  enum Input: Equatable, Sendable {
    case opened
    case closed
    case draftChanged(String)
    case sendTapped
    case retryTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case event(D26Event)
    case connectionLost
    case reconnectDue
    case sent(String)
    case notSent(String)
  }

  private enum CancelID { case connection }

  @Dependency(\.d26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.connection == .closed else { return .none }
      return connect(&state)

    case .input(.closed):
      // What is being sent goes on, as from an outbox.
      state.connection = .closed
      return .cancel(id: CancelID.connection)

    case .input(.draftChanged(let text)):
      state.draft = text
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      state.ownLines += 1
      let line = D26Line(id: "me-\(state.ownLines)", text: state.draft, status: .sending)
      state.lines.append(line)
      state.draft = ""
      return deliver(line)

    case .input(.retryTapped(let id)):
      guard let line = state.lines[id: id], line.status == .failed else { return .none }
      state.lines[id: id]?.status = .sending
      return deliver(line)

    case .feedback(.sent(let id)):
      guard state.lines[id: id]?.status == .sending else { return .none }
      state.lines[id: id]?.status = .sent
      return .none

    case .feedback(.notSent(let id)):
      state.lines[id: id]?.status = .failed
      return .none

    case .feedback(.event(.delivered(let id))):
      state.lines[id: id]?.status = .delivered
      return .none

    case .feedback(.event(.said(let line))):
      // A new connection repeats the last lines.
      state.lines.updateOrAppend(line)
      return .none

    case .feedback(.connectionLost):
      state.connection = .lost
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return connect(&state)
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    let order = state.order
    return .run("events", of: order) { send in
      for try await event in client.events(order) { await send(.event(event)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }

  private func deliver(_ line: D26Line) -> Effect<Feedback, Never> {
    .run("send", of: line.id) { send in
      try await client.send(line.id, line.text)
      await send(.sent(line.id))
    } catch: { _, send in
      await send(.notSent(line.id))
    }
  }
}

struct D26Line: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable {
    case sending
    case sent
    case delivered
    case failed
  }

  let id: String
  var text: String
  var status: Status
}

enum D26Event: Equatable, Sendable {
  case delivered(String)
  case said(D26Line)
}

struct D26Client: TestDependencyKey, Sendable {
  var events: @Sendable (_ order: Int) -> AsyncThrowingStream<D26Event, any Error>
  var send: @Sendable (_ id: String, _ text: String) async throws -> Void

  static let testValue = D26Client(
    events: unimplemented("D26Client.events", placeholder: AsyncThrowingStream { $0.finish() }),
    send: unimplemented("D26Client.send")
  )
}

extension DependencyValues {
  var d26Client: D26Client {
    get { self[D26Client.self] }
    set { self[D26Client.self] = newValue }
  }
}

struct D26Offline: Error {}

struct D26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D26Chat.State) -> [D26Chat.Input] in
        guard state.connection != .closed else { return [.opened] }
        var inputs: [D26Chat.Input] = [.closed]
        if !state.draft.isEmpty {
          inputs += [.sendTapped, .draftChanged("")]
        } else if state.ownLines < 2 {
          inputs.append(.draftChanged("I am at the gate"))
        }
        for line in state.lines where line.status == .failed { inputs.append(.retryTapped(line.id)) }
        return inputs
      }
    ) { () -> TestStore<D26Chat> in
      let store = TestStore(initialState: D26Chat.State(order: 17)) { D26Chat() }
      store.gate("events", at: \.d26Client.events) { _ in
        [
          .element(.delivered("me-1")),
          .element(.said(D26Line(id: "courier-1", text: "Which door?", status: .delivered))),
          .failure(D26Offline()),
        ]
      }
      store.gate("send", at: \.d26Client.send) { _ in [.success(()), .failure(D26Offline())] }
      return store
    }
  }
}
