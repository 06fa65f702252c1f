import Testing

@testable import StoreRuntime

/// The table of moved tasks. The numbers are greater than those of real tasks.
@Suite struct MovedTasksTests {
  @Test func `a claimed task belongs to its owner until the executor is released`() {
    let number = UInt64.max - 1
    func claim() {
      let owner = FakeOwner()
      MovedTasks.claim(number, for: owner)
      let executor = MovedTasks.move(of: number)?.executor
      #expect(executor === owner.executor)
    }
    claim()
    let isKnown = MovedTasks.move(of: number) != nil
    #expect(!isKnown)
  }

  @Test func `a task that two executors claim stays with the newer one when the other is released`() {
    let number = UInt64.max - 2
    let newer = FakeOwner()
    func claimTwice() {
      let older = FakeOwner()
      MovedTasks.claim(number, for: older)
      MovedTasks.claim(number, for: newer)
    }
    claimTwice()
    let executor = MovedTasks.move(of: number)?.executor
    #expect(executor === newer.executor)
  }

  @Test func `an executor moves a task once`() {
    let number = UInt64.max - 3
    let owner = FakeOwner()
    let results = (0..<2).map { _ in
      MovedTasks.add(number, MovedTasks.Move(executor: owner.executor, owner: owner, identity: owner.identity))
    }
    #expect(results == [true, false])
  }
}
