import Dispatch
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// Which code expects a failure of an effect, a detached task, another store, or an effect that outlives its store.
@Suite struct ExpectedFailurePlaceTests {
  @Test(.accelerated, arguments: FailureExpectation.allCases)
  func `a step expects that its effect blocks the thread`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = makeBlockingStore()
      await expect { await store.send(1) }
    }
    #expect(lines.isEmpty)
  }

  @Test(.accelerated) func `a blocked thread is no known issue of the code that made the store`() async {
    let lines = await FailureExpectation.known.unexpectedLines {
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
    let lines = await FailureExpectation.recorded.unexpectedLines {
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
      await store.receiveEffect("load")
      await store.finish()
    }
    #expect(lines.isEmpty)
    #expect(expected.values == [.unimplementedDependency])
  }

  @Test func `a late failure is no known issue of the code that made the store`() async {
    let lines = await FailureExpectation.known.unexpectedLines {
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
    let failures = await recordingReports {
      var store: TestStore<Machine<Int, String, String, String>>?
      let recorded = await recordingFailures {
        store = .napping()
        await store?.receive("woke")
        await store?.send("nap")  // Warns: effectInFlight
      }
      #expect(recorded.map(\.kind) == [.missingFeedback])
      await store?.send("add") { $0 = 7 }  // Fails: unexpectedState
      await store?.send("a")
      await store?.finish()  // Warns: unhandledOutput
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(Set(failures.warnings.map(\.line)) == Set(markedWarnings().map(\.line)))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `steps on one line are different steps`(expect: FailureExpectation) async {
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
      await store.receiveEffect("wait")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(.accelerated, arguments: FailureExpectation.allCases)
  func `a step expects the failure of a detached task`(expect: FailureExpectation) async {
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
      await store.receiveEffect("load")
      await store.finish()
    }
    #expect(lines.isEmpty)
  }

  @Test(arguments: FailureExpectation.allCases)
  func `a step expects the failure of an effect of another store, which it resumes`(expect: FailureExpectation) async {
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
      await waiting.receiveEffect("wait")
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

  #if os(Linux) || os(macOS)
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
  #endif
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
