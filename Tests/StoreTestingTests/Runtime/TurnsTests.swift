import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime

/// How long a step yields to work that it can't see.
@Suite(.timeLimit(.minutes(15))) struct TurnsTests {
  @Test(arguments: [(false, true, 1), (true, true, 1), (false, false, 2), (true, false, 8)])
  func `a step yields more often if it has run work, and only once if nothing can arrive`(
    hasRun: Bool,
    isProved: Bool,
    rounds: Int
  ) async {
    let executor = TestExecutor()
    var turns = Turns()
    for _ in 0..<2 {
      var count = 0
      while turns.isLeft(hasRun: hasRun, isProved: isProved) {
        await turns.give(executor)
        count += 1
      }
      #expect(count == rounds)
      turns.restart()
    }
  }

  @Test(arguments: [(false, 60_000, 10), (true, 60, 3), (true, 60_000, 50)])
  func `a step waits briefly as often as the time for its tasks allows`(
    isRunnable: Bool,
    milliseconds: Int,
    waits: Int
  ) async {
    let executor = TestExecutor()
    let timeout: Duration = .milliseconds(milliseconds)
    var turns = Turns()
    var count = -1
    // The work has arrived before each wait, so no time passes.
    repeat {
      executor.wakeTest()
      count += 1
    } while await turns.waitBriefly(executor, isRunnable: isRunnable, timeout: timeout)
    #expect(count == waits)
  }

  @Test func `a cancelled test doesn't wait again`() async {
    let waitsAgain = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var turns = Turns()
      return await turns.waitBriefly(TestExecutor(), isRunnable: true, timeout: .seconds(1))
    }.value
    #expect(!waitsAgain)
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
    /// The tasks of the pool are counted in a process of its own, as other tests make tasks, too.
    @Test(.accelerated)
    func `a step waits for an item that blocks another test's queue, but only once`() async {
      await #expect(processExitsWith: .success) { await Self.expectOneWait() }
    }

    private static func expectOneWait() async {
      // The hook counts the tasks, and is set when it is first asked for.
      #expect(Runtime.movesTasks)
      let (executor, other) = (TestExecutor(), TestExecutor())
      let (started, ended, end) = (Latch(), Latch(), DispatchSemaphore(value: 0))
      _ = other.post {
        started.open()
        end.wait()
      }
      DispatchQueue.global().async {
        other.runItems()
        ended.open()
      }
      await started.wait()
      var turns = Turns()
      var tasks: [UInt64] = []
      for _ in 0..<2 {
        let before = MovedTasks.newest.load(ordering: .relaxed)
        await turns.give(executor)
        tasks.append(MovedTasks.newest.load(ordering: .relaxed) - before)
      }
      end.signal()
      await ended.wait()
      // Each pass through the pool is a task.
      #expect(tasks[0] >= 1_000)
      #expect(tasks[1] < 1_000)
    }
  #endif
}
