import StoreCore
import StoreTesting
import TestSupport

@testable import StoreRecording

extension PinnedRun {
  /// Runs whose effects listen to streams.
  static let streams = [elements, strictElements]

  /// Elements, ends and a cancellation, with a busy listener.
  private static let elements = PinnedRun("elements", by: PinnedSteps.elements) {
    let store = makeChat()
    store.gate("messages", at: \.socket.messages)
    store.gate("presence", at: \.socket.presence)
    store.gate("pings", at: \.socket.pings)
    return store
  } run: { store in
    await store.send(.join("a"))
    await store.send(.join("b"))
    await store.send(.readSlowly("c"))
    let messages = store.gate("messages", as: StreamGate<String, String, any Error>.self)
    await messages.yield("1", skipping: 1)
    await messages.yieldToAll("2")
    await messages.listeners[2].yield("3")
    await messages.fail(with: SocketError.lost)
    await store.clock.advance(by: .seconds(2))
    await store.send(.leave("b"))
    await messages.finish()
    await store.send(.watch)
    await store.gate("pings", as: StreamGate<Void, Void, Never>.self).yield()
    await store.gate("presence", as: StreamGate<Void, Int, Never>.self).finish()
  }

  /// Streams whose openings must be asserted.
  private static let strictElements = PinnedRun("strictElements", by: PinnedSteps.strictElements) {
    let store = makeChat()
    store.exhaustivity = .strict
    store.gate("messages", at: \.socket.messages)
    store.gate("typing", at: \.socket.typing)
    return store
  } run: { store in
    await store.send(.join("a"))
    await store.send(.ask("b"))
    await store.gate("messages", as: StreamGate<String, String, any Error>.self).finish()
    await store.gate("typing", as: StreamGate<(String, Int), Bool, Never>.self).yield(true)
  }

  private static func makeChat() -> TestStore<ChatFeature> {
    TestStore(initialState: ChatFeature.State()) { ChatFeature() }
  }
}
