import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The chat with the host of a holiday flat. A message that can't be sent is tried a second time by itself.
struct D14Chat: Reducer {
  struct Line: Equatable, Identifiable {
    enum Status: Equatable { case sending, waiting, sent, delivered, failed }

    let id: Int
    let text: String
    var attempt = 1
    var status = Status.sending
  }

  enum Connection: Equatable { case closed, open, lost }

  struct State: Equatable {
    var lines: IdentifiedArray<Line> = []
    var draft = ""
    var nextID = 1
    var connection = Connection.closed
  }

  enum Input: Equatable, Sendable {
    case appeared
    case draftChanged(String)
    case sendTapped
    case resendTapped(Int)
    case discardTapped(Int)
    case reconnectTapped
  }

  enum Feedback: Equatable, Sendable {
    case accepted(Int)
    case rejected(Int)
    case attemptDue(Int)
    case delivered(Int)
    case connectionLost
  }

  private enum CancelID: Hashable { case pause(Int) }

  @Dependency(\.d14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .closed else { return .none }
      state.connection = .open
      return listen()

    case .input(.reconnectTapped):
      guard state.connection == .lost else { return .none }
      state.connection = .open
      return listen()

    case .input(.draftChanged(let text)):
      state.draft = text
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let line = Line(id: state.nextID, text: state.draft)
      state.lines.append(line)
      state.nextID += 1
      state.draft = ""
      return send(line)

    case .input(.resendTapped(let id)):
      guard let line = state.lines[id: id], line.status == .failed else { return .none }
      state.lines[id: id]?.attempt = 1
      state.lines[id: id]?.status = .sending
      return send(line)

    case .input(.discardTapped(let id)):
      guard state.lines[id: id]?.status == .failed else { return .none }
      state.lines.remove(id: id)
      return .none

    case .feedback(.accepted(let id)):
      guard state.lines[id: id]?.status == .sending else { return .none }
      state.lines[id: id]?.status = .sent
      return .none

    case .feedback(.rejected(let id)):
      guard let line = state.lines[id: id] else { return .none }
      switch (line.status, line.attempt) {
      case (.sending, 1):
        state.lines[id: id]?.status = .waiting
        return pause(before: id)
      default:
        state.lines[id: id]?.status = .failed
        return .none
      }

    case .feedback(.attemptDue(let id)):
      guard let line = state.lines[id: id], line.status == .waiting else { return .none }
      state.lines[id: id]?.attempt = 2
      state.lines[id: id]?.status = .sending
      return send(line)

    case .feedback(.delivered(let id)):
      state.lines[id: id]?.status = .delivered
      return .cancel(id: CancelID.pause(id))

    case .feedback(.connectionLost):
      state.connection = .lost
      return .none
    }
  }

  private func send(_ line: Line) -> Effect<Feedback, Never> {
    let message = D14Message(id: line.id, text: line.text)
    return .run("send", of: message) { send in
      try await client.send(message)
      await send(.accepted(message.id))
    } catch: { _, send in
      await send(.rejected(message.id))
    }
  }

  private func pause(before id: Int) -> Effect<Feedback, Never> {
    .run("pause", of: id) { send in
      try await clock.sleep(for: .seconds(5))
      await send(.attemptDue(id))
    }
    .cancellable(id: CancelID.pause(id))
  }

  /// Follows the receipts of the host's phone.
  private func listen() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      for try await id in client.receipts() { await send(.delivered(id)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
  }
}

struct D14Message: Hashable, Sendable {
  var id: Int
  var text: String
}

struct D14Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ message: D14Message) async throws -> Void
  /// The ids of the messages that have reached the host.
  var receipts: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = D14Client(
    send: unimplemented("D14Client.send"),
    receipts: unimplemented("D14Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var d14Client: D14Client {
    get { self[D14Client.self] }
    set { self[D14Client.self] = newValue }
  }
}

struct D14Offline: Error {}

struct D14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D14Chat.State) -> [D14Chat.Input] in
        if state.connection == .closed { return [.appeared] }
        var inputs: [D14Chat.Input] = []
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        if state.nextID < 3 {
          inputs.append(state.draft.isEmpty ? .draftChanged("Where is the key?") : .sendTapped)
        }
        for line in state.lines where line.status == .failed {
          inputs.append(.resendTapped(line.id))
          inputs.append(.discardTapped(line.id))
        }
        return inputs
      }
    ) { () -> TestStore<D14Chat> in
      let store = TestStore(initialState: D14Chat.State()) { D14Chat() }
      store.gate("send", at: \.d14Client.send) { _ in [.success(()), .failure(D14Offline())] }
      store.gate("receipts", at: \.d14Client.receipts) { [.element(1), .element(2), .failure(D14Offline())] }
      return store
    }
  }
}
