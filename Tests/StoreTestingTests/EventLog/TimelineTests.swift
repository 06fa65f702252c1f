import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A feature that counts, sleeps and cancels.
private func makeStore(failing: Bool = false) -> TestStore<Machine<Int, String, Int, String>> {
  TestStore(initialState: 0) {
    Machine { message, state in
      switch message {
      case .input("nap"):
        return .run("nap") { send in
          try await sleep(for: .milliseconds(250))
          await send(10)
        }
        .cancellable(id: "nap", cancelInFlight: true)
      case .input("wake"): return .cancel(id: "nap")
      case .input(let text):
        state += 1
        return .output(text)
      case .feedback(let number):
        state += number
        return .none
      }
    }
  }
}

/// An error that no effect handles.
private struct UnlikelyError: Error {}

@Suite struct TimelineTests {
  @Test func `the log keeps the failures of the test's own steps, and of effects within them`() async {
    let load: @Sendable () -> Void = unimplemented("Client.load")
    let kept = Recorder<TestFailure.Kind>()
    _ = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in load() } }
      await store.send(.idle) { $0.log = ["a"] }
      await store.send(.go)
      await store.receiveEffect("work")
      for (_, failure, _) in store.session.log.failures { kept.record(failure.kind) }
      await store.finish()
    }
    #expect(kept.values == [.unexpectedState, .unimplementedDependency])
  }

  @Test func `a failure lists the last six events, with their times, origins and changes`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send("nap")
      await store.clock.advance(by: .milliseconds(100))
      await store.send("nap")
      await store.clock.advance(by: .milliseconds(250))
      await store.receive(10) { $0 = 10 }
      await store.send("x") { $0 = 12 }  // Fails: unexpectedState
      await store.receiveOutput("x")
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.lastEvents == """
        … 3 events before
        100 ms  ◻ effect   nap is cancelled by "nap"
                ▷ effect   nap starts
        350 ms  ← feedback 10   from nap
                             0 -> 10
                ◻ effect   nap has finished
                → input    "x"   at TimelineTests.swift:\(failures[0].line)
                             10 -> 11
                ↗ output   "x"
        """
    )
  }

  @Test func `an unhandled error is an event of the timeline`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in throw UnlikelyError() } }
      await store.send(.go)  // Fails: effectThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.lastEvents == """
        0 s  → input    .go   at TimelineTests.swift:\(failures[0].line)
             ▷ effect   work starts
             ✘ effect   work has failed: UnlikelyError()
        """
    )
  }

  @Test func `a failing test attaches its whole timeline once, with the events after the failure`() async {
    let attachments = await recordingAttachments {
      let store = makeStore()
      await store.send("a") { $0 = 2 }  // Here: a
      await store.receiveOutput("a")
      await store.send("b") { $0 = 3 }  // Here: b
      await store.receiveOutput("b")
      await store.finish()
    }
    #expect(attachments.map(\.name) == ["timeline.txt"])
    #expect(
      attachments.first?.text == """
        0 s  → input    "a"   at TimelineTests.swift:\(markedLine("a"))
                          0 -> 1
             ↗ output   "a"
             → input    "b"   at TimelineTests.swift:\(markedLine("b"))
                          1 -> 2
             ↗ output   "b"

        """
    )
  }

  @Test func `a store that is released without 'finish' attaches its timeline, too`() async {
    let attachments = await recordingAttachments {
      let store = makeStore()
      await store.send("a") { $0 = 1 }
    }
    #expect(attachments.map(\.name) == ["timeline.txt"])
  }

  @Test func `a passing test attaches nothing`() async {
    let attachments = await recordingAttachments {
      let store = makeStore()
      await store.send("a") { $0 = 1 }
      await store.receiveOutput("a")
      await store.finish()
    }
    #expect(attachments.isEmpty)
  }

  @Test func `a test with only hints attaches nothing`() async {
    let attachments = await recordingAttachments {
      let store = makeStore()
      store.exhaustivity = .off(showSkipped: true)
      await store.send("a") { $0 = 1 }
      await store.finish()
    }
    #expect(attachments.isEmpty)
  }

  @Test func `a long value is shortened in the failure, and complete in the attachment`() async {
    let long = String(repeating: "long ", count: 200)
    var failures: [TestFailure] = []
    let attachments = await recordingAttachments {
      let store = TestStore(initialState: "") {
        Machine<String, String, Never, Never> { message, state in
          if case .input(let text) = message { state = text }
          return .none
        }
      }
      failures = await recordingFailures { await store.send(long) }
      await store.send("") { $0 = "" }
    }
    #expect((failures.first?.lastEvents.count ?? .max) < 500)
    #expect(failures.first?.lastEvents.contains("…") == true)
    #expect(attachments.first?.text.contains(long) == true)
  }

  @Test func `the oldest events of a long timeline are discarded, and the others are kept`() async {
    let attachments = await recordingAttachments {
      let store = makeStore()
      for number in 1...1_000 {
        await store.send("\(number)") { $0 = number }
        await store.receiveOutput("\(number)")
      }
      await store.finish()
      await store.skipReceived()
    }
    // A call after the end fails without a timeline, as the log was discarded.
    #expect(attachments.isEmpty)
    let failing = await recordingAttachments {
      let store = makeStore()
      for number in 1...1_000 {
        await store.send("\(number)") { $0 = number }  // Here
        await store.receiveOutput("\(number)")
      }
      await store.receiveOutput("x")
    }
    let text = failing.first?.text ?? ""
    #expect(
      text.contains(
        "\n     → input    \"1000\"   at TimelineTests.swift:\(markedLine())\n                  999 -> 1000\n"
      )
    )
    #expect(text.hasPrefix("… "))
    #expect(!text.contains("\"100\""))
    #expect(text.utf8.count < 20_000)
  }

  @Test func `a moved element of a list is described as moved`() async throws {
    let failures = await recordingFailures {
      let store = TestStore(initialState: [1, 2, 3]) {
        Machine<[Int], [Int], Never, Never> { message, state in
          if case .input(let order) = message { state = order }
          return .none
        }
      }
      store.always("one comes first") { $0.first == 1 }
      store.always("it is never empty") { !$0.isEmpty }
      await store.send([3, 1, 2]) { $0 = [3, 1, 2] }
      await store.send([]) { $0 = [] }
    }
    #expect(failures.kinds == [.brokenInvariant, .brokenInvariant])
    #expect(failures.first?.details.contains("    • [2]: moved to [0]\n") ?? false)
    #expect(failures.last?.lastEvents.contains("                  [2]: moved to [0]\n") ?? false)
  }
}
