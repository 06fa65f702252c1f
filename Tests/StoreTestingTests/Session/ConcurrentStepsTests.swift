import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Tasks of one test that call the same store.
@Suite struct ConcurrentStepsTests {
  /// A store that two tasks share.
  ///
  /// Safety: each case runs its tasks on the main actor.
  private struct Shared: @unchecked Sendable {
    let store: TestStore<Runner>
  }

  private static func makeStore() -> Shared {
    Shared(
      store: TestStore(initialState: Runner.State()) {
        Runner { send in
          await Turns.pass(200)
          await send("done")
        }
      }
    )
  }

  private enum Turns {
    /// Lets other work run, outside of the store's control.
    static func pass(_ count: Int) async { for _ in 0..<count { await Task.detached { @MainActor in }.value } }
  }

  @MainActor
  @Test func `a step of a second task is reported at its line, and both tasks continue`() async {
    let failures = await recordingFailures {
      let shared = Self.makeStore()
      let first = Task { @MainActor in
        await shared.store.send(.go)
        await shared.store.receive("done") { $0.log = ["done"] }
      }
      let second = Task { @MainActor in
        // Had it an effect, the first task would receive nothing.
        await shared.store.send(.stop)  // Fails: misuse
        await shared.store.receive("never")
      }
      await first.value
      await second.value
      #expect(shared.store.state.log == ["done"])
      await shared.store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline == "The test called 'send' while a step of another task was running in the same store."
    )
  }

  @MainActor
  @Test func `a call after the end of the store is reported as such in each task`() async {
    let reports = await recordingReports {
      let shared = Self.makeStore()
      await shared.store.finish()
      await shared.store.receive("never")
      await Task { @MainActor in await shared.store.receive("never") }.value
    }
    #expect(reports.kinds == [.usedAfterEnd, .usedAfterEnd])
  }

  @MainActor
  @Test func `a clock that a second task advances during a step is reported`() async {
    let failures = await recordingFailures {
      let shared = Self.makeStore()
      let first = Task { @MainActor in
        await shared.store.send(.go)
        await shared.store.receive("done") { $0.log = ["done"] }
      }
      let second = Task { @MainActor in
        await shared.store.clock.advance(by: .seconds(1))  // Fails: misuse
      }
      await first.value
      await second.value
      #expect(shared.store.clock.now.offset == .zero)
      await shared.store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
