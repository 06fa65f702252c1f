import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A failure that a test expects excuses nothing that follows.
@Suite struct ExpectedFailureTests {
  /// The ways in which a test expects a failure.
  enum Expectation: CaseIterable {
    case recorded
    case known

    /// Runs code that fails.
    func callAsFunction(_ body: () async -> Void) async {
      switch self {
      case .recorded: #expect(await recordingFailures(body).count == 1)
      case .known: await withKnownIssue { await body() }
      }
    }

    /// Returns the lines of the failures that code doesn't expect.
    func unexpectedLines(_ body: () async -> Void) async -> [Int] {
      switch self {
      case .recorded: return await recordingFailures(body).map(\.line)
      case .known:
        let lines = Recorder<Int>()
        await withKnownIssue(isIntermittent: true) {
          await body()
        } matching: { issue in
          if let line = issue.sourceLocation?.line { lines.record(line) }
          return true
        }
        return lines.values
      }
    }
  }

  /// Makes a store whose effect sends "woke" and emits "up" after five seconds.
  private func makeStore() -> TestStore<Machine<Int, String, String, String>> {
    TestStore(initialState: 0) {
      Machine { message, state in
        switch message {
        case .input("nap"):
          return .run("nap") { send in
            try await sleep(for: .seconds(5))
            await send("woke")
          }
        case .input(let other): return .output(other)
        case .feedback:
          state += 1
          return .output("up")
        }
      }
    }
  }

  @Test(arguments: Expectation.allCases)
  func `an event that was expected too early must still be asserted`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("nap")
      await expect { await store.receive("woke") }
      await store.clock.advance(by: .seconds(5))
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `an output that was expected too early must still be asserted`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await expect { await store.receiveOutput("up") }
      await store.send("up")
      await store.finish()  // Fails: unhandledOutput
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `an effect that was expected to have ended must still be ended`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("nap")  // Fails: effectInFlight
      await expect { await store.receive("woke") }
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `a store that is released without an end is checked as one that is finished`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("nap")  // Fails: effectInFlight
      await expect { await store.receive("woke") }
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `the state is compared again after an expected failure`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("nap")
      await store.clock.advance(by: .seconds(5))
      await expect { await store.receive("woke") { $0 = 7 } }
      await store.receiveOutput("up")
      await store.send("nap")
      await store.clock.advance(by: .seconds(5))
      await store.receive("woke") { $0 = 8 }  // Fails: unexpectedState
      await store.receiveOutput("up")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `an event can be asserted after a failure that reported its omission`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("a")
      await expect { await store.send("b") }
      await store.receiveOutput("a")
      await store.receiveOutput("b")
      await store.finish()
    }
    #expect(lines.isEmpty)
  }
}
