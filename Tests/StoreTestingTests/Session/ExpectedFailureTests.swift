import Dispatch
import StoreCore
import StoreDependencies
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

  /// The error of an effect.
  private struct Busy: Error {}

  /// Makes a store whose effects take five seconds. The one of "nap" then sends "woke", for which the feature emits "up".
  private func makeStore() -> TestStore<Machine<Int, String, String, String>> {
    let endpoint: @Sendable () -> Void = unimplemented("Client.load")
    return TestStore(initialState: 0) {
      Machine { message, state in
        switch message {
        case .input("nap"):
          return .run("nap") { send in
            try await sleep(for: .seconds(5))
            await send("woke")
          }
        case .input("load"):
          return .run("load") { _ in
            try await sleep(for: .seconds(5))
            endpoint()
          }
        case .input("fail"):
          return .run("fail") { _ in
            try await sleep(for: .seconds(5))
            throw Busy()
          }
        case .input("loop"), .feedback("loop"): return .feedback("loop")
        case .input("add"):
          state += 1
          return .none
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

  @Test(arguments: Expectation.allCases)
  func `an effect of an expected failure's step must not fail later`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await expect { await store.send("load") { $0 = 7 } }
      await expect { await store.send("fail") { $0 = 7 } }
      await store.clock.advance(by: .seconds(5))  // Fails: unimplementedDependency, effectThrew
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `an invariant must hold after the step of an expected failure`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      store.always("it stays zero") { $0 == 0 }
      await expect { await store.send("nap") { $0 = 7 } }
      await store.clock.advance(by: .seconds(5))  // Fails: brokenInvariant
      await store.receive("woke") { $0 = 1 }
      await store.receiveOutput("up")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `a step may expect the failure of an effect that an earlier step has started`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("load")
      await expect { await store.clock.advance(by: .seconds(5)) }
      await store.finish()
    }
    #expect(lines.isEmpty)
  }

  @Test(arguments: Expectation.allCases)
  func `an event that is asserted after an expected failure excuses no equal event`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("a")
      await expect { await store.send("b") }
      await store.receiveOutput("a")
      await store.receiveOutput("b")
      await store.send("a")
      await store.finish()  // Fails: unhandledOutput
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `an unasserted change of the state is a failure after an expected one`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("nap")
      await store.clock.advance(by: .seconds(5))
      await expect { await store.send("add") { $0 = 2 } }
      await store.receive("woke")
      await store.receiveOutput("up")
      await store.send("nap")
      await store.clock.advance(by: .seconds(5))
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `time is asserted after an expected failure`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      store.exhaustivity = .strict
      await store.send("a")
      await expect { await store.send("nap") }
      await store.receiveEffect("nap")
      await store.clock.advance(by: .seconds(6))  // Fails: overshotDeadline
      await store.receive("woke") { $0 = 1 }
      await store.receiveOutput("up")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `skipping nothing is a failure after an expected one`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("a")
      await expect { await store.send("b") }
      await store.receiveOutput("b")
      await store.skipReceived()  // Fails: nothingToSkip
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `a store that an expected livelock has ended is used in vain`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      store.stepLimit = 1_000
      await expect { await store.send("loop") }
      await store.send("add") { $0 = 7 }  // Fails: usedAfterEnd
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `an impure reducer is a failure after an expected impurity`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let calls = Recorder<Int>()
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, state in
          calls.record(1)
          state = calls.values.count
          return .none
        }
      }
      await expect { await store.send(1) { $0 = 1 } }
      await store.send(2) { $0 = 3 }  // Fails: impureReducer
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `an invariant that holds again after an expected violation is checked`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      store.always("it is not 1 or 3") { $0 != 1 && $0 != 3 }
      await expect { await store.send("add") { $0 = 1 } }
      await store.send("add") { $0 = 2 }
      await store.send("add") { $0 = 3 }  // Fails: brokenInvariant
      await store.send("add") { $0 = 4 }
      await store.send("add") { $0 = 5 }
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: Expectation.allCases)
  func `an invariant that stays violated after an expected violation is not reported again`(
    expect: Expectation
  ) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      store.always("it stays zero") { $0 == 0 }
      await expect { await store.send("add") { $0 = 1 } }
      await store.send("add") { $0 = 2 }
      await store.finish()
    }
    #expect(lines.isEmpty)
  }

  @Test(arguments: Expectation.allCases)
  func `an invariant that doesn't hold at first fails its own line`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeStore()
      await store.send("add") { $0 = 1 }
      await expect { store.always("it is zero") { $0 == 0 } }
      store.always("it is zero") { $0 == 0 }  // Fails: brokenInvariant
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(.accelerated, arguments: Expectation.allCases)
  func `a step expects that its effect blocks the thread`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeBlockingStore()
      await expect { await store.send(1) }
    }
    #expect(lines.isEmpty)
  }

  @Test(.accelerated) func `a blocked thread is no known issue of the code that made the store`() async {
    let lines = await Expectation.known.unexpectedLines {
      var store: TestStore<Machine<Int, Int, Never, Never>>?
      withKnownIssue(isIntermittent: true) { store = makeBlockingStore() }
      await store?.send(1)  // Fails: blockedThread
    }
    #expect(lines == markedFailures().map(\.line))
  }

  /// Makes a store whose effect blocks its thread until the store runs another task of it elsewhere.
  private func makeBlockingStore() -> TestStore<Machine<Int, Int, Never, Never>> {
    TestStore(initialState: 0) {
      Machine { _, _ in
        .run("block") { _ in
          let semaphore = DispatchSemaphore(value: 0)
          Task { semaphore.signal() }
          block(on: semaphore)
        }
      }
    }
  }

  @Test func `an effect expects a failure of its own code`() async {
    let endpoint: @Sendable () -> Void = unimplemented("Client.load")
    let expected = Recorder<TestFailure.Kind>()
    let lines = await Expectation.recorded.unexpectedLines {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          .run("load") { _ in
            try await sleep(for: .seconds(5))
            for failure in await recordingFailures({ endpoint() }) { expected.record(failure.kind) }
          }
        }
      }
      await store.send(1)
      await store.clock.advance(by: .seconds(5))
      await store.finish()
    }
    #expect(lines.isEmpty)
    #expect(expected.values == [.unimplementedDependency])
  }

  @Test func `a late failure is no known issue of the code that made the store`() async {
    let lines = await Expectation.known.unexpectedLines {
      let reader = LateReader()
      var store: TestStore<Machine<Int, Int, Never, Never>>?
      withKnownIssue(isIntermittent: true) { store = reader.makeStore() }
      await store?.send(1)
      await store?.receiveEffect("leave")
      await store?.finish()  // Fails: lateUse
      await reader.read()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test func `a late failure is a known issue of the code that ended the store`() async {
    let reader = LateReader()
    let store = reader.makeStore()
    await store.send(1)
    await withKnownIssue {
      await store.finish()
      await reader.read()
    }
  }

  @Test func `a store that outlives the recording of its failures fails its test`() async {
    let failures = await recordingFailures {
      var store: TestStore<Machine<Int, String, String, String>>?
      let recorded = await recordingFailures {
        store = makeStore()
        await store?.receive("woke")
        await store?.send("nap")  // Fails: effectInFlight
      }
      #expect(recorded.map(\.kind) == [.missingFeedback])
      await store?.send("add") { $0 = 7 }  // Fails: unexpectedState
      await store?.send("a")
      await store?.finish()  // Fails: unhandledOutput
    }
    #expect(Set(failures.map(\.line)) == Set(markedFailures().map(\.line)))
  }

  @Test(arguments: Expectation.allCases)
  func `steps on one line are different steps`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let endpoint: @Sendable () -> Void = unimplemented("Client.load")
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { message, _ in
          if case .input(1) = message { return .run("wait") { _ in for await _ in stream { endpoint() } } }
          return .run("resume") { _ in continuation.finish(after: 1) }
        }
      }
      /// Sends an input, from one line for all.
      func send(_ input: Int) async {
        await store.send(input, assert: input == 1 ? { $0 = 7 } : nil)  // Fails: unimplementedDependency
      }
      await expect { await send(1) }
      await send(2)
      await store.receiveEffect("resume")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(.accelerated, arguments: Expectation.allCases)
  func `a step expects the failure of a detached task`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let endpoint: @Sendable () -> Void = unimplemented("Client.load")
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          .run("load") { _ in
            try await sleep(for: .seconds(5))
            await Task.detached { endpoint() }.value
          }
        }
      }
      await store.send(1)
      await expect { await store.clock.advance(by: .seconds(5)) }
      await store.finish()
    }
    #expect(lines.isEmpty)
  }

  @Test(arguments: Expectation.allCases)
  func `a step expects the failure of an effect of another store, which it resumes`(expect: Expectation) async {
    let lines = await expect.unexpectedLines {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let endpoint: @Sendable () -> Void = unimplemented("Client.load")
      let waiting = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          .run("wait") { _ in
            for await _ in stream { endpoint() }
          }
        }
      }
      let resuming = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          .run("resume") { _ in continuation.finish(after: 1) }
        }
      }
      await waiting.send(1)
      await expect { await resuming.send(1) }
      await resuming.receiveEffect("resume")
      await resuming.finish()
      await waiting.finish()
    }
    #expect(lines.isEmpty)
  }

  @Test func `a store within an effect of another one fails where it is used`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          .run("outer") { _ in
            let inner = TestStore(initialState: 0) { Machine<Int, Int, Never, Never> { _, _ in .none } }
            await inner.send(1) { $0 = 7 }  // Fails: unexpectedState
            await inner.finish()
          }
        }
      }
      await store.send(1)
      await store.receiveEffect("outer")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a missing dependency is printed before the process crashes because of it`() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let endpoint: @Sendable () -> Int = unimplemented("Client.count", placeholder: { () -> Int in fatalError() }())
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          .run("count") { _ in
            try await sleep(for: .seconds(5))
            _ = endpoint()
          }
        }
      }
      await store.send(1)
      await store.clock.advance(by: .seconds(5))
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Client.count was called"))
  }
}

extension AsyncStream<Int>.Continuation {
  /// Yields a value, and ends the stream.
  fileprivate func finish(after value: Int) {
    yield(value)
    finish()
  }
}

/// Blocks the thread, which asynchronous code must not do.
private func block(on semaphore: DispatchSemaphore) { semaphore.wait() }
