import StoreCore
import StoreTesting
import Testing

/// Work of five seconds that always fails, and is tried again after a second, three times in all.
private struct Retrier: Reducer, Sendable {
  enum Feedback: Equatable, Sendable { case failed, again }

  /// Starts an attempt or a pause, and counts the attempts that have failed.
  func reduce(message: Message<Void, Feedback>, into failures: inout Int) -> Effect<Feedback, String> {
    switch message {
    case .input, .feedback(.again):
      return .run("work", of: failures) { send in
        try await sleep(for: .seconds(5))
        await send(.failed)
      }
    case .feedback(.failed):
      failures += 1
      guard failures < 3 else { return .output("gave up") }
      return .run("pause") { send in
        try await sleep(for: .seconds(1))
        await send(.again)
      }
    }
  }
}

/// A whole test of the retrier, in which one advance is left out, or none.
///
/// - Returns: The failures, and the line of the first step that must fail for it.
private func failures(
  forgetting forgotten: Int?,
  at level: Exhaustivity,
  isolation: isolated (any Actor)? = #isolation
) async -> (failures: [TestFailure], line: Int) {
  var line = 0
  let failures = await recordingFailures {
    let store = TestStore(initialState: 0) { Retrier() }
    store.exhaustivity = level
    await store.send(())
    for attempt in 0..<3 {
      if level == .strict { await store.receiveEffect("work", of: attempt) }
      if forgotten == 2 * attempt { line = #line + 1 } else { await store.clock.advance(by: .seconds(5)) }
      await store.receive(.failed) { $0 = attempt + 1 }
      guard attempt < 2 else { break }
      if level == .strict { await store.receiveEffect("pause") }
      if forgotten == 2 * attempt + 1 { line = #line + 1 } else { await store.clock.advance(by: .seconds(1)) }
      await store.receive(.again)
    }
    await store.receiveOutput("gave up")
    await store.finish()
  }
  return (failures, line)
}

@Suite struct TestSessionDebtTests {
  @Test("nothing is forgotten", arguments: [Exhaustivity.strict, .on])
  func nothing(level: Exhaustivity) async {
    #expect(await failures(forgetting: nil, at: level).failures.isEmpty)
  }

  @Test(
    "time that is forgotten is one failure, although all that follows is late, and comes while the test is further on",
    arguments: 0..<5,
    [Exhaustivity.strict, .on]
  )
  func forgotten(place: Int, level: Exhaustivity) async {
    let (failures, line) = await failures(forgetting: place, at: level)
    #expect(failures.marks == [FailureLocation(.missingFeedback, line)])
    #expect(failures.first?.details.contains("advance(by: .seconds(\(place.isMultiple(of: 2) ? 5 : 1)))") == true)
  }

  @Test("an effect that would have been started by the time that was forgotten is the one failure, with that time")
  func effectFirst() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, String, Never> { _, _ in
          .concatenate(
            .run("pause") { _ in try await sleep(for: .seconds(1)) },
            .run("work") { await $0("done") }
          )
        }
      }
      store.exhaustivity = .strict
      await store.send(0)
      await store.receiveEffect("pause")
      await store.receiveEffect("work")
      await store.receive("done")
      await store.finish()
    }
    #expect(failures.marks == [FailureLocation(.missingEffect, #line - 4)])
    #expect(failures.first?.details.contains("    await store.clock.advance(by: .seconds(1))") == true)
  }

  @Test("time that comes a line too late is one failure")
  func swapped() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          for text in ["a", "b"] {
            try await sleep(for: .seconds(1))
            await send(text)
          }
        }
      }
      await store.send(.go)
      await store.receive("a") { $0.log = ["a"] }
      await store.clock.advance(by: .seconds(1))
      await store.clock.advance(by: .seconds(1))
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.marks == [FailureLocation(.missingFeedback, #line - 6)])
  }

  @Test("more time that is missing than was forgotten is another failure")
  func moreTime() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          for seconds in [1, 2] {
            try await sleep(for: .seconds(seconds))
            await send("\(seconds)")
          }
        }
      }
      await store.send(.go)
      await store.receive("1") { $0.log = ["1"] }
      await store.clock.advance(by: .milliseconds(1_001))
      await store.receive("2") { $0.log = ["1", "2"] }
      await store.finish()
    }
    #expect(failures.kinds == [.missingFeedback, .missingFeedback])
  }

  @Test("what is let in late leaves the state that the test goes on from")
  func state() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          for text in ["a", "b"] {
            try await sleep(for: .seconds(2))
            await send(text)
          }
        }
      }
      await store.send(.go)
      await store.receive("a") { $0.log = ["a"] }
      await store.clock.advance(by: .seconds(4))
      await store.receive("b") { $0.log = ["a", "wrong"] }
      await store.finish()
    }
    #expect(failures.kinds == [.missingFeedback, .unexpectedState])
  }
}
