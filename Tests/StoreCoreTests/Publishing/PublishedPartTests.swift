import Testing

@testable import StoreCore

@Suite struct PublishedPartTests {
  /// Adds parts without another owner, so that they are released at once.
  private func addReleased(_ count: Int, to publisher: StatePublisher<Int>) {
    for _ in 0..<count { publisher.add(StatePart(0) { $0 }) }
  }

  @Test func `released parts are removed in batches, and not searched for at each addition`() {
    let publisher = StatePublisher<Int>()
    addReleased(3, to: publisher)
    #expect(publisher.partCount == 3)
    addReleased(1_000, to: publisher)
    #expect(publisher.partCount <= 16)
  }

  @Test func `released parts never outnumber retained ones`() {
    let publisher = StatePublisher<Int>()
    let parts = (0..<100).map { _ in StatePart<Int, Int>(0) { $0 } }
    for part in parts { publisher.add(part) }
    addReleased(1_000, to: publisher)
    #expect(publisher.partCount <= 200)
    #expect(publisher.partChanges(from: 0, to: 1).count == parts.count)
    #expect(publisher.partCount == parts.count)
  }
}
