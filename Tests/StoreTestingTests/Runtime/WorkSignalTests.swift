import TestSupport
import Testing

@testable import StoreRuntime

/// What wakes a test that waits for work.
@Suite(.timeLimit(.minutes(15))) struct WorkSignalTests {
  /// The owner of an executor, which notes when the tests at other executors are woken.
  private final class Companion: ExecutorOwner {
    let wakes = Recorder<Bool>()

    func willEnqueue(_ job: UnownedJob, of owner: (any TaskOwner)?, isPreferred: Bool) {}

    func wakeCompanions() { wakes.record(true) }

    func threadIsBlocked(by task: UInt64, hasMore: Bool) {}
  }

  @Test(arguments: [false, true])
  func `an event outside of a queue wakes the tests at other queues if it has companions`(hasCompanions: Bool) {
    let (executor, companion) = (TestExecutor(), Companion())
    executor.setOwner(companion)
    executor.hasCompanions = hasCompanions
    executor.wakeTest()
    _ = executor.post { executor.wakeTest() }
    let outside = companion.wakes.values.count
    executor.runItems()
    #expect(outside == (hasCompanions ? 2 : 0))
    #expect(companion.wakes.values.count == outside)
  }

  @Test func `each task that waits for a signal wakes for a reason of its own`() {
    let (executor, signal, wakes) = (TestExecutor(), WorkSignal(), Recorder<String>())
    let tasks = (0..<2).map { number in
      Task(executorPreference: executor) {
        let wake = await signal.wait(WaitBudget(.seconds(60)))
        wakes.record("\(number): \(wake)")
      }
    }
    #expect(!signal.isAwaited)
    executor.runItems()
    #expect(signal.isAwaited)
    tasks[0].cancel()
    executor.runItems()
    #expect(wakes.values == ["0: cancelled"])
    signal.send()
    executor.runItems()
    #expect(wakes.values == ["0: cancelled", "1: work"])
    #expect(!signal.isAwaited)
  }

  @Test(arguments: [false, true])
  func `a test that yields for work without any wakes at the end of its turns`(hasWork: Bool) async {
    let executor = TestExecutor()
    if hasWork { _ = executor.post {} }
    let wake = await executor.yieldForWork()
    let expected: WorkSignal.Wake = hasWork ? .work : .timedOut
    #expect(wake == expected)
  }

  @MainActor
  @Test func `work on the main actor arrives while a test yields for it`() async {
    let executor = TestExecutor()
    Task { @MainActor in _ = executor.post {} }
    let wake = await executor.yieldForWork()
    #expect(wake == .work)
  }

  @Test func `a cancelled test doesn't yield for work`() async {
    let wake = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await TestExecutor().yieldForWork()
    }.value
    #expect(wake == .cancelled)
  }
}
