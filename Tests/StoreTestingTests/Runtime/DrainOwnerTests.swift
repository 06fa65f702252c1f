import Foundation
import Testing

@testable import StoreRuntime
@testable import StoreTesting

@Suite struct DrainOwnerTests {
  @Test func `the drain owner names its executor until the last nested drain ends, and doesn't retain it`() {
    let executor = TestExecutor()
    let owner = executor.drainOwner
    #expect(owner.executor == nil)
    #expect(owner.begin(executor))
    #expect(owner.begin(executor))
    owner.end()
    #expect(owner.executor === executor)
    #expect(owner.threadTime != nil)
    owner.end()
    #expect(owner.executor == nil)
    #expect(owner.threadTime == nil)
  }

  @Test func `another thread can drain an executor only after the first has finished`() {
    let executor = TestExecutor()
    #expect(executor.drainOwner.begin(executor))
    #expect(beginElsewhere(executor) == false)
    executor.drainOwner.end()
    #expect(beginElsewhere(executor))
  }
}

/// Begins to drain an executor on a thread of its own, while the caller's waits.
private func beginElsewhere(_ executor: TestExecutor) -> Bool {
  let semaphore = DispatchSemaphore(value: 0)
  // Safety: the thread writes the value before it signals its end, and the test reads it after that.
  nonisolated(unsafe) var isLetIn = false
  Thread.detachNewThread {
    isLetIn = executor.drainOwner.begin(executor)
    // The executor must not be retained after its drain.
    if isLetIn { executor.drainOwner.end() }
    semaphore.signal()
  }
  semaphore.wait()
  return isLetIn
}
