import Testing

@testable import StoreExploration

@Suite struct ActiveTimeTests {
  @Test func `time in which several activities run counts once, and time between them does not count`() {
    let start = ContinuousClock.now
    var time = ActiveTime()
    for (second, begins) in [(0, true), (1, true), (3, false), (4, false), (10, true), (12, false)] {
      let instant = start + .seconds(second)
      if begins { time.begin(at: instant) } else { time.end(at: instant) }
    }
    #expect(time.total == .seconds(6))
  }
}
