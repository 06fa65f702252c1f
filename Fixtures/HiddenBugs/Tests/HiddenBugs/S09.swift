import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum S09Event: Equatable, Sendable {
  /// Somebody else has written.
  case message(Int, String)
  /// The server has got a message of the user.
  case delivered(Int)
}

struct S09Client: DependencyKey {
  /// What happens in the group. A new stream begins with what the app has missed.
  var events: @Sendable () -> AsyncThrowingStream<S09Event, any Error>
  /// Sends a message. The server takes each id once.
  var send: @Sendable (_ id: Int, _ text: String) async throws -> Void

  static let liveValue = S09Client(
    events: { AsyncThrowingStream<S09Event, any Error> { $0.finish() } },
    send: { _, _ in }
  )
  static let testValue = S09Client(
    events: unimplemented("S09Client.events", placeholder: AsyncThrowingStream<S09Event, any Error> { $0.finish() }),
    send: unimplemented("S09Client.send")
  )
}

extension DependencyValues {
  var s09Client: S09Client {
    get { self[S09Client.self] }
    set { self[S09Client.self] = newValue }
  }
}

struct S09Chat: Reducer {
  struct ChatMessage: Equatable, Identifiable {
    let id: Int
    var text: String
    var isMine = false
    var isSending = false
    var hasFailed = false
  }

  struct State: Equatable {
    var isOpen = false
    var isListening = false
    var messages: [ChatMessage] = []
  }

  enum Input: Equatable {
    case opened
    case closed
    case sendTapped(String)
    case retryTapped(Int)
  }

  enum Feedback: Equatable {
    case event(S09Event)
    case connectionLost
    case pauseEnded
    case sent(Int)
    case sendFailed(Int)
  }

  enum CancelID: Hashable {
    case listen
    case message(Int)
  }

  @Dependency(\.s09Client) var client
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      if state.isOpen { return .none }
      state.isOpen = true
      state.isListening = true
      return listen()

    case .input(.closed):
      // Messages that are being sent arrive nevertheless.
      state.isOpen = false
      state.isListening = false
      return .cancel(id: CancelID.listen)

    case .input(.sendTapped(let text)):
      if !state.isOpen || text.isEmpty { return .none }
      let id = state.messages.filter { $0.isMine }.count + 1
      state.messages.append(ChatMessage(id: id, text: text, isMine: true, isSending: true))
      return deliver(id, text)

    case .input(.retryTapped(let id)):
      guard state.isOpen, let index = indexOfMine(id, state), state.messages[index].hasFailed else { return .none }
      state.messages[index].hasFailed = false
      state.messages[index].isSending = true
      return deliver(id, state.messages[index].text)

    case .feedback(.event(.message(let id, let text))):
      let isKnown = state.messages.contains { !$0.isMine && $0.id == id }
      if !isKnown { state.messages.append(ChatMessage(id: id, text: text)) }
      return .none

    case .feedback(.event(.delivered(let id))), .feedback(.sent(let id)):
      guard let index = indexOfMine(id, state) else { return .none }
      state.messages[index].isSending = false
      state.messages[index].hasFailed = false
      return .cancel(id: CancelID.message(id))

    case .feedback(.sendFailed(let id)):
      guard let index = indexOfMine(id, state), state.messages[index].isSending else { return .none }
      state.messages[index].isSending = false
      state.messages[index].hasFailed = true
      return .cancel(id: CancelID.message(id))

    case .feedback(.connectionLost):
      state.isListening = false
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.listen, cancelInFlight: true)

    case .feedback(.pauseEnded):
      state.isListening = true
      return listen()
    }
  }

  func indexOfMine(_ id: Int, _ state: State) -> Int? {
    state.messages.firstIndex { $0.isMine && $0.id == id }
  }

  func listen() -> Effect<Feedback, Never> {
    .run("listen") { send in
      for try await event in client.events() { await send(.event(event)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.listen, cancelInFlight: true)
  }

  /// Sends a message, and gives up after ten seconds.
  func deliver(_ id: Int, _ text: String) -> Effect<Feedback, Never> {
    .merge(
      .run("send", of: id) { send in
        try await client.send(id, text)
        await send(.sent(id))
      } catch: { _, send in
        await send(.sendFailed(id))
      },
      .run("timeout", of: id) { send in
        try await clock.sleep(for: .seconds(10))
        await send(.sendFailed(id))
      }
    )
    .cancellable(id: CancelID.message(id), cancelInFlight: true)
  }
}

struct S09Offline: Error {}

struct S09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S09Chat.State) -> [S09Chat.Input] in
        var inputs: [S09Chat.Input] = [.opened, .closed, .retryTapped(1)]
        if state.messages.filter({ $0.isMine }).count < 2 { inputs.append(.sendTapped("hi")) }
        return inputs
      }
    ) { () -> TestStore<S09Chat> in
      let store = TestStore(initialState: S09Chat.State()) { S09Chat() }
      store.gate("events", at: \.s09Client.events) {
        [.element(.delivered(1)), .element(.message(101, "hey")), .failure(S09Offline())]
      }
      store.gate("send", at: \.s09Client.send) { _ in [.success(()), .failure(S09Offline())] }
      return store
    }
  }
}
