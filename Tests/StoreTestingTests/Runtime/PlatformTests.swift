import Testing

@testable import StoreRuntime

@Suite struct PlatformTests {
  @Test func `each slot of a thread has its own value`() {
    let (first, second) = (ThreadSlot(), ThreadSlot())
    let value = UnsafeMutableRawPointer(bitPattern: 16)
    first.value = value
    #expect(first.value == value)
    #expect(second.value == nil)
    first.value = nil
    #expect(first.value == nil)
  }

  @Test func `the processor time of a thread grows while it computes`() {
    let thread = currentThread()
    let start = processorTime(ofThread: thread)
    var rounds = 0
    while processorTime(ofThread: thread) == start, rounds < 1_000_000 { rounds += 1 }
    #expect(start > 0)
    #expect(processorTime(ofThread: thread) > start)
  }
}
