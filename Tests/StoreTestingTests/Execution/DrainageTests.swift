import Foundation
import Testing

@testable import StoreTesting

@Suite struct DrainageTests {
  @Test("an executor is named while it is drained, however often that is begun, and not kept for longer")
  func naming() {
    let executor = TestExecutor()
    let drainage = executor.drainage
    #expect(drainage.executor == nil)
    #expect(drainage.begin(executor))
    #expect(drainage.begin(executor))
    drainage.end()
    #expect(drainage.executor === executor)
    #expect(drainage.threadTime != nil)
    drainage.end()
    #expect(drainage.executor == nil)
    #expect(drainage.threadTime == nil)
  }

  @Test("another thread is not let in before the first is through")
  func threads() {
    let executor = TestExecutor()
    #expect(executor.drainage.begin(executor))
    #expect(beginElsewhere(executor) == false)
    executor.drainage.end()
    #expect(beginElsewhere(executor))
  }
}

/// Begins to drain an executor on a thread of its own, while the caller's waits.
private func beginElsewhere(_ executor: TestExecutor) -> Bool {
  let semaphore = DispatchSemaphore(value: 0)
  // It is unsafe because the thread writes it, and safe because it is read when the thread has said that it is through.
  nonisolated(unsafe) var isLetIn = false
  Thread.detachNewThread {
    isLetIn = executor.drainage.begin(executor)
    // Nobody may be named who is gone.
    if isLetIn { executor.drainage.end() }
    semaphore.signal()
  }
  semaphore.wait()
  return isLetIn
}
