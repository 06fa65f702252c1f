import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A chat: bubbles that send themselves, a draft, and the receipts of the others.
struct B31Chat: Reducer {
  enum Connection: Equatable { case closed, open, waiting }

  struct State: Equatable {
    var bubbles: IdentifiedArray<B31Bubble.State> = []
    var draft = ""
    var nextID = 1
    var connection = Connection.closed
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case reconnectTapped
    case draftChanged(String)
    case sendTapped
    case bubble(Int, B31Bubble.Input)
  }

  enum Feedback: Equatable, Sendable {
    case received(B31Receipt)
    case disconnected
    case reconnectDue
    case bubble(Int, ChildFeedback<B31Bubble>)
  }

  private enum CancelID { case connection }

  private let bubbles = ScopeEach<B31Chat, B31Bubble>(\.bubbles, feedback: Feedback.bubble) { B31Bubble() }

  @Dependency(\.b31Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .closed else { return .none }
      return connect(&state)

    case .input(.disappeared):
      state.connection = .closed
      return .cancel(id: CancelID.connection)

    case .input(.reconnectTapped), .feedback(.reconnectDue):
      guard state.connection == .waiting else { return .none }
      return connect(&state)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let id = state.nextID
      state.nextID += 1
      state.bubbles.append(B31Bubble.State(id: id, text: state.draft))
      state.draft = ""
      return bubbles.start(id: id, from: state)

    case .input(.bubble(let id, let input)):
      return bubbles.reduce(.input(input), id: id, into: &state)

    case .feedback(.bubble(let id, .feedback(let feedback))):
      return bubbles.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.received(let receipt)):
      guard state.bubbles[id: receipt.id] != nil else { return .none }
      return bubbles.reduce(.input(.receiptArrived(receipt.status)), id: receipt.id, into: &state)

    case .feedback(.disconnected):
      state.connection = .waiting
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    return .run("receipts") { send in
      for await receipt in client.receipts() { await send(.received(receipt)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

/// One message of the user. What is known of it only gets better, except for a message that nobody has seen.
struct B31Bubble: Reducer {
  enum Status: Comparable, Sendable { case failed, sending, sent, delivered, read }

  struct State: Equatable, Identifiable {
    let id: Int
    let text: String
    var status = Status.sending
  }

  enum Input: Equatable, Sendable {
    case retryTapped
    case receiptArrived(Status)
  }

  enum Feedback: Equatable, Sendable {
    case posted
    case postFailed
  }

  @Dependency(\.b31Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { post(state) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.status == .failed else { return .none }
      state.status = .sending
      return post(state)

    case .input(.receiptArrived(let status)):
      state.status = max(state.status, status)
      return .none

    case .feedback(.posted):
      state.status = max(state.status, .sent)
      return .none

    case .feedback(.postFailed):
      // Without an answer, a receipt may still have told that it has arrived.
      if state.status == .sending { state.status = .failed }
      return .none
    }
  }

  private func post(_ state: State) -> Effect<Feedback, Never> {
    .run("post", of: state.id) { [id = state.id, text = state.text] send in
      try await client.post(id, text)
      await send(.posted)
    } catch: { _, send in
      await send(.postFailed)
    }
  }
}

struct B31Receipt: Equatable, Sendable {
  var id: Int
  var status: B31Bubble.Status
}

struct B31Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<B31Receipt>

  static let testValue = B31Client(
    post: unimplemented("B31Client.post"),
    receipts: unimplemented("B31Client.receipts", placeholder: AsyncStream<B31Receipt> { $0.finish() })
  )
}

extension DependencyValues {
  var b31Client: B31Client {
    get { self[B31Client.self] }
    set { self[B31Client.self] = newValue }
  }
}

struct B31Offline: Error {}

struct B31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B31Chat.State) -> [B31Chat.Input] in
        guard state.connection != .closed else { return [.appeared] }
        var inputs: [B31Chat.Input] = [.disappeared]
        if state.connection == .waiting { inputs.append(.reconnectTapped) }
        if state.nextID <= 2 { inputs.append(state.draft.isEmpty ? .draftChanged("Hello") : .sendTapped) }
        for bubble in state.bubbles where bubble.status == .failed {
          inputs.append(.bubble(bubble.id, .retryTapped))
        }
        return inputs
      }
    ) { () -> TestStore<B31Chat> in
      let store = TestStore(initialState: B31Chat.State()) { B31Chat() }
      store.gate("post", at: \.b31Client.post) { _ in [.success(()), .failure(B31Offline())] }
      store.gate("receipts", at: \.b31Client.receipts) {
        [.element(B31Receipt(id: 1, status: .delivered)), .element(B31Receipt(id: 1, status: .read)), .finish]
      }
      return store
    }
  }
}
