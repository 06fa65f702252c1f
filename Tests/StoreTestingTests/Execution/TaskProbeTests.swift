import Testing

@testable import StoreTesting

@Suite struct TaskProbeTests {
  @Test("the runtime's account of a task can be read where that was tried", .enabled(if: TaskProbe.isKnownRuntime))
  func isReliable() {
    #expect(TaskProbe.isReliable)
  }
}
