import Dispatch
import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// Carries a store to another task, which is the last to hold it.
private final class Carrier: @unchecked Sendable {
  var store: TestStore<Catalog>?
}

@Suite struct FailureSinkTests {
  @Test func `recorded failures are returned in order and not reported, and an error of the code is rethrown`() async {
    struct Broken: Error {}
    let failures = await recordingFailures {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      await store.send(.nothing) { _ in }
      let other = TestStore(initialState: Catalog.State()) { Catalog() }
      await other.send(.open("a"))
      await other.finish()
    }
    #expect(failures.kinds == [.missingStateChange, .unhandledOutput])
    await #expect(throws: Broken.self) { _ = try await recordingFailures { throw Broken() } }
    #expect(await recordingFailures {}.isEmpty)
  }

  @Test func `warnings are returned with the failures only on request`() async {
    func skip() async {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.open("a"))
      await store.finish()
    }
    #expect(await recordingFailures { await skip() }.isEmpty)
    #expect(await recordingReports { await skip() }.kinds == [.skippedAssertion])
  }

  @Test(arguments: repetitions(100))
  func `parallel recordings have separate failures`(copy: Int) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("\(copy)") } }
      await store.send(.go)
      await store.receive("x")
      await store.finish()
    }
    #expect(failures.map(\.headline) == ["The store received \"\(copy)\" where the test expects \"x\"."])
  }

  @Test func `failures of an effect reach the recording even from a detached task`() async {
    struct Broken: Error {}
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in try await Task.detached { throw Broken() }.value }
      }
      await store.send(.go)  // Fails: effectThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The effect work threw an error that nothing handles: Broken()")
    #expect(failures.first?.details.hasPrefix("It was made at Runner.swift:") == true)
  }

  @Test(.accelerated)
  func `an endpoint that a detached task of an effect reaches belongs to the store, too`() async {
    let endpoint: @Sendable () -> Int = unimplemented("Client.load", placeholder: 0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in await Task.detached { _ = endpoint() }.value }
      }
      await store.send(.go)  // Fails: unimplementedDependency
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an endpoint that a plain thread reaches belongs to the store, if the thread captured the dependencies`()
    async
  {
    let endpoint: @Sendable () -> Int = unimplemented("Client.load", placeholder: 0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          // The effect waits on its own thread, so the call is always made during the step.
          withEscapedDependencies { dependencies in
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
              dependencies.yield { _ = endpoint() }
              isDone.signal()
            }
            isDone.wait()
          }
        }
      }
      await store.send(.go)  // Fails: unimplementedDependency
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a failure is described by place, kind and text`() async throws {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      await store.send(.nothing) { _ in }  // Here
      await store.finish()
    }
    let failure = try #require(failures.first)
    let line = markedLine()
    #expect(failure.text == "\(failure.headline)\n\n\(failure.details)")
    #expect(failure.lastEvents == "0 s  → input    .nothing   at FailureSinkTests.swift:\(line)")
    let report = "\(failure.text)\n\nThe last events:\n\n    \(failure.lastEvents)"
    #expect("\(failure)" == "\(#fileID):\(line): failure (missingStateChange): \(report)")
  }

  @Test func `a failure without a recording is an issue of the test at its own line`() async {
    let line = markedLine()
    await withKnownIssue {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      await store.send(.nothing) { _ in }  // Here
      await store.finish()
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
        && issue.comments.first?.rawValue.hasPrefix("The test asserts a change on .nothing, but neither") == true
    }
  }

  @Test func `a failure on another thread is an issue of the test that made the store`() async {
    let gate = Latch()
    await withKnownIssue {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await Task.detached {
            await gate.wait()
            await send("a")
          }.value
        }
      }
      store.timeout = .seconds(60)
      await store.send(.go)
      Task.detached { gate.open() }
      await store.finish()
    } matching: {
      $0.comments.first?.rawValue.hasPrefix("The test does not assert feedback \"a\"") == true
    }
  }

  @Test func `a late failure from a detached task is an issue of the test that made the store`() async {
    await withKnownIssue {
      let callbacks = Recorder<@Sendable () -> Void>()
      let store = TestStore(initialState: Runner.State()) { Runner { _ in callbacks.record(lateCallback()) } }
      await store.send(.go)
      await store.receiveEffect("work")
      await store.finish()
      await Task.detached { callbacks.values.first?() }.value
    } matching: {
      $0.comments.first?.rawValue.contains("store had ended") == true
    }
  }

  /// Returns a callback that reads a dependency of the running effect.
  private func lateCallback() -> @Sendable () -> Void {
    withEscapedDependencies { dependencies in { dependencies.yield { _ = DependencyValues.current.calendar } } }
  }

  @Test func `a store that is released by a detached task still reports to the test that made it`() async {
    let carrier = Carrier()
    await withKnownIssue {
      carrier.store = TestStore(initialState: Catalog.State()) { Catalog() }
      await carrier.store?.send(.open("a"))
      await Task.detached { carrier.store = nil }.value
    } matching: {
      $0.comments.first?.rawValue.hasPrefix(
        "The test does not assert output .opened(\"a\"), before the release of the store"
      )
        == true
    }
  }
}
