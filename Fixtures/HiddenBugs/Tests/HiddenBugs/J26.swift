import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The chat of a guest with the front desk of the hotel.
struct J26Chat: Reducer {
  struct State: Equatable {
    var isVisible = false
    var draft = ""
    var bubbles: IdentifiedArray<J26Bubble.State> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case draftChanged(String)
    case sendTapped
    case bubble(Int, J26Bubble.Input)
  }

  enum Feedback: Equatable, Sendable {
    case receiptCame(Int)
    case bubble(Int, ChildFeedback<J26Bubble>)
  }

  private enum CancelID { case receipts }

  @Dependency(\.j26Client) private var client
  @Dependency(\.continuousClock) private var clock

  let bubbles = ScopeEach<J26Chat, J26Bubble>(\.bubbles, feedback: Feedback.bubble) { J26Bubble() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return receipts()

    case .input(.disappeared):
      state.isVisible = false
      return .cancel(id: CancelID.receipts)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let id = state.bubbles.count + 1
      state.bubbles.append(J26Bubble.State(id: id, text: state.draft))
      state.draft = ""
      return bubbles.start(id: id, from: state)

    case .input(.bubble(let id, let input)): return bubbles.reduce(.input(input), id: id, into: &state)
    case .feedback(.bubble(let id, .feedback(let feedback))):
      return bubbles.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.receiptCame(let id)):
      guard state.bubbles[id: id] != nil else { return .none }
      return bubbles.reduce(.input(.receiptCame), id: id, into: &state)
    }
  }

  /// Follows the receipts of the desk, and connects again a few seconds after the connection was closed.
  private func receipts() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      while !Task.isCancelled {
        for await id in client.receipts() { await send(.receiptCame(id)) }
        try await clock.sleep(for: .seconds(5))
      }
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

/// A message of the guest. The server accepts it, and the desk sends a receipt once it is on its screen.
struct J26Bubble: Reducer {
  enum Status: Equatable { case sending, sent, delivered, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var text: String
    var status = Status.sending
  }

  enum Input: Equatable, Sendable { case retryTapped, receiptCame }
  enum Feedback: Equatable, Sendable { case accepted, failed }

  @Dependency(\.j26Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { post(state) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.status == .failed else { return .none }
      state.status = .sending
      return post(state)

    case .input(.receiptCame):
      state.status = .delivered
      return .none

    case .feedback(.accepted):
      if state.status == .sending { state.status = .sent }
      return .none

    case .feedback(.failed):
      state.status = .failed
      return .none
    }
  }

  private func post(_ state: State) -> Effect<Feedback, Never> {
    let letter = J26Letter(id: state.id, text: state.text)
    return .run("post", of: letter) { send in
      try await client.post(letter)
      await send(.accepted)
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct J26Letter: Hashable, Sendable {
  var id: Int
  var text: String
}

struct J26Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ letter: J26Letter) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<Int>

  static let testValue = J26Client(
    post: unimplemented("J26Client.post"),
    receipts: unimplemented("J26Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var j26Client: J26Client {
    get { self[J26Client.self] }
    set { self[J26Client.self] = newValue }
  }
}

struct J26Offline: Error {}

struct J26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J26Chat.State) -> [J26Chat.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [J26Chat.Input] = [.disappeared]
        if !state.draft.isEmpty {
          inputs += [.sendTapped, .draftChanged("")]
        } else if state.bubbles.count < 2 {
          inputs.append(.draftChanged("Two more towels, please."))
        }
        for bubble in state.bubbles where bubble.status == .failed { inputs.append(.bubble(bubble.id, .retryTapped)) }
        return inputs
      }
    ) { () -> TestStore<J26Chat> in
      let store = TestStore(initialState: J26Chat.State()) { J26Chat() }
      store.gate("post", at: \.j26Client.post) { _ in [.success(()), .failure(J26Offline())] }
      store.gate("receipts", at: \.j26Client.receipts) { [.element(1), .element(2), .finish] }
      return store
    }
  }
}
