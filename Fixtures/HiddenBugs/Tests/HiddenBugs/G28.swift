import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A message to the coach. It is sent as soon as it is there.
struct G28Bubble: Reducer {
  struct State: Equatable, Identifiable {
    enum Status: Equatable { case sending, sent, delivered, failed }

    let id: Int
    var text: String
    var status = Status.sending
  }

  enum Input: Equatable, Sendable { case retryTapped, discardTapped, receiptArrived }
  enum Feedback: Equatable, Sendable { case sent, failed }
  enum Output: Equatable, Sendable { case discarded }

  private enum CancelID { case sending }

  @Dependency(\.g28Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> { post(state) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      guard state.status == .failed else { return .none }
      state.status = .sending
      return post(state)

    case .input(.discardTapped):
      return state.status == .failed ? .output(.discarded) : .none

    case .input(.receiptArrived):
      // The server has it, whatever becomes of the request.
      state.status = .delivered
      return .cancel(id: CancelID.sending)

    case .feedback(.sent):
      state.status = .sent
      return .cancel(id: CancelID.sending)

    case .feedback(.failed):
      state.status = .failed
      return .cancel(id: CancelID.sending)
    }
  }

  /// Sends the message, and gives up after 15 seconds.
  private func post(_ state: State) -> Effect<Feedback, Output> {
    .merge(
      .run("post", of: state.id) { [id = state.id, text = state.text] send in
        try await client.post(id, text)
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      },
      .run("patience", of: state.id) { send in
        try await clock.sleep(for: .seconds(15))
        await send(.failed)
      }
    )
    .cancellable(id: CancelID.sending, cancelInFlight: true)
  }
}

/// The conversation with the coach. While the screen is shown, receipts arrive on a connection that is renewed.
struct G28Coach: Reducer {
  struct State: Equatable {
    enum Connection: Equatable { case off, on, waiting }

    var bubbles: IdentifiedArray<G28Bubble.State> = []
    var nextID = 1
    var draft = ""
    var connection = Connection.off
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case draftChanged(String)
    case sendTapped
    case bubble(G28Bubble.State.ID, G28Bubble.Input)
  }

  enum Feedback: Equatable, Sendable {
    case receipt(G28Bubble.State.ID)
    case disconnected
    case reconnectDue
    case bubble(G28Bubble.State.ID, ChildFeedback<G28Bubble>)
  }

  private enum CancelID { case connection }

  private let bubbles = ScopeEach<G28Coach, G28Bubble>(\.bubbles, feedback: Feedback.bubble) { G28Bubble() }

  @Dependency(\.g28Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bubble(let id, let input)): return bubbles.reduce(.input(input), id: id, into: &state)
    case .feedback(.bubble(let id, .feedback(let feedback))):
      return bubbles.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.bubble(let id, .output(.discarded))):
      state.bubbles.remove(id: id)
      return .none

    case .input(.appeared):
      return state.connection == .off ? connect(&state) : .none

    case .input(.disappeared):
      state.connection = .off
      return .cancel(id: CancelID.connection)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let bubble = G28Bubble.State(id: state.nextID, text: state.draft)
      state.bubbles.append(bubble)
      state.nextID += 1
      state.draft = ""
      return bubbles.start(id: bubble.id, from: state)

    case .feedback(.receipt(let id)):
      guard state.bubbles[id: id] != nil else { return .none }
      return bubbles.reduce(.input(.receiptArrived), id: id, into: &state)

    case .feedback(.disconnected):
      state.connection = .waiting
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return connect(&state)
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .on
    return .run("receipts") { send in
      for try await id in client.receipts() { await send(.receipt(id)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

struct G28Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ id: Int, _ text: String) async throws -> Void

  /// The ids of the messages that the server has passed on, also of those before the connection.
  var receipts: @Sendable () -> AsyncThrowingStream<Int, any Error>

  static let testValue = G28Client(
    post: unimplemented("G28Client.post"),
    receipts: unimplemented("G28Client.receipts", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var g28Client: G28Client {
    get { self[G28Client.self] }
    set { self[G28Client.self] = newValue }
  }
}

struct G28Offline: Error {}

struct G28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G28Coach.State) -> [G28Coach.Input] in
        if state.connection == .off { return [.appeared] }
        var inputs: [G28Coach.Input] = [.disappeared]
        if state.nextID <= 2 {
          inputs.append(state.draft.isEmpty ? .draftChanged("My knee hurts") : .draftChanged(""))
          if !state.draft.isEmpty { inputs.append(.sendTapped) }
        }
        for bubble in state.bubbles where bubble.status == .failed {
          inputs += [.bubble(bubble.id, .retryTapped), .bubble(bubble.id, .discardTapped)]
        }
        return inputs
      }
    ) { () -> TestStore<G28Coach> in
      let store = TestStore(initialState: G28Coach.State()) { G28Coach() }
      store.gate("post", at: \.g28Client.post) { _, _ in [.success(()), .failure(G28Offline())] }
      store.gate("receipts", at: \.g28Client.receipts) {
        [.element(1), .element(2), .finish, .failure(G28Offline())]
      }
      return store
    }
  }
}
