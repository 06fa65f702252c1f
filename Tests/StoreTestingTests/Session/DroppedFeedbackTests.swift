import StoreCore
import StoreRuntime
import TestSupport
import Testing

@testable import StoreTesting

/// A search whose results have two names.
private enum Reply: Equatable, Sendable {
  case loaded([String])
  case failed
}

/// What a failure says of feedback that the store has dropped.
@Suite struct DroppedFeedbackTests {
  /// Replies that the store drops at 400 ms and at 800 ms, the reply that the test then expects, and the text of its
  /// failure.
  private static let drops: [(Reply, Reply, Reply, String?)] = [
    // The newest of equal ones.
    (.loaded(["a"]), .loaded(["a"]), .loaded(["a"]), "search sent it at 800 ms."),
    // The expected one before a newer one.
    (.loaded(["a"]), .failed, .loaded(["a"]), "search sent it at 400 ms."),
    // The newest one of the same case.
    (.loaded(["a"]), .loaded(["b"]), .loaded(["c"]), #"search sent .loaded(["b"]) at 800 ms."#),
    (.loaded(["a"]), .failed, .loaded(["c"]), #"search sent .loaded(["a"]) at 400 ms."#),
    // None of the same case.
    (.failed, .failed, .loaded(["c"]), nil),
  ]

  /// Returns the failures of a store that drops two replies, and then receives.
  private func failures(
    dropping first: Reply,
    _ second: Reply,
    _ receive: (TestStore<Machine<Int, Reply?, Reply, Never>>) async -> Void
  ) async -> [TestFailure] {
    await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Reply?, Reply, Never> { message, _ in
          guard case .input(let input) = message else { return .none }
          guard let reply = input else { return .cancel(id: "work") }
          return .run("search") { send in
            try? await sleep(for: .seconds(1))
            await send(reply)
          }
          .cancellable(id: "work")
        }
      }
      for reply in [first, second] {
        await store.send(reply)
        await store.clock.advance(by: .milliseconds(400))
        await store.send(nil)
      }
      await receive(store)
      await store.finish()
    }
  }

  @Test(arguments: drops)
  fileprivate func `the newest dropped feedback that is like the expected one is named`(
    first: Reply,
    second: Reply,
    expected: Reply,
    text: String?
  ) async {
    let failures = await failures(dropping: first, second) { await $0.receive(expected) }
    #expect(failures.kinds == [.missingFeedback])
    #expect(failures.first?.details.hasPrefix(text ?? "No effect is running") == true)
  }

  @Test func `a dropped feedback is no reason why one that a condition describes is missing`() async {
    let failures = await failures(dropping: .failed, .failed) { await $0.receive(where: { $0 != .failed }) }
    #expect(failures.kinds == [.missingFeedback])
    #expect(failures.first?.details.hasPrefix("No effect is running") == true)
  }

  @Test func `a feedback that another thread sends before its effect is cancelled is named as dropped`() async {
    let latch = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await Task { @MainActor in
            await latch.wait()
            await send("late")
          }
          .value
        }
      }
      await store.send(.go)
      latch.open()
      while store.session.environment.executor.isEmpty { await Task.yield() }
      await store.send(.stop)
      await store.receive("late")  // Fails: missingFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("The store dropped it, because that effect had been cancelled") == true)
  }
}
