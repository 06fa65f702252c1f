import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A feature that does something from its start.
private struct Starter: Reducer {
  /// The effect of the start.
  let first: Effect<String, String>

  func reduce(message: Message<String, String>, into state: inout [String]) -> Effect<String, String> {
    switch message {
    case .input(let word), .feedback(let word): state.append(word)
    }
    return .none
  }

  func start(from state: [String]) -> Effect<String, String> { first }
}

/// Makes a store that does something from its start.
private func makeStore(_ first: Effect<String, String>, line: Int = #line) -> TestStore<Starter> {
  TestStore(initialState: [], reducer: { Starter(first: first) }, line: line)
}

/// Sends a word at once.
private func say(_ word: String) -> Effect<String, String> {
  .run("say", of: word) { send in await send(word) }
}

/// Sends a word every second.
private let tick = Effect<String, String>.run("tick") { send in
  while true {
    try await sleep(for: .seconds(1))
    await send("tick")
  }
}

@Suite struct TestSessionStartingTests {
  @Test func `feedback and outputs of the start effect are received before the first input`() async {
    let store = makeStore(.merge(.output("hello"), say("a")))
    store.exhaustivity = .strict
    await store.receiveOutput("hello")
    await store.receiveEffect("say", of: "a")
    await store.receive("a") { $0 = ["a"] }
    await store.send("b") { $0 = ["a", "b"] }
    await store.finish()
  }

  @Test func `unasserted feedback of the start effect fails at the first input`() async {
    let failures = await recordingFailures {
      let store = makeStore(say("a"))
      await store.send("b") { $0 = ["a", "b"] }  // Fails: unhandledFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The test does not assert feedback \"a\", sent by say(\"a\"), before sending \"b\"."
    )
  }

  @Test func `unasserted feedback of the start effect fails at the end of a test without steps`() async {
    let failures = await recordingFailures {
      let store = makeStore(say("a"), line: 1_000)
      await store.finish(line: 2_000)
    }
    #expect(failures.locations == [FailureLocation(.unhandledFeedback, 2_000)])
  }

  @Test func `unasserted feedback of the start effect fails at the line of an unused store`() async {
    let failures = await recordingFailures { _ = makeStore(say("a"), line: 1_000) }
    #expect(failures.locations == [FailureLocation(.unhandledFeedback, 1_000)])
  }

  @Test func `an unasserted first effect fails in a strict test`() async {
    let failures = await recordingFailures {
      let store = makeStore(.run("silent") { _ in })
      store.exhaustivity = .strict
      await store.send("b") { $0 = ["b"] }  // Fails: unhandledEffect
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an advance before the first step finds the first effect asleep`() async {
    let store = makeStore(tick)
    await store.clock.advance(by: .seconds(2))
    await store.receive("tick") { $0 = ["tick"] }
    await store.receive("tick") { $0 = ["tick", "tick"] }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test
  func
    `a first effect that still runs at the end is reported at the line that made the store, as started by its start`()
    async throws
  {
    let failures = await recordingFailures {
      let store = makeStore(tick, line: 1_000)
      await store.settle()
      #expect(store.inFlightEffects.map(\.message) == ["the start of the store"])
      #expect(store.inFlightEffects.map(\.startedBy?.line) == [1_000])
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failures.locations == [FailureLocation(.effectInFlight, 1_000)])
    #expect(failure.details.contains("started at 0 s by the start of the store (made at "))
    #expect(failure.details.contains("TestSession+StartingTests.swift:1000)"))
    #expect(failure.lastEvents == "0 s  ▷ effect   tick starts")
  }

  @Test func `the log notes a change of the dependencies, unless it belongs to the creation of the store`() async {
    let store = makeStore(tick)
    store.dependencies.uuid = .incrementing
    await store.send("a") { $0 = ["a"] }
    #expect(store.session.log.gaps.map { $0.gap } == [])
    store.dependencies.uuid = .incrementing
    #expect(store.session.log.gaps.map { $0.gap } == [.dependencies])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `late feedback of the start effect names the start as its origin`() async throws {
    let failures = await recordingFailures {
      let store = makeStore(tick, line: 1_000)
      await store.send("a") { $0 = ["a"] }
      await store.clock.advance(by: .seconds(1))
      await store.send("b") { $0 = ["a", "tick", "b"] }  // Fails: unhandledFeedback
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline.contains(", which follows from the start of the store, made at ") == true
    )
  }

  @Test func `the timeline and an unhandled error include the start`() async {
    /// The effect's error.
    struct Failure: Error {}
    let failures = await recordingFailures {
      let store = makeStore(.run("fail") { _ in throw Failure() })
      await store.settle()  // Fails: effectThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("and started by the start of the store.") == true)
  }

  @Test func `the start effect reads the dependencies of the store`() async {
    /// A feature that reads an id in its start effect.
    struct Dated: Reducer {
      func reduce(message: Message<Never, String>, into state: inout String) -> Effect<String, Never> {
        if case .feedback(let id) = message { state = id }
        return .none
      }

      func start(from state: String) -> Effect<String, Never> {
        let id = DependencyValues.current.uuid().uuidString
        return .run("send", of: id) { send in await send(id) }
      }
    }
    let store = TestStore(initialState: "") {
      Dated()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.receive("00000000-0000-0000-0000-000000000000") { $0 = "00000000-0000-0000-0000-000000000000" }
    await store.finish()
  }

  @Test func `the search for scopes ends at objects, which may refer to themselves`() async {
    final class Node {
      var other: Any = 0
    }
    struct Holder: Reducer {
      let node = Node()
      func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Never> { .none }
    }
    let holder = Holder()
    holder.node.other = holder.node
    let store = TestStore(initialState: 0) { holder }
    await store.send(1)
    await store.finish()
    holder.node.other = 0
  }
}
