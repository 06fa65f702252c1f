import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import CuresApp

/// Tests of a connection.
@Suite struct ChatTests {
  @Test func receives() async {
    let (texts, server) = AsyncStream.makeStream(of: String.self)
    let store = TestStore(initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      //~ without the connection
      $0.chatClient.open = { texts }
      //~ without uuid of a feedback
      $0.uuid = .incrementing
    }
    store.timeout = .milliseconds(100)
    await store.send(.appeared)
    //~ without the opening
    await store.receive(.opened) { $0.connection = .open }
    //~ swap the text and its receipt
    //~ wrong text: server.yield("Hallo")
    server.yield("Hello")
    //~ wrong number of unread texts: await store.receive(.received("Hello")) { $0.messages = [ChatMessage(id: UUID(0), text: "Hello", isMine: false)]; $0.unread = 2 }
    await store.receive(.received("Hello")) {
      //~ wrong flag: $0.messages = [ChatMessage(id: UUID(0), text: "Hello", isMine: true)]
      $0.messages = [ChatMessage(id: UUID(0), text: "Hello", isMine: false)]
      //~ without the unread text
      $0.unread = 1
    }
    await store.receiveOutput(.unreadChanged(1))
    //~ without the end of the connection
    await store.send(.disappeared) { $0.connection = .closed }
    await store.finish()
  }

  @Test func loses() async {
    let (texts, server) = AsyncStream.makeStream(of: String.self)
    let store = TestStore(initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0.chatClient.open = { texts }
    }
    store.timeout = .milliseconds(100)
    await store.send(.appeared)
    await store.receive(.opened) { $0.connection = .open }
    //~ without the end of the server
    server.finish()
    //~ without the receipt of the end
    await store.receive(.closed) { $0.connection = .lost("The server has closed the connection.") }
    await store.finish()
  }

  @Test func delivers() async {
    let store = TestStore(initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0.uuid = .incrementing
      //~ without the endpoint of an effect
      $0.chatClient.deliver = { _ in }
    }
    await store.send(.draftChanged("Hi")) { $0.draft = "Hi" }
    await store.send(.sendTapped) {
      $0.messages = [ChatMessage(id: UUID(0), text: "Hi", isMine: true)]
      //~ without the draft
      $0.draft = ""
    }
    //~ wrong id of a message: await store.receive(.delivered(UUID(1))) { $0.messages[0].isDelivered = true }
    await store.receive(.delivered(UUID(0))) { $0.messages[0].isDelivered = true }
    await store.finish()
  }

  @Test func marksRead() async {
    let store = TestStore(initialState: Chat.State(unread: 2)) {
      Chat()
    } withDependencies: {
      //~ without an endpoint that returns nothing
      $0.chatClient.markRead = {}
    }
    await store.send(.readTapped) { $0.unread = 0 }
    //~ wrong number: await store.receiveOutput(.unreadChanged(2))
    await store.receiveOutput(.unreadChanged(0))
    //~ without the effect
    await store.receiveEffect("mark read")
    await store.finish()
  }
}
