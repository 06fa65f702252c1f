import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// From which state, and with which events, a test goes on after a mistake.
@Suite struct ContinuationTests {
  /// A store that adds its inputs. The input 0 sends the feedback 1, which emits an output.
  private func makeStore() -> TestStore<Machine<Int, Int, Int, String>> {
    TestStore(initialState: 0) {
      Machine { message, sum in
        switch message {
        case .input(0): return .feedback(1)
        case .input(let number):
          sum += number
          return .none
        case .feedback(let number):
          sum += number
          return .output("said")
        }
      }
    }
  }

  @Test(arguments: [("said", TestFailure.Kind.unhandledFeedback), ("shouted", .unexpectedOutput)])
  func `a test that receives an output before its feedback goes on from the newest state`(
    output: String,
    kind: TestFailure.Kind
  ) async {
    let reports = await recordingReports {
      let store = makeStore()
      await store.send(0)
      await store.receiveOutput(output)
      await store.send(1) { $0 += 1 }
      await store.finish()
    }
    #expect(reports.kinds == [kind])
  }

  @Test func `a test that leaves one of equal feedbacks out goes on behind the one that it describes`() async {
    let reports = await recordingReports {
      let store = TestStore(initialState: Runner.State()) { Runner { send in for _ in 1...3 { await send("a") } } }
      await store.send(.go)
      await store.receive("a") { $0.log = ["a", "a"] }  // Fails: unhandledFeedback
      await store.receive("a") { $0.log.append("a") }
      await store.finish()
    }
    #expect(reports.locations == markedFailures())
  }

  @Test func `of several feedbacks before the expected one, the failure names the first`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in for text in ["a", "b", "c"] { await send(text) } }
      }
      await store.send(.go)
      await store.receive("c") { $0.log = ["a", "b", "c"] }  // Fails: unexpectedFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix(#"The store received "a" where"#) == true)
  }

  @Test func `of several outputs before the expected one, the failure names the first`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, String> { _, _ in .merge(.output("a"), .output("b"), .output("c")) }
      }
      await store.send(0)
      await store.receiveOutput("c")  // Fails: unexpectedOutput
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.hasPrefix(#"The feature emitted the output "a" where"#) == true)
  }

  @Test func `a test that discards what happened goes on from the newest state`() async {
    let store = makeStore()
    await store.send(0)
    store.session.discardUnasserted()
    await store.send(1) { $0 += 1 }
    await store.finish()
  }
}
