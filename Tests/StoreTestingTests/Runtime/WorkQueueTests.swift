import TestSupport
import Testing

@testable import StoreRuntime

/// The items of a queue, and their order.
@Suite struct WorkQueueTests {
  @Test func `a queue knows the task whose job runs next, but nothing of a call`() {
    let executor = TestExecutor()
    _ = executor.post {}
    _ = Task(executorPreference: executor) {}
    let seen = (0..<3).map { _ -> Bool? in
      defer { executor.runItems(budget: 1) }
      return executor.nextJob?.isOfActor
    }
    #expect(seen == [nil, false, nil])
  }

  @Test func `an item that moves to the front runs before older ones`() {
    let (executor, ran) = (TestExecutor(), Recorder<Int>())
    for number in 0..<4 { _ = executor.post { ran.record(number) } }
    executor.runItems(budget: 1)
    executor.moveToFront(1)
    executor.runItems()
    #expect(ran.values == [0, 2, 1, 3])
  }

  @Test(arguments: [false, true], [0, 1])
  func `a queue that closes or discards its items is empty, and runs none of them`(discards: Bool, before: Int) {
    let (executor, ran) = (TestExecutor(), Recorder<Int>())
    for number in 0..<3 { _ = executor.post { ran.record(number) } }
    executor.runItems(budget: before)
    if discards { executor.discard() } else { executor.close() }
    let isEmpty = executor.isEmpty
    executor.runItems()
    #expect(isEmpty)
    #expect(ran.values == Array(0..<before))
  }

  @Test func `an item yields once it has done a hundred pieces of work`() {
    let executor = TestExecutor()
    #expect((1...101).map { _ in executor.countWork() } == Array(repeating: false, count: 99) + [true, true])
  }
}
