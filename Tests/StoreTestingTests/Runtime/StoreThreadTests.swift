import Dispatch
import TestSupport
import Testing

@testable import StoreTesting

/// The threads that run a store, and those of other stores.
@Suite(.timeLimit(.minutes(15))) struct StoreThreadTests {
  private static func makeStore() -> TestStore<Runner> { TestStore(initialState: Runner.State()) { Runner() } }

  /// Whether the current thread counts as that of a store's test while it drains a queue.
  private static func isOnThread(of store: TestEnvironment, draining executor: TestExecutor) -> Bool? {
    let seen = Recorder<Bool>()
    _ = executor.post { seen.record(store.isOnThreadOfTest) }
    executor.runItems()
    return seen.values.first
  }

  @Test func `a thread that drains a queue is a test's own if the test's task owns the queue`() async {
    let stores = [Self.makeStore(), Self.makeStore()]
    let (store, companion) = (stores[0].session.environment, stores[1].session.environment)
    #expect(store.isOnThreadOfTest)
    #expect(Self.isOnThread(of: store, draining: store.executor) == true)
    #expect(Self.isOnThread(of: store, draining: companion.executor) == true)
    #expect(Self.isOnThread(of: store, draining: TestExecutor()) == false)
    let isOther = await Task {
      let other = Self.makeStore()
      return Self.isOnThread(of: store, draining: other.session.environment.executor)
    }.value
    #expect(isOther == false)
    for store in stores { await store.finish() }
  }

  @Test func `an event of one store wakes the test that waits at another one`() async {
    let stores = [Self.makeStore(), Self.makeStore()]
    stores[0].session.environment.wakeCompanions()
    let wake = await stores[1].session.environment.executor.waitForWork(WaitBudget(.seconds(1)))
    #expect(wake == .work)
    for store in stores { await store.finish() }
  }

  /// Blocks the thread, which asynchronous code must not do.
  private static func block(_ semaphore: DispatchSemaphore) { semaphore.wait() }

  @Test func `a step fails while another thread runs the effects of its store`() async {
    let failures = await recordingFailures {
      let store = Self.makeStore()
      let executor = store.session.environment.executor
      let (started, ended, end) = (Latch(), Latch(), DispatchSemaphore(value: 0))
      _ = executor.post {
        started.open()
        Self.block(end)
      }
      DispatchQueue.global().async {
        executor.runItems()
        ended.open()
      }
      await started.wait()
      await store.send(.idle)  // Fails: misuse
      end.signal()
      await ended.wait()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "Another task runs the effects of this store at the same time.")
  }
}
