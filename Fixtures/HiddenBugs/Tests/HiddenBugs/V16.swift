import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The user's own profile, with an editor for the text, and chats that notifications open.
struct V16Profile: Reducer {
  struct State: Equatable {
    var bio = "Climbs"
    var editor: Editor?
    var chat: Chat?
    var waitingChat: String?
    var asksToDiscard = false
  }

  struct Editor: Equatable {
    var text: String
    var isSaving = false
    var hasFailed = false
  }

  struct Chat: Equatable {
    var id: String
    var messages: [String]?
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case editTapped
    case textChanged(String)
    case saveTapped
    case closeTapped
    case discardTapped
    case keepTapped
    case notificationOpened(String)
    case retryTapped
    case chatClosed
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
    case messagesLoaded([String])
    case messagesFailed
  }

  private enum CancelID { case messages }

  @Dependency(\.v16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editTapped):
      guard state.editor == nil, state.chat == nil else { return .none }
      state.editor = Editor(text: state.bio)
      return .none

    case .input(.textChanged(let text)):
      guard let editor = state.editor, !editor.isSaving, !state.asksToDiscard else { return .none }
      state.editor = Editor(text: text)
      return .none

    case .input(.saveTapped):
      guard let editor = state.editor, !editor.isSaving, !state.asksToDiscard, editor.text != state.bio else {
        return .none
      }
      state.editor?.isSaving = true
      state.editor?.hasFailed = false
      return .run("save", of: editor.text) { send in
        try await client.save(editor.text)
        await send(.saved(editor.text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.saved(let text)):
      state.bio = text
      state.editor = nil
      return openWaitingChat(&state)

    case .feedback(.saveFailed):
      state.editor?.isSaving = false
      state.editor?.hasFailed = true
      state.asksToDiscard = state.waitingChat != nil
      return .none

    case .input(.closeTapped):
      guard let editor = state.editor, !editor.isSaving, !state.asksToDiscard else { return .none }
      if editor.text == state.bio {
        state.editor = nil
      } else {
        state.asksToDiscard = true
      }
      return .none

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      state.editor = nil
      return openWaitingChat(&state)

    case .input(.keepTapped):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      state.waitingChat = nil
      return .none

    case .input(.notificationOpened(let id)):
      guard let editor = state.editor else { return open(id, in: &state) }
      // A save ends first. A text that isn't saved needs a decision.
      if editor.isSaving {
        state.waitingChat = id
        return .none
      }
      guard editor.text == state.bio else {
        state.waitingChat = id
        state.asksToDiscard = true
        return .none
      }
      state.editor = nil
      return open(id, in: &state)

    case .input(.retryTapped):
      guard let chat = state.chat, chat.hasFailed else { return .none }
      return open(chat.id, in: &state)

    case .input(.chatClosed):
      state.chat = nil
      return .cancel(id: CancelID.messages)

    case .feedback(.messagesLoaded(let messages)):
      state.chat?.messages = messages
      return .none

    case .feedback(.messagesFailed):
      state.chat?.hasFailed = true
      return .none
    }
  }

  private func openWaitingChat(_ state: inout State) -> Effect<Feedback, Never> {
    guard let id = state.waitingChat else { return .none }
    state.waitingChat = nil
    return open(id, in: &state)
  }

  private func open(_ id: String, in state: inout State) -> Effect<Feedback, Never> {
    if let chat = state.chat, chat.id == id, !chat.hasFailed { return .none }
    state.chat = Chat(id: id)
    return .run("messages", of: id) { send in
      await send(.messagesLoaded(try await client.messages(id)))
    } catch: { _, send in
      await send(.messagesFailed)
    }
    .cancellable(id: CancelID.messages, cancelInFlight: true)
  }
}

struct V16Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ bio: String) async throws -> Void
  var messages: @Sendable (_ chat: String) async throws -> [String]

  static let testValue = V16Client(
    save: unimplemented("V16Client.save"),
    messages: unimplemented("V16Client.messages")
  )
}

extension DependencyValues {
  var v16Client: V16Client {
    get { self[V16Client.self] }
    set { self[V16Client.self] = newValue }
  }
}

struct V16Offline: Error {}

struct V16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V16Profile.State) -> [V16Profile.Input] in
        let links: [V16Profile.Input] = [.notificationOpened("eva"), .notificationOpened("jo")]
        if state.asksToDiscard { return [.discardTapped, .keepTapped] + links }
        if let editor = state.editor {
          if editor.isSaving { return links }
          return [.textChanged("Climbs"), .textChanged("Bakes"), .saveTapped, .closeTapped] + links
        }
        guard let chat = state.chat else { return [.editTapped] + links }
        return chat.hasFailed ? [.retryTapped, .chatClosed] + links : [.chatClosed] + links
      }
    ) { () -> TestStore<V16Profile> in
      let store = TestStore(initialState: V16Profile.State()) { V16Profile() }
      store.gate("save", at: \.v16Client.save) { _ in [.success(()), .failure(V16Offline())] }
      store.gate("messages", at: \.v16Client.messages) { chat in
        [.success(["Hello from \(chat)"]), .failure(V16Offline())]
      }
      return store
    }
  }
}
