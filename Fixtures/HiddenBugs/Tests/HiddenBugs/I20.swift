import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One message to the support of a shop, on its way.
struct I20Bubble: Reducer {
  struct State: Equatable, Identifiable {
    enum Status: Equatable { case sending, sent, delivered, failed }

    let id: Int
    var text: String
    var status = Status.sending
  }

  enum Input: Equatable, Sendable {
    case sendTapped
    case deleteTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent
    case sendFailed
    case delivered
    case listeningFailed
    case waitedLong
  }

  enum Output: Equatable, Sendable { case deleted }

  private enum CancelID { case send, receipt, wait }

  @Dependency(\.i20Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    .merge(post(state), listen(to: state.id, after: .zero))
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.sendTapped):
      guard state.status == .failed else { return .none }
      state.status = .sending
      return start(from: state)

    case .input(.deleteTapped):
      guard state.status == .failed else { return .none }
      return .output(.deleted)

    case .feedback(.sent):
      state.status = .sent
      return .run("wait", of: state.id) { send in
        try await clock.sleep(for: .seconds(60))
        await send(.waitedLong)
      }
      .cancellable(id: CancelID.wait)

    case .feedback(.sendFailed), .feedback(.waitedLong):
      state.status = .failed
      return .none

    case .feedback(.delivered):
      state.status = .delivered
      return .merge(.cancel(id: CancelID.send), .cancel(id: CancelID.wait))

    case .feedback(.listeningFailed):
      return state.status == .failed ? .none : listen(to: state.id, after: .seconds(5))
    }
  }

  private func post(_ state: State) -> Effect<Feedback, Output> {
    let note = I20Note(id: state.id, text: state.text)
    return .run("post", of: note) { send in
      try await client.post(note)
      await send(.sent)
    } catch: { _, send in
      await send(.sendFailed)
    }
    .cancellable(id: CancelID.send)
  }

  private func listen(to id: Int, after pause: Duration) -> Effect<Feedback, Output> {
    .run("receipt", of: id) { send in
      if pause > .zero { try await clock.sleep(for: pause) }
      try await client.receipt(id)
      await send(.delivered)
    } catch: { _, send in
      await send(.listeningFailed)
    }
    .cancellable(id: CancelID.receipt, cancelInFlight: true)
  }
}

/// The chat with the support of a shop.
struct I20Support: Reducer {
  struct State: Equatable {
    enum Agent: Equatable { case none, asked, found(String), unreachable }

    var agent = Agent.none
    var draft = ""
    var bubbles: IdentifiedArray<I20Bubble.State> = []
    var nextID = 1
  }

  enum Input: Equatable, Sendable {
    case appeared
    case agentRetryTapped
    case draftChanged(String)
    case sendTapped
    case bubble(Int, I20Bubble.Input)
  }

  enum Feedback: Sendable {
    case agentFound(String)
    case agentUnreachable
    case bubble(Int, ChildFeedback<I20Bubble>)
  }

  @Dependency(\.i20Client) private var client

  let bubbles = ScopeEach<I20Support, I20Bubble>(\.bubbles, feedback: Feedback.bubble) { I20Bubble() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.agent == .none else { return .none }
      return findAgent(&state)

    case .input(.agentRetryTapped):
      guard state.agent == .unreachable else { return .none }
      return findAgent(&state)

    case .feedback(.agentFound(let name)):
      state.agent = .found(name)
      return .none

    case .feedback(.agentUnreachable):
      state.agent = .unreachable
      return .none

    case .input(.draftChanged(let text)):
      state.draft = text
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let id = state.nextID
      state.nextID += 1
      state.bubbles.append(I20Bubble.State(id: id, text: state.draft))
      state.draft = ""
      return bubbles.start(id: id, from: state)

    case .input(.bubble(let id, let input)):
      return bubbles.reduce(.input(input), id: id, into: &state)

    case .feedback(.bubble(let id, .feedback(let feedback))):
      return bubbles.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.bubble(let id, .output(.deleted))):
      state.bubbles.remove(id: id)
      return .none
    }
  }

  private func findAgent(_ state: inout State) -> Effect<Feedback, Never> {
    state.agent = .asked
    return .run("agent") { send in
      await send(.agentFound(try await client.agent()))
    } catch: { _, send in
      await send(.agentUnreachable)
    }
  }
}

struct I20Note: Hashable, Sendable {
  var id: Int
  var text: String
}

struct I20Client: TestDependencyKey, Sendable {
  var agent: @Sendable () async throws -> String
  var post: @Sendable (_ note: I20Note) async throws -> Void
  var receipt: @Sendable (_ id: Int) async throws -> Void

  static let testValue = I20Client(
    agent: unimplemented("I20Client.agent"),
    post: unimplemented("I20Client.post"),
    receipt: unimplemented("I20Client.receipt")
  )
}

extension DependencyValues {
  var i20Client: I20Client {
    get { self[I20Client.self] }
    set { self[I20Client.self] = newValue }
  }
}

struct I20Offline: Error {}

struct I20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I20Support.State) -> [I20Support.Input] in
        var inputs: [I20Support.Input] = [.appeared]
        if state.agent == .unreachable { inputs.append(.agentRetryTapped) }
        if state.nextID < 3 { inputs.append(state.draft.isEmpty ? .draftChanged("Hello") : .sendTapped) }
        for bubble in state.bubbles where bubble.status == .failed {
          inputs += [.bubble(bubble.id, .sendTapped), .bubble(bubble.id, .deleteTapped)]
        }
        return inputs
      }
    ) { () -> TestStore<I20Support> in
      let store = TestStore(initialState: I20Support.State()) { I20Support() }
      store.gate("agent", at: \.i20Client.agent) { [.success("Kim"), .failure(I20Offline())] }
      store.gate("post", at: \.i20Client.post) { _ in [.success(()), .failure(I20Offline())] }
      store.gate("receipt", at: \.i20Client.receipt) { _ in [.success(()), .failure(I20Offline())] }
      return store
    }
  }
}
