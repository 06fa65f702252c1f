import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A chat with the help desk of the bank. It connects again by itself; each message has its own ticks.
struct A31Chat: Reducer {
  struct State: Equatable {
    var isOpen = false
    var agent: String?
    var draft = ""
    var messages: IdentifiedArray<A31Message.State> = []
    var nextID = 1
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case closeTapped
    case draftChanged(String)
    case sendTapped
    case discardTapped(Int)
    case message(Int, A31Message.Input)
  }

  enum Feedback: Equatable, Sendable {
    case event(A31Event)
    case disconnected
    case pauseEnded
    case message(Int, ChildFeedback<A31Message>)
  }

  private enum CancelID { case connection }

  private let messages = ScopeEach<A31Chat, A31Message>(\.messages, feedback: Feedback.message) { A31Message() }

  @Dependency(\.a31Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.openTapped):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return connect()

    case .input(.closeTapped):
      state.isOpen = false
      state.agent = nil
      return .cancel(id: CancelID.connection)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard state.isOpen, !state.draft.isEmpty else { return .none }
      let id = state.nextID
      state.messages.append(A31Message.State(id: id, text: state.draft))
      state.nextID += 1
      state.draft = ""
      return messages.start(id: id, from: state)

    case .input(.discardTapped(let id)):
      guard state.messages[id: id]?.status == .failed else { return .none }
      state.messages.remove(id: id)
      return .none

    case .input(.message(let id, let input)):
      return messages.reduce(.input(input), id: id, into: &state)

    case .feedback(.message(let id, .feedback(let feedback))):
      return messages.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.event(.joined(let agent))):
      state.agent = agent
      return .none

    case .feedback(.event(.delivered(let id))):
      guard state.messages[id: id] != nil else { return .none }
      return messages.reduce(.input(.receiptCame), id: id, into: &state)

    case .feedback(.disconnected):
      state.agent = nil
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .feedback(.pauseEnded):
      return connect()
    }
  }

  private func connect() -> Effect<Feedback, Never> {
    .run("events") { send in
      for await event in client.events() { await send(.event(event)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

/// One message of the user: on its way, at the server, or on the agent's screen.
struct A31Message: Reducer {
  enum Status: Equatable { case sending, sent, delivered, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var text: String
    var status = Status.sending
  }

  enum Input: Equatable, Sendable { case resendTapped, receiptCame }
  enum Feedback: Equatable, Sendable { case sent, notSent, timedOut }

  private enum CancelID { case sending }

  @Dependency(\.a31Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Never> { send(state) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.resendTapped):
      guard state.status == .failed else { return .none }
      state.status = .sending
      return send(state)

    case .input(.receiptCame):
      state.status = .delivered
      return .cancel(id: CancelID.sending)

    case .feedback(.sent):
      state.status = .sent
      return .cancel(id: CancelID.sending)

    case .feedback(.notSent), .feedback(.timedOut):
      state.status = .failed
      return .cancel(id: CancelID.sending)
    }
  }

  private func send(_ state: State) -> Effect<Feedback, Never> {
    let id = state.id
    let text = state.text
    return .merge(
      .run("send", of: id) { send in
        try await client.send(id, text)
        await send(.sent)
      } catch: { _, send in
        await send(.notSent)
      },
      .run("timeout", of: id) { send in
        try await clock.sleep(for: .seconds(30))
        await send(.timedOut)
      }
    )
    .cancellable(id: CancelID.sending, cancelInFlight: true)
  }
}

enum A31Event: Equatable, Sendable { case joined(String), delivered(Int) }

struct A31Client: TestDependencyKey, Sendable {
  /// Begins with the agent, and with the receipts of the last day.
  var events: @Sendable () -> AsyncStream<A31Event>
  /// A message that is sent twice under one id arrives once.
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void

  static let testValue = A31Client(
    events: unimplemented("A31Client.events", placeholder: AsyncStream { $0.finish() }),
    send: unimplemented("A31Client.send")
  )
}

extension DependencyValues {
  var a31Client: A31Client {
    get { self[A31Client.self] }
    set { self[A31Client.self] = newValue }
  }
}

struct A31Offline: Error {}

struct A31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A31Chat.State) -> [A31Chat.Input] in
        guard state.isOpen else { return [.openTapped] }
        var inputs: [A31Chat.Input] = [.closeTapped]
        if state.nextID <= 2 { inputs += [.draftChanged("Hello"), .draftChanged("")] }
        if !state.draft.isEmpty { inputs += [.sendTapped] }
        for message in state.messages where message.status == .failed {
          inputs += [.message(message.id, .resendTapped), .discardTapped(message.id)]
        }
        return inputs
      }
    ) { () -> TestStore<A31Chat> in
      let store = TestStore(initialState: A31Chat.State()) { A31Chat() }
      store.gate("events", at: \.a31Client.events) {
        [.element(.joined("Eve")), .element(.delivered(1)), .element(.delivered(2)), .finish]
      }
      store.gate("send", at: \.a31Client.send) { _ in [.success(()), .failure(A31Offline())] }
      return store
    }
  }
}
