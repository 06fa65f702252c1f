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

/// A part of the retrier's life that takes time: an attempt, or the pause after it.
private struct Phase: CustomTestStringConvertible {
  let number: Int

  /// All of them: three attempts, with a pause between two.
  static let all = (0..<5).map { Phase(number: $0) }

  var attempt: Int? { number.isMultiple(of: 2) ? number / 2 : nil }

  var testDescription: String { attempt.map { "attempt \($0)" } ?? "the pause after attempt \(number / 2)" }
}

extension TestStore<RetryFeature> {
  /// Receives the effect of a phase, where the level asks for it, and what follows when its time has passed.
  fileprivate func live(through phase: Phase, advancing: Bool) async {
    if exhaustivity == .strict {
      if let attempt = phase.attempt { await receiveEffect("work", of: attempt) } else { await receiveEffect("pause") }
    }
    if advancing { await clock.advance(by: .seconds(phase.attempt == nil ? 1 : 5)) }
    if let attempt = phase.attempt {
      await receive(.failed) { $0 = attempt + 1 }  // Here: attempt
    } else {
      await receive(.again)  // Here: pause
    }
  }
}

/// Runs a test of the retrier that doesn't advance the clock over one phase; nil for a test without a mistake.
private func failures(at level: Exhaustivity, without missing: Phase?) async -> [TestFailure] {
  await recordingFailures {
    let store = TestStore(initialState: 0) { RetryFeature() }
    store.exhaustivity = level
    await store.send(())
    for phase in Phase.all { await store.live(through: phase, advancing: phase.number != missing?.number) }
    await store.receiveOutput("gave up")
    await store.finish()
  }
}

@Suite struct MissedTimeTests {
  @Test(arguments: [Exhaustivity.strict, .on])
  func `a test that advances over each phase has no failure`(level: Exhaustivity) async {
    #expect(await failures(at: level, without: nil).isEmpty)
  }

  @Test(arguments: [Exhaustivity.strict, .on], Phase.all)
  fileprivate func `a missing advance over a phase is one failure, although all later events are late`(
    level: Exhaustivity,
    phase: Phase
  ) async {
    let failures = await failures(at: level, without: phase)
    let line = markedLine(phase.attempt == nil ? "pause" : "attempt")
    #expect(failures.locations == [FailureLocation(.missingFeedback, line)])
    let advance = "advance(by: .seconds(\(phase.attempt == nil ? 1 : 5)))"
    #expect(failures.first?.details.contains(advance) == true)
  }

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
