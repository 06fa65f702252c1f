import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A conversation with one contact. A message shows at once, with the state of its delivery.
struct Z01Chat: Reducer {
  struct State: Equatable {
    var draft = ""
    var bubbles: IdentifiedArray<Z01Bubble> = []
    var nextID = 0
    var isVisible = false
    var isReconnecting = false

    /// Notes what is known of a delivery. A receipt is final, and only a message that is under way can fail.
    mutating func settle(_ id: Int, as delivery: Z01Bubble.Delivery) {
      guard let old = bubbles[id: id]?.delivery else { return }
      switch delivery {
      case .delivered: break
      case .sending: guard old == .failed else { return }
      case .sent, .failed: guard old == .sending else { return }
      }
      bubbles[id: id]?.delivery = delivery
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case draftChanged(String)
    case sendTapped
    case resendTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case accepted(Int)
    case rejected(Int)
    case tookTooLong(Int)
    case receipt(Int)
    case receiptsEnded
    case reconnectDue
  }

  private enum CancelID: Hashable { case receipts, post(Int), limit(Int) }

  @Dependency(\.z01Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return listen()

    case .input(.disappeared):
      // What is under way is sent all the same.
      state.isVisible = false
      state.isReconnecting = false
      return .cancel(id: CancelID.receipts)

    case .input(.draftChanged(let text)):
      state.draft = text
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let bubble = Z01Bubble(id: state.nextID, text: state.draft, delivery: .sending)
      state.bubbles.append(bubble)
      state.nextID += 1
      state.draft = ""
      return post(bubble)

    case .input(.resendTapped(let id)):
      guard let bubble = state.bubbles[id: id], bubble.delivery == .failed else { return .none }
      state.settle(id, as: .sending)
      return post(bubble)

    case .feedback(.accepted(let id)):
      state.settle(id, as: .sent)
      return .cancel(id: CancelID.limit(id))

    case .feedback(.rejected(let id)):
      state.settle(id, as: .failed)
      return .cancel(id: CancelID.limit(id))

    case .feedback(.tookTooLong(let id)):
      state.settle(id, as: .failed)
      return .cancel(id: CancelID.post(id))

    case .feedback(.receipt(let id)):
      state.settle(id, as: .delivered)
      return .cancel(id: CancelID.limit(id))

    case .feedback(.receiptsEnded):
      state.isReconnecting = true
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)

    case .feedback(.reconnectDue):
      state.isReconnecting = false
      return listen()
    }
  }

  /// Hands a message to the server, which takes each id once, however often it is sent.
  private func post(_ bubble: Z01Bubble) -> Effect<Feedback, Never> {
    .merge(
      .run("post", of: bubble.id) { send in
        try await client.post(bubble.id, bubble.text)
        await send(.accepted(bubble.id))
      } catch: { _, send in
        await send(.rejected(bubble.id))
      }
      .cancellable(id: CancelID.post(bubble.id), cancelInFlight: true),
      .run("limit", of: bubble.id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.tookTooLong(bubble.id))
      }
      .cancellable(id: CancelID.limit(bubble.id), cancelInFlight: true)
    )
  }

  /// Follows the receipts. The server begins with those that have not been fetched yet.
  private func listen() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      for await id in client.receipts() { await send(.receipt(id)) }
      await send(.receiptsEnded)
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

struct Z01Bubble: Equatable, Identifiable, Sendable {
  enum Delivery: Equatable, Sendable { case sending, sent, delivered, failed }

  let id: Int
  var text: String
  var delivery: Delivery
}

struct Z01Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ id: Int, _ text: String) async throws -> Void
  var receipts: @Sendable () -> AsyncStream<Int>

  static let testValue = Z01Client(
    post: unimplemented("Z01Client.post"),
    receipts: unimplemented("Z01Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var z01Client: Z01Client {
    get { self[Z01Client.self] }
    set { self[Z01Client.self] = newValue }
  }
}

struct Z01Offline: Error {}

struct Z01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z01Chat.State) -> [Z01Chat.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [Z01Chat.Input] = [.disappeared]
        if !state.draft.isEmpty {
          inputs.append(.draftChanged(""))
          inputs.append(.sendTapped)
        } else if state.nextID < 2 {
          inputs.append(.draftChanged("Hi"))
        }
        for bubble in state.bubbles where bubble.delivery == .failed { inputs.append(.resendTapped(bubble.id)) }
        return inputs
      }
    ) { () -> TestStore<Z01Chat> in
      let store = TestStore(initialState: Z01Chat.State()) { Z01Chat() }
      store.gate("post", at: \.z01Client.post) { _ in [.success(()), .failure(Z01Offline())] }
      store.gate("receipts", at: \.z01Client.receipts) { [.element(0), .element(1), .finish] }
      return store
    }
  }
}
