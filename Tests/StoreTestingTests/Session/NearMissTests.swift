import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A search whose results have two names.
private enum Reply: Equatable, Sendable {
  case loaded([String])
  case cached([String])
  case failed
}

/// Makes a store whose effects send the replies, the last one after a second.
private func makeStore(
  _ replies: Reply...
) -> TestStore<Machine<[String], String, Reply, Reply>> {
  TestStore(initialState: []) {
    Machine { message, state in
      switch message {
      case .input("clear"): return .cancel(id: "work")
      case .input("open"): return .output(.loaded(["a"]))
      case .input(let name):
        return .run(name) { send in
          for reply in replies.dropLast() { await send(reply) }
          try await sleep(for: .seconds(1))
          if let last = replies.last { await send(last) }
        }
        .cancellable(id: "work", cancelInFlight: true)
      case .feedback(let reply):
        if case .loaded(let items) = reply { state = items }
        return .none
      }
    }
  }
}

@Suite struct NearMissTests {
  @Test func `a feedback with another payload is shown by the differing parts of the payload`() async {
    let failures = await recordingFailures {
      let store = makeStore(.loaded(["a", "b"]), .failed)
      await store.send("search")
      await store.receive(.loaded(["a", "c"]))  // Fails: unexpectedFeedback
      await store.cancelInFlightEffects()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("The case is right, the payload is not:\n\n    • ") == true)
    #expect(failures.first?.details.contains(#"expected "c", received "b""#) == true)
  }

  @Test func `a feedback with the same payload under another case is named as such`() async {
    let failures = await recordingFailures {
      let store = makeStore(.cached(["a"]), .failed)
      await store.send("search")
      await store.receive(.loaded(["a"]))  // Fails: unexpectedFeedback
      await store.cancelInFlightEffects()
    }
    #expect(failures.locations == markedFailures())
    let likeness = "The payload is right, the case is not: .cached instead of .loaded."
    #expect(failures.first?.details.contains(likeness) == true)
  }

  @Test func `two cases without payloads are not a near miss`() async {
    let failures = await recordingFailures {
      let store = makeStore(.failed, .failed)
      await store.send("search")
      await store.receive(.loaded([]))
      await store.cancelInFlightEffects()
    }
    #expect(failures.first?.details.contains("payload") == false)
  }

  @Test func `a dropped feedback is named, with its effect, its time and the message that cancelled the effect`() async
  {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, String, Int, Never> { message, _ in
          guard case .input(let input) = message else { return .none }
          if input == "clear" { return .cancel(id: "work") }
          return .run("search") { send in
            try? await sleep(for: .seconds(1))
            await send(7)
          }
          .cancellable(id: "work")
        }
      }
      await store.send("search")
      await store.clock.advance(by: .milliseconds(400))
      await store.send("clear")
      await store.receive(7)  // Fails: missingFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details == """
        search sent it at 400 ms. The store dropped it, because that effect had been cancelled by "clear".

        No effect is running, so no message can arrive.

        If the feature is right, delete this line.
        """
    )
  }

  @Test func `a feedback that the test has received before is named, with the time of its arrival`() async {
    let failures = await recordingFailures {
      let store = makeStore(.loaded(["a"]), .failed)
      await store.send("search")
      await store.receive(.loaded(["a"])) { $0 = ["a"] }
      await store.receive(.loaded(["a"]))  // Fails: missingFeedback
      await store.cancelInFlightEffects()
    }
    #expect(failures.locations == markedFailures())
    let text = "It arrived from search at 0 s, and the test is past it already."
    #expect(failures.first?.details.hasPrefix(text) == true)
  }

  @Test func `a later feedback is named as such, with the events before it`() async {
    let failures = await recordingFailures {
      let store = makeStore(.failed, .loaded(["a"]), .failed)
      await store.send("search")
      await store.receive(.loaded(["a"])) { $0 = ["a"] }  // Fails: unexpectedFeedback
      await store.cancelInFlightEffects()
    }
    #expect(failures.locations == markedFailures())
    let text =
      "The expected one arrived later. If the order is right, first receive:\n\n    await store.receive(.failed)"
    #expect(failures.first?.details.hasSuffix(text) == true)
  }

  @Test func `a feedback of an earlier send is named with that send`() async {
    let failures = await recordingFailures {
      let store = makeStore(.failed)
      await store.send("search")  // Here
      await store.send("open")
      await store.receiveOutput(.loaded(["a"]))
      await store.clock.advance(by: .seconds(1))
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
    let origin = #"feedback .failed, sent by search, which follows from "search", sent at NearMissTests.swift:"#
    #expect(failures.first?.headline.contains("\(origin)\(markedLine())") == true)
  }

  @Test func `a feedback of the last send is named without that send`() async {
    let failures = await recordingFailures {
      let store = makeStore(.failed)
      await store.send("search")
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(
      failures.map(\.headline) == [
        "The test does not assert feedback .failed, sent by search, before the end of the test."
      ]
    )
  }

  @Test func `an output with the same payload under another case is named as such`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send("open")
      await store.receiveOutput(.cached(["a"]))  // Fails: unexpectedOutput
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.contains("The payload is right, the case is not: .loaded instead of .cached.") == true
    )
  }
}
