import Foundation
import StoreCore
import StoreDependencies

/// A conversation over a connection.
struct Chat: Reducer {
  struct State: Equatable {
    var connection = Connection.closed
    var messages: [ChatMessage] = []
    var draft = ""
    var unread = 0
  }

  enum Connection: Equatable {
    case closed
    case open
    case lost(String)
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case draftChanged(String)
    case sendTapped
    case readTapped
  }

  enum Feedback: Equatable {
    case opened
    case received(String)
    case closed
    case delivered(UUID)
  }

  enum Output: Equatable {
    case unreadChanged(Int)
  }

  enum CancelID { case connection }

  @Dependency(\.chatClient) var client
  @Dependency(\.uuid) var uuid

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.appeared):
      return .run("connection") { send in
        let texts = try await client.open()
        await send(.opened)
        for await text in texts { await send(.received(text)) }
        await send(.closed)
      }
      .cancellable(id: CancelID.connection)

    case .input(.disappeared):
      state.connection = .closed
      return .cancel(id: CancelID.connection)

    case .input(.draftChanged(let draft)):
      state.draft = draft
      return .none

    case .input(.sendTapped):
      guard !state.draft.isEmpty else { return .none }
      let message = ChatMessage(id: uuid(), text: state.draft, isMine: true)
      state.messages.append(message)
      state.draft = ""
      return .run("deliver", of: message.text) { send in
        try await client.deliver(message.text)
        await send(.delivered(message.id))
      }

    case .input(.readTapped):
      state.unread = 0
      return .merge(
        .output(.unreadChanged(0)),
        .run("mark read") { _ in try await client.markRead() }
      )

    case .feedback(.opened):
      state.connection = .open
      return .none

    case .feedback(.received(let text)):
      state.messages.append(ChatMessage(id: uuid(), text: text, isMine: false))
      state.unread += 1
      return .output(.unreadChanged(state.unread))

    case .feedback(.closed):
      state.connection = .lost("The server has closed the connection.")
      return .none

    case .feedback(.delivered(let id)):
      guard let index = state.messages.firstIndex(where: { $0.id == id }) else { return .none }
      state.messages[index].isDelivered = true
      return .none
    }
  }
}

struct ChatMessage: Equatable, Identifiable, Sendable {
  var id: UUID
  var text: String
  var isMine: Bool
  var isDelivered = false
}

struct ChatClient: Sendable {
  var open: @Sendable () async throws -> AsyncStream<String>
  var deliver: @Sendable (_ text: String) async throws -> Void
  var markRead: @Sendable () async throws -> Void
}

extension ChatClient: TestDependencyKey {
  static let testValue = ChatClient(
    open: unimplemented("ChatClient.open"),
    deliver: unimplemented("ChatClient.deliver"),
    markRead: unimplemented("ChatClient.markRead")
  )
}

extension DependencyValues {
  var chatClient: ChatClient {
    get { self[ChatClient.self] }
    set { self[ChatClient.self] = newValue }
  }
}
