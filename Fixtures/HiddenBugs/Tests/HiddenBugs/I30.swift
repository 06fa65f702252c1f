import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A message of a listener to the studio. It is sent as soon as it is there.
struct I30Message: Reducer {
  enum Status: Equatable { case sending, sent, delivered, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    let text: String
    var status = Status.sending
  }

  enum Input: Equatable, Sendable { case retryTapped, receiptArrived }
  enum Feedback: Equatable, Sendable { case accepted, rejected }

  private enum CancelID { case attempt }

  @Dependency(\.i30Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { attempt(state) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.status == .failed else { return .none }
      state.status = .sending
      return attempt(state)

    case .input(.receiptArrived):
      // The studio has the message, whatever becomes of an attempt that is still on its way.
      state.status = .delivered
      return .cancel(id: CancelID.attempt)

    case .feedback(.accepted):
      state.status = .sent
      return .none

    case .feedback(.rejected):
      state.status = .failed
      return .none
    }
  }

  private func attempt(_ state: State) -> Effect<Feedback, Never> {
    .run("send", of: state.id) { send in
      try await client.send(state.id, state.text)
      await send(.accepted)
    } catch: { _, send in
      await send(.rejected)
    }
    .cancellable(id: CancelID.attempt)
  }
}

/// The messages of a listener to a live show, with the receipts of the studio.
struct I30Studio: Reducer {
  enum Connection: Equatable { case closed, open, lost }

  struct State: Equatable {
    var draft = ""
    var messages: IdentifiedArray<I30Message.State> = []
    var connection = Connection.closed
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case draftChanged(String)
    case sendTapped
    case message(Int, I30Message.Input)
    case reconnectTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case message(Int, ChildFeedback<I30Message>)
    case receipt(Int)
    case connectionLost
    case reconnectDue
  }

  private enum CancelID { case receipts, pause }

  let messages = ScopeEach<I30Studio, I30Message>(\.messages, feedback: Feedback.message) { I30Message() }

  @Dependency(\.i30Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.message(let id, let input)):
      return messages.reduce(.input(input), id: id, into: &state)

    case .feedback(.message(let id, .feedback(let feedback))):
      return messages.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      guard state.connection == .closed, !state.isInBackground else { return .none }
      return connect(&state)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let id = (state.messages.last?.id ?? 0) + 1
      state.messages.append(I30Message.State(id: id, text: state.draft))
      state.draft = ""
      return messages.start(id: id, from: state)

    case .feedback(.receipt(let id)):
      guard state.messages[id: id] != nil else { return .none }
      return messages.reduce(.input(.receiptArrived), id: id, into: &state)

    case .feedback(.connectionLost):
      state.connection = .lost
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.reconnectDue), .input(.reconnectTapped):
      guard state.connection == .lost else { return .none }
      return connect(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      state.connection = .closed
      return .merge(.cancel(id: CancelID.receipts), .cancel(id: CancelID.pause))

    case .input(.cameToForeground):
      state.isInBackground = false
      return connect(&state)
    }
  }

  /// Follows the receipts. A new connection begins with those that were missed.
  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    return .merge(
      .cancel(id: CancelID.pause),
      .run("receipts") { send in
        for await id in client.receipts() { await send(.receipt(id)) }
        await send(.connectionLost)
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)
    )
  }
}

struct I30Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<Int>

  static let testValue = I30Client(
    send: unimplemented("I30Client.send"),
    receipts: unimplemented("I30Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var i30Client: I30Client {
    get { self[I30Client.self] }
    set { self[I30Client.self] = newValue }
  }
}

struct I30Offline: Error {}

struct I30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I30Studio.State) -> [I30Studio.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if state.connection == .closed { return [.appeared] }
        var inputs: [I30Studio.Input] = [.wentToBackground]
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        if !state.draft.isEmpty {
          inputs += [.draftChanged(""), .sendTapped]
        } else if state.messages.count < 2 {
          inputs.append(.draftChanged("Play it again"))
        }
        for message in state.messages where message.status == .failed {
          inputs.append(.message(message.id, .retryTapped))
        }
        return inputs
      }
    ) { () -> TestStore<I30Studio> in
      let store = TestStore(initialState: I30Studio.State()) { I30Studio() }
      store.gate("send", at: \.i30Client.send) { _ in [.success(()), .failure(I30Offline())] }
      store.gate("receipts", at: \.i30Client.receipts) { [.element(1), .element(2), .finish] }
      return store
    }
  }
}
