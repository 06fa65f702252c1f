import StoreCore
import StoreDependencies
import StoreRecording
import StoreTesting
import TestSupport
import Testing

/// A generated test never leaves out in silence what the test did outside of the store's view.
@Suite struct UnseenActionTests {
  private static let remark =
    "and the store does not know why. If the test did it, for example with a continuation of its own, write that line here, too, or hold the endpoint with 'store.gate'."

  private static let dependencies = "// The test changed the store's dependencies here. Write that line here, too."

  private func makeStore() -> (TestStore<ChatFeature>, AsyncStream<Int>.Continuation) {
    let (presence, end) = AsyncStream<Int>.makeStream()
    let store = TestStore(initialState: ChatFeature.State()) { ChatFeature() }
    store.dependencies.socket.presence = { presence }
    store.exhaustivity = .off
    return (store, end)
  }

  /// Returns the lines of the generated test, before it ends the store.
  private func lines(of store: TestStore<ChatFeature>) async -> [String] {
    let lines = store.generatedTest.split(separator: "\n").map(String.init)
    await store.cancelInFlightEffects(strict: false)
    await store.finish()
    return lines
  }

  @Test func `an element that the test yields by hand is missed before what follows`() async {
    let (store, end) = makeStore()
    await store.send(.watch)
    end.yield(1)
    end.yield(2)
    await store.settle()
    #expect(
      await lines(of: store) == [
        "await store.send(.watch)",
        "// presence continued here, \(Self.remark)",
        #"await store.receive(.said("1", in: "presence")) { $0.lines = ["presence: 1"] }"#,
        #"await store.receive(.said("2", in: "presence")) { $0.lines = ["presence: 1", "presence: 2"] }"#,
        "await store.cancelInFlightEffects()",
        "await store.finish()",
      ]
    )
  }

  @Test func `an element that the test yields before a send is missed before the send`() async {
    let (store, end) = makeStore()
    await store.send(.watch)
    end.yield(1)
    await store.send(.leave("a"))
    #expect(
      await lines(of: store).prefix(3) == [
        "await store.send(.watch)",
        "// An effect continued here, \(Self.remark)",
        #"await store.send(.leave("a"))"#,
      ]
    )
  }

  @Test func `an element that the test yields before an answer is missed before the answer`() async {
    let (store, end) = makeStore()
    let messages = store.gate("messages", at: \.socket.messages)
    await store.send(.watch)
    await store.send(.join("a"))
    end.yield(1)
    await messages.yield("x")
    let lines = await lines(of: store)
    let index = lines.firstIndex { $0.contains(Self.remark) }
    #expect(index.map { lines[$0 + 2] } == #"await messages.yield("x")"#)
  }

  @Test func `an element that the test yields before the answer to a call is missed before the answer`() async {
    let (store, end) = makeStore()
    let typing: Gate<(String, Int), AsyncStream<Bool>, any Error> = store.gate("typing", at: \.socket.typing)
    await store.send(.watch)
    await store.send(.ask("a"))
    end.yield(1)
    await typing.succeed(with: AsyncStream { $0.finish() })
    let lines = await lines(of: store)
    let index = lines.firstIndex { $0.contains(Self.remark) }
    #expect(index.map { lines[$0 + 1].hasPrefix("let typing") } == true)
  }

  @Test func `an element that the test yields before an advance is missed before the advance`() async {
    let (store, end) = makeStore()
    let messages = store.gate("messages", at: \.socket.messages)
    await store.send(.watch)
    await store.send(.readSlowly("a"))
    await messages.yield("x")
    end.yield(1)
    await store.clock.advance(by: .seconds(1))
    let lines = await lines(of: store)
    let index = lines.firstIndex { $0.contains(Self.remark) }
    #expect(
      index.map { lines[$0 + 1] } == #"await store.receive(.said("1", in: "presence")) { $0.lines = ["presence: 1"] }"#
    )
  }

  @Test func `the end of a stream by hand is missed, though no message follows`() async {
    let (store, end) = makeStore()
    await store.send(.watch)
    end.finish()
    await store.settle()
    #expect(await lines(of: store).contains("// presence continued here, \(Self.remark)"))
  }

  @Test func `another thread that continues an effect is missed`() async {
    let (store, end) = makeStore()
    await store.send(.watch)
    let thread = Task.detached { _ = end.yield(1) }
    await thread.value
    await store.settle()
    #expect(await lines(of: store).contains("// presence continued here, \(Self.remark)"))
  }

  @Test func `a change of dependencies between two steps is missed`() async {
    let (store, _) = makeStore()
    await store.send(.leave("a"))
    store.dependencies.socket.presence = { AsyncStream { $0.finish() } }
    await store.send(.leave("b"))
    #expect(
      await lines(of: store) == [
        #"await store.send(.leave("a"))"#,
        Self.dependencies,
        #"await store.send(.leave("b"))"#,
        "await store.finish()",
      ]
    )
  }

  @Test func `answers, time and cancellations are no such actions`() async {
    let store = TestStore(initialState: ChatFeature.State()) { ChatFeature() }
    store.exhaustivity = .off
    let messages = store.gate("messages", at: \.socket.messages)
    let task = await store.send(.join("a"))
    await store.send(.readSlowly("b"))
    await messages.yieldToAll("x")
    await store.clock.advance(by: .seconds(3))
    await messages.finish(skipping: 1)
    await task.cancel()
    #expect(await !lines(of: store).contains { $0.hasPrefix("//") })
  }
}
