import Testing

@testable import StoreTesting

@Suite struct TaskProbeTests {
  @Test("the runtime's account of a task can be read on this platform")
  func isReliable() {
    #expect(TaskProbe.isReliable)
  }
}
