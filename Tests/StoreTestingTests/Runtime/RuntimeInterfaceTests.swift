import TestSupport
import Testing

@testable import StoreRuntime

/// What the runtime tells of tasks.
@Suite struct RuntimeInterfaceTests {
  @Test func `only the accelerator moves tasks and sees child tasks`() {
    let known = [Runtime.movesTasks, Runtime.seesChildTasks]
    #expect(known == [Runtime.isAccelerated, Runtime.isAccelerated])
  }

  @Test func `a later task at the address of an earlier one is another task`() {
    let (earlier, later) = (TaskReference(identity: 1, number: 1), TaskReference(identity: 1, number: 2))
    #expect(earlier != later)
  }

  @Test func `no task holds an unknown one, and an unknown one holds none`() {
    let task = TaskReference(identity: 1, number: 1)
    let isHeld = [Runtime.isHeld(nil, by: task), Runtime.isHeld(task, by: nil)]
    #expect(isHeld == [false, false])
  }

  @Test func `the portable runtime reads the number of a task from the text of its job`() throws {
    let executor = ManualExecutor()
    let task = executor.start {}
    let job = try #require(executor.newest)
    let digits = String(describing: job).filter { "0123456789".contains($0) }
    let number = PortableRuntime().task(of: job)?.number
    #expect(number == (UInt64(digits) ?? 0))
    #expect(PortableRuntime.namesTasks == !digits.isEmpty)
    executor.run()
    withExtendedLifetime(task) {}
  }

  @Test func `a gate of a trial doesn't suspend tasks after it has opened`() {
    let (executor, gate, passed) = (ManualExecutor(), TrialGate(), Recorder<Bool>())
    gate.open()
    _ = executor.start {
      await gate.wait()
      passed.record(true)
    }
    executor.run()
    #expect(passed.values == [true])
  }
}
