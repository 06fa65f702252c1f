import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A conversation with a librarian. Messages have an id, so the server keeps one that is sent twice only once.
struct L30Chat: Reducer {
  struct State: Equatable {
    var draft = ""
    var messages: IdentifiedArray<L30Message> = []
    var nextNumber = 1
    var connection = Connection.closed
    var isTyping = false

    enum Connection { case closed, open, lost }
  }

  enum Input: Equatable, Sendable {
    case opened
    case closed
    case draftChanged(String)
    case sendTapped
    case resendTapped(String)
    case deleteTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case event(L30Event)
    case disconnected
    case reconnectDue
    case sent(String)
    case notSent(String)
    case typingOver
  }

  private enum CancelID: Hashable { case events, typing, post(String) }

  @Dependency(\.l30Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      return state.connection == .closed ? connect(&state) : .none

    case .input(.closed):
      // What was sent goes on its way.
      state.connection = .closed
      state.isTyping = false
      return .merge(.cancel(id: CancelID.events), .cancel(id: CancelID.typing))

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let message = L30Message(id: "mine \(state.nextNumber)", text: state.draft, isSending: true)
      state.nextNumber += 1
      state.draft = ""
      state.messages.append(message)
      return post(L30Post(id: message.id, text: message.text))

    case .input(.resendTapped(let id)):
      guard let message = state.messages[id: id], message.hasFailed else { return .none }
      state.messages[id: id]?.hasFailed = false
      state.messages[id: id]?.isSending = true
      return post(L30Post(id: id, text: message.text))

    case .input(.deleteTapped(let id)):
      guard state.messages[id: id]?.hasFailed == true else { return .none }
      state.messages.remove(id: id)
      return .none

    case .feedback(.sent(let id)):
      state.messages[id: id]?.isSending = false
      return .none

    case .feedback(.notSent(let id)):
      state.messages[id: id]?.isSending = false
      state.messages[id: id]?.hasFailed = true
      return .none

    case .feedback(.event(.delivered(let id))):
      guard state.messages[id: id] != nil else { return .none }
      state.messages[id: id]?.isDelivered = true
      state.messages[id: id]?.isSending = false
      state.messages[id: id]?.hasFailed = false
      return .cancel(id: CancelID.post(id))

    case .feedback(.event(.typing)):
      state.isTyping = true
      return .run("typing") { send in
        try await clock.sleep(for: .seconds(4))
        await send(.typingOver)
      }
      .cancellable(id: CancelID.typing, cancelInFlight: true)

    case .feedback(.event(.reply(let id, let text))):
      state.isTyping = false
      state.messages.updateOrAppend(L30Message(id: id, text: text))
      return .cancel(id: CancelID.typing)

    case .feedback(.typingOver):
      state.isTyping = false
      return .none

    case .feedback(.disconnected):
      state.connection = .lost
      state.isTyping = false
      return .merge(
        .cancel(id: CancelID.typing),
        .run("reconnect") { send in
          try await clock.sleep(for: .seconds(3))
          await send(.reconnectDue)
        }
        .cancellable(id: CancelID.events, cancelInFlight: true)
      )

    case .feedback(.reconnectDue):
      return connect(&state)
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .open
    return .run("events") { send in
      for try await event in client.events() { await send(.event(event)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }

  private func post(_ post: L30Post) -> Effect<Feedback, Never> {
    .run("post", of: post) { send in
      try await client.post(post)
      await send(.sent(post.id))
    } catch: { _, send in
      await send(.notSent(post.id))
    }
    .cancellable(id: CancelID.post(post.id))
  }
}

struct L30Message: Equatable, Identifiable, Sendable {
  var id: String
  var text: String
  var isSending = false
  var isDelivered = false
  var hasFailed = false
}

struct L30Post: Hashable, Sendable {
  var id: String
  var text: String
}

enum L30Event: Equatable, Sendable {
  case delivered(String)
  case typing
  case reply(String, String)
}

struct L30Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ post: L30Post) async throws -> Void

  /// What happens in the conversation. A stream begins with what the reader may have missed.
  var events: @Sendable () -> AsyncThrowingStream<L30Event, any Error>

  static let testValue = L30Client(
    post: unimplemented("L30Client.post"),
    events: unimplemented("L30Client.events", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var l30Client: L30Client {
    get { self[L30Client.self] }
    set { self[L30Client.self] = newValue }
  }
}

struct L30Offline: Error {}

struct L30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L30Chat.State) -> [L30Chat.Input] in
        guard state.connection != .closed else { return [.opened] }
        var inputs: [L30Chat.Input] = [.closed]
        if !state.draft.isEmpty {
          inputs += [.draftChanged(""), .sendTapped]
        } else if state.nextNumber == 1 {
          inputs.append(.draftChanged("Is it in?"))
        }
        for message in state.messages where message.hasFailed {
          inputs += [.resendTapped(message.id), .deleteTapped(message.id)]
        }
        return inputs
      }
    ) { () -> TestStore<L30Chat> in
      let store = TestStore(initialState: L30Chat.State()) { L30Chat() }
      store.gate("post", at: \.l30Client.post) { _ in [.success(()), .failure(L30Offline())] }
      store.gate("events", at: \.l30Client.events) {
        [
          .element(.delivered("mine 1")), .element(.typing), .element(.reply("hers 1", "Yes.")),
          .failure(L30Offline()),
        ]
      }
      return store
    }
  }
}
