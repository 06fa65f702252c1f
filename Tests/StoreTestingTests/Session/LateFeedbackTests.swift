import StoreCore
import StoreTesting
import TestSupport
import Testing

@Suite struct LateFeedbackTests {
  /// A feature whose effect sends the test's texts when a gate is open, with an output for each.
  private static func store(_ gate: Latch, _ texts: [String]) -> TestStore<Machine<[String], Int, String, String>> {
    TestStore(initialState: []) {
      Machine { message, state in
        switch message {
        case .input(0):
          return .run("late") { send in
            await gate.wait()
            for text in texts { await send(text) }
          }
        case .input: return .none
        case .feedback(let text):
          state.append(text)
          return text.hasPrefix("out") ? .output(text) : .none
        }
      }
    }
  }

  @Test(arguments: 0..<4)
  func `feedback that arrives after its failed wait is not a second failure`(how: Int) async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = Self.store(gate, ["a", "b"])
      await store.send(0)
      await store.receive("a", timeout: .zero) { $0 = ["a"] }  // Fails: timedOut
      gate.open()
      switch how {
      case 0: await store.receive("b") { $0 = ["a", "b"] }
      case 1:
        await store.receive("a") { $0 = ["a"] }
        await store.receive("b") { $0 = ["a", "b"] }
      case 2:
        await store.receive("b") { $0 = ["a", "b"] }
        await store.receive("a")
      default:
        await store.receive(unordered: ["b", "a"]) { $0 = ["a", "b"] }
      }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [true, false])
  func `late feedback is accepted at the end, and before the next step`(atTheEnd: Bool) async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = Self.store(gate, ["a"])
      await store.send(0)
      await store.receive("a", timeout: .zero)  // Fails: timedOut
      gate.open()
      if !atTheEnd {
        await store.settle()
        await store.send(1)
      }
      await store.finish()
      #expect(store.state == ["a"])
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `late feedback that the test does not receive is a warning`() async {
    let gate = Latch()
    let failures = await recordingReports {
      let store = Self.store(gate, ["a", "a"])
      await store.send(0)
      await store.receive("a", timeout: .zero)
      gate.open()
      await store.finish()
    }
    #expect(failures.kinds == [.timedOut, .unhandledFeedback])
    #expect(failures.last?.headline.hasPrefix("The test does not assert 2 events before the end of the test.") == true)
  }

  @Test func `late outputs are accepted`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = Self.store(gate, ["out 1", "out 2"])
      await store.send(0)
      await store.receiveOutput("out 1", timeout: .zero)
      gate.open()
      await store.receive("out 1") { $0 = ["out 1"] }
      await store.receive("out 2") { $0 = ["out 1", "out 2"] }
      await store.receiveOutput("out 2")
      await store.finish()
    }
    #expect(failures.kinds == [.timedOut])
  }
}
