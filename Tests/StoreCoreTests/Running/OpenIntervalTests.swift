import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@Suite struct OpenIntervalTests {
  private let clock = TestClock()

  private func harness() -> RunnerHarness {
    var dependencies = DependencyValues(context: .test, observer: nil)
    dependencies.continuousClock = clock
    return RunnerHarness(dependencies: dependencies)
  }

  private func throttled(_ name: String, id: Int, seconds: Int = 1, latest: Bool = false) -> Step {
    .live(name).throttle(id: id, for: .seconds(seconds), latest: latest)
  }

  @Test func `the intervals that are not over are listed with their remaining times`() async throws {
    let harness = harness()
    for (id, seconds) in [(1, 3), (2, 1), (3, 2)] { harness.send(throttled("\(id)", id: id, seconds: seconds)) }
    #expect(harness.runner.openIntervals == [.seconds(3), .seconds(1), .seconds(2)])
    await clock.advance(by: .seconds(1))
    #expect(harness.runner.openIntervals == [.seconds(2), .seconds(1)])
  }

  @Test func `a new interval of an id replaces the one before`() throws {
    let harness = harness()
    harness.send(throttled("a", id: 1))
    harness.send(throttled("b", id: 1, latest: true))
    try harness.finish("throttle")
    #expect(harness.runner.openIntervals == [.seconds(1)])
  }

  @Test func `any number of intervals last until their ends`() throws {
    let harness = harness()
    for _ in 1...2 {
      for id in 0..<40 { harness.send(throttled("\(id)", id: id)) }
    }
    #expect(harness.running == (0..<40).map { "\($0)" })
  }
}
