import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Work of five seconds that always fails, and is tried again after a second, three times in all.
private struct RetryFeature: Reducer, Sendable {
  enum Feedback: Equatable, Sendable { case failed, again }

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

extension TestStore<RetryFeature> {
  /// Receives the effect of an attempt, where the level asks for it.
  fileprivate func receiveWork(ofAttempt attempt: Int) async {
    if exhaustivity == .strict { await receiveEffect("work", of: attempt) }
  }

  /// Receives the effect of a pause, where the level asks for it.
  fileprivate func receivePause() async {
    if exhaustivity == .strict { await receiveEffect("pause") }
  }

  /// An attempt that fails after its time.
  fileprivate func fail(attempt: Int) async {
    await receiveWork(ofAttempt: attempt)
    await clock.advance(by: .seconds(5))
    await receive(.failed) { $0 = attempt + 1 }
  }

  /// A pause that ends after its time.
  fileprivate func pause() async {
    await receivePause()
    await clock.advance(by: .seconds(1))
    await receive(.again)
  }
}

/// The failures of a test of the retrier.
private func failures(
  at level: Exhaustivity,
  _ script: (TestStore<RetryFeature>) async -> Void
) async -> [TestFailure] {
  await recordingFailures {
    let store = TestStore(initialState: 0) { RetryFeature() }
    store.exhaustivity = level
    await script(store)
    await store.finish()
  }
}

/// Tests without the advance over one attempt or pause. That is one failure, although all later events are late.
@Suite struct MissingAdvanceTests {
  @Test(arguments: [Exhaustivity.strict, .on])
  func `a test without advances has one failure`(level: Exhaustivity) async {
    let failures = await failures(at: level) { store in
      await store.send(())
      await store.fail(attempt: 0)
      await store.pause()
      await store.fail(attempt: 1)
      await store.pause()
      await store.fail(attempt: 2)
      await store.receiveOutput("gave up")
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: [Exhaustivity.strict, .on])
  func `a missing advance over the first attempt is one failure`(level: Exhaustivity) async {
    let failures = await failures(at: level) { store in
      await store.send(())
      await store.receiveWork(ofAttempt: 0)
      await store.receive(.failed) { $0 = 1 }  // Fails: missingFeedback
      await store.pause()
      await store.fail(attempt: 1)
      await store.pause()
      await store.fail(attempt: 2)
      await store.receiveOutput("gave up")
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("advance(by: .seconds(5))") == true)
  }

  @Test(arguments: [Exhaustivity.strict, .on])
  func `a missing advance over the first pause is one failure`(level: Exhaustivity) async {
    let failures = await failures(at: level) { store in
      await store.send(())
      await store.fail(attempt: 0)
      await store.receivePause()
      await store.receive(.again)  // Fails: missingFeedback
      await store.fail(attempt: 1)
      await store.pause()
      await store.fail(attempt: 2)
      await store.receiveOutput("gave up")
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("advance(by: .seconds(1))") == true)
  }

  @Test(arguments: [Exhaustivity.strict, .on])
  func `a missing advance over the second attempt is one failure`(level: Exhaustivity) async {
    let failures = await failures(at: level) { store in
      await store.send(())
      await store.fail(attempt: 0)
      await store.pause()
      await store.receiveWork(ofAttempt: 1)
      await store.receive(.failed) { $0 = 2 }  // Fails: missingFeedback
      await store.pause()
      await store.fail(attempt: 2)
      await store.receiveOutput("gave up")
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("advance(by: .seconds(5))") == true)
  }

  @Test(arguments: [Exhaustivity.strict, .on])
  func `a missing advance over the second pause is one failure`(level: Exhaustivity) async {
    let failures = await failures(at: level) { store in
      await store.send(())
      await store.fail(attempt: 0)
      await store.pause()
      await store.fail(attempt: 1)
      await store.receivePause()
      await store.receive(.again)  // Fails: missingFeedback
      await store.fail(attempt: 2)
      await store.receiveOutput("gave up")
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("advance(by: .seconds(1))") == true)
  }

  @Test(arguments: [Exhaustivity.strict, .on])
  func `a missing advance over the last attempt is one failure`(level: Exhaustivity) async {
    let failures = await failures(at: level) { store in
      await store.send(())
      await store.fail(attempt: 0)
      await store.pause()
      await store.fail(attempt: 1)
      await store.pause()
      await store.receiveWork(ofAttempt: 2)
      await store.receive(.failed) { $0 = 3 }  // Fails: missingFeedback
      await store.receiveOutput("gave up")
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("advance(by: .seconds(5))") == true)
  }
}

@Suite struct MissedTimeTests {
  @Test func `an effect that the missing advance would have started is the one failure, with that advance`() async {
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
      await store.receiveEffect("work")  // Fails: missingEffect
      await store.receive("done")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("    await store.clock.advance(by: .seconds(1))") == true)
  }

  @Test func `an advance that comes a line too late is one failure`() async {
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
      await store.receive("a") { $0.log = ["a"] }  // Fails: missingFeedback
      await store.clock.advance(by: .seconds(1))
      await store.clock.advance(by: .seconds(1))
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a second missing advance is another failure`() async {
    let failures = await recordingReports {
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
    #expect(failures.kinds == [.missingFeedback, .unexpectedFeedback, .effectInFlight])
  }

  @Test func `feedback that is accepted late changes the state that the next assertion compares`() async {
    let failures = await recordingReports {
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
    #expect(failures.kinds == [.missingFeedback, .unexpectedFeedback])
  }
}
