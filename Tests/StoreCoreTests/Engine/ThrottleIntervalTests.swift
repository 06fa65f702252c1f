import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@Suite struct ThrottleIntervalTests {
  private let clock = TestClock()

  private func harness() -> RunnerHarness {
    var dependencies = DependencyValues(context: .test, observer: nil)
    dependencies.continuousClock = clock
    return RunnerHarness(dependencies: dependencies)
  }

  /// Returns an effect that is throttled by a second.
  private func throttled(_ name: String, id: Int = 1, latest: Bool = true) -> Step {
    .live(name).throttle(id: id, for: .seconds(1), latest: latest)
  }

  @Test func `each id has its own interval`() throws {
    let harness = harness()
    harness.send(throttled("a", id: 1, latest: false))
    harness.send(throttled("b", id: 2, latest: false))
    harness.send(throttled("c", id: 1, latest: false))
    #expect(harness.running == ["a", "b"])
  }

  @Test func `an interval ends at its end, and no earlier`() async throws {
    let harness = harness()
    harness.send(throttled("a", latest: false))
    await clock.advance(by: .milliseconds(999))
    harness.send(throttled("b", latest: false))
    await clock.advance(by: .milliseconds(1))
    harness.send(throttled("c", latest: false))
    #expect(harness.running == ["a", "c"])
  }

  @Test func `a later effect replaces the effect that waits for the interval's end`() throws {
    let harness = harness()
    for name in ["a", "b", "c"] { harness.send(throttled(name)) }
    #expect(harness.events.count { $0 == "cancelled throttle" } == 1)
    try harness.finish("throttle")
    #expect(harness.running.contains("c"))
    #expect(!harness.running.contains("b"))
  }

  @Test(arguments: [true, false])
  func `an effect at the end of an interval replaces the waiting one, and starts alone`(latest: Bool) async throws {
    let harness = harness()
    harness.send(throttled("a"))
    harness.send(throttled("b"))
    await clock.advance(by: .seconds(1))
    harness.send(throttled("c", latest: latest))
    #expect(try harness.isTaskCancelled("throttle"))
    try harness.finish("throttle")
    #expect(harness.running == ["a", "c"])
  }

  @Test func `an effect that starts late opens a new interval`() async throws {
    let harness = harness()
    harness.send(throttled("a"))
    harness.send(throttled("b"))
    await clock.advance(by: .seconds(1))
    try harness.finish("throttle")
    #expect(harness.running == ["a", "b"])
    await clock.advance(by: .milliseconds(999))
    harness.send(throttled("c", latest: false))
    #expect(harness.running == ["a", "b"])
  }

  @Test func `an interval of zero delays nothing`() throws {
    let harness = harness()
    for name in ["a", "b"] { harness.send(.live(name).throttle(id: 1, for: .zero, latest: false)) }
    #expect(harness.running == ["a", "b"])
  }
}
