import StoreCore
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// Makes a store of a feature whose effect sends these texts, and starts it.
private func start(_ texts: String..., isolation: isolated (any Actor)? = #isolation) async -> TestStore<Runner> {
  let store = TestStore(initialState: Runner.State()) {
    Runner { send in for text in texts { await send(text) } }
  }
  await store.send(.go)
  return store
}

@Suite struct TestStoreReceiveUnorderedTests {
  @Test(arguments: [["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"]])
  func `several feedbacks are received in any order, each once`(order: [String]) async {
    let store = await start("b", "a", "b", "c")
    await store.receive(unordered: order) { $0.log = ["b", "a", "b"] }
    await store.receive("c") { $0.log.append("c") }
    await store.finish()
  }

  @Test func `the store's state inside the closure is the previous one`() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive(unordered: ["b", "a"]) { $0 = store.state }  // Fails: unexpectedState
      #expect(store.state.log == ["a", "b"])
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a change that the test doesn't mention fails`() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive(unordered: ["b", "a"])  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The state changed on \"a\", \"b\", and the test does not assert it.")
  }

  @Test func `a feedback that arrives once and is expected twice is one failure that names it`() async {
    let failures = await recordingFailures {
      let store = await start("a", "b", "c")
      await store.receive(unordered: ["a", "a"]) { $0.log = ["a", "a"] }  // Fails: unexpectedFeedback
      await store.receive("c") { $0.log = ["a", "b", "c"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The store received feedback \"b\", sent by work, where the test expects \"a\", in any order."
    )
  }

  @Test func `a missing feedback is one failure that names it, at once`() async {
    let failures = await recordingFailures {
      let store = await start("a")
      await store.receive(unordered: ["b", "a"]) { $0.log = ["a", "b"] }  // Fails: missingFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The feedback \"b\" did not arrive.")
  }

  @Test func `an additional feedback remains for the next step`() async {
    let failures = await recordingFailures {
      let store = await start("a", "b")
      await store.receive(unordered: ["a"]) { $0.log = ["a"] }
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [true, false])
  func `the test waits for outside work of several effects, in any order`(isFirstFirst: Bool) async {
    let gates = [Latch(), Latch()]
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Int, Never> { message, state in
        switch message {
        case .input:
          return .merge(
            gates.indices.map { index in
              .run { send in
                await gates[index].wait()
                await send(index)
              }
            }
          )
        case .feedback:
          state += 1
          return .none
        }
      }
    }
    await store.send(0)
    gates[isFirstFirst ? 0 : 1].open()
    Task.detached { gates[isFirstFirst ? 1 : 0].open() }
    await store.receive(unordered: [0, 1]) { $0 = 2 }
    await store.finish()
  }

  @Test func `feedbacks without == are compared by structure`() async {
    let failures = await recordingFailures {
      let store = await start(letters: [Letter(text: "b"), Letter(text: "a"), Letter(text: "c")])
      await store.receive(unordered: [.init(text: "a"), .init(text: "b")]) { $0 = 2 }
      await store.receive(unordered: [.init(text: "d")]) { $0 = 3 }  // Fails: unexpectedFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `feedbacks whose == ignores a part are equal by it`() async {
    let store = await start(
      letters: [Timed(text: "b", time: 1), Timed(text: "a", time: 2), Timed(text: "b", time: 3)]
    )
    await store.receive(unordered: ["a", "b", "b"].map { Timed(text: $0, time: 0) }) { $0 = 3 }
    await store.finish()
  }

  @Test func `the number of comparisons is linear in the number of feedbacks`() async {
    let comparisons = Comparisons()
    let numbers = (0..<200).map { Counted(number: $0, comparisons: comparisons) }
    let store = await start(letters: numbers)
    comparisons.count.withLock { $0 = 0 }
    await store.receive(unordered: numbers.reversed()) { $0 = 200 }
    #expect((200...1_000).contains(comparisons.count.withLock(\.self)))
    await store.finish()
  }
}

/// Makes a store of a feature that counts the feedbacks of its effect, and starts it.
private func start<Letter: Sendable>(
  letters: [Letter],
  isolation: isolated (any Actor)? = #isolation
) async -> TestStore<Machine<Int, Bool, Letter, Never>> {
  let store = TestStore(initialState: 0) {
    Machine<Int, Bool, Letter, Never> { message, state in
      guard case .feedback = message else {
        return .run("work") { send in for letter in letters { await send(letter) } }
      }
      state += 1
      return .none
    }
  }
  await store.send(true)
  return store
}

private final class Comparisons: Sendable { let count = Mutex(0) }

private struct Counted: Sendable, Equatable {
  var number: Int
  let comparisons: Comparisons

  static func == (first: Self, second: Self) -> Bool {
    first.comparisons.count.withLock { $0 += 1 }
    return first.number == second.number
  }
}

private struct Letter: Sendable { var text: String }

private struct Timed: Sendable, Equatable {
  var text: String
  var time: Int

  static func == (first: Self, second: Self) -> Bool { first.text == second.text }
}
