import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@Suite struct ThrottleTableTests {
  /// The clock of the engine.
  private let clock = TestClock()

  /// Makes an engine with the clock.
  private func bench() -> Bench {
    var dependencies = DependencyValues(context: .test, observer: nil)
    dependencies.continuousClock = clock
    return Bench(dependencies: dependencies)
  }

  /// An effect that is throttled by a second.
  private func throttled(_ name: String, id: Int = 1, latest: Bool = true) -> Step {
    .live(name).throttle(id: id, for: .seconds(1), latest: latest)
  }

  @Test("the interval belongs to the id")
  func identifiers() throws {
    let bench = bench()
    bench.send(throttled("a", id: 1, latest: false))
    bench.send(throttled("b", id: 2, latest: false))
    bench.send(throttled("c", id: 1, latest: false))
    #expect(bench.running == ["a", "b"])
  }

  @Test("the interval is over at its end, and not a moment before")
  func end() async throws {
    let bench = bench()
    bench.send(throttled("a", latest: false))
    await clock.advance(by: .milliseconds(999))
    bench.send(throttled("b", latest: false))
    await clock.advance(by: .milliseconds(1))
    bench.send(throttled("c", latest: false))
    #expect(bench.running == ["a", "c"])
  }

  @Test("an effect that waits for the interval's end gives way to a later one")
  func waiting() throws {
    let bench = bench()
    for name in ["a", "b", "c"] { bench.send(throttled(name)) }
    #expect(bench.events.count { $0 == "cancelled throttle" } == 1)
    try bench.finish("throttle")
    #expect(bench.running.contains("c"))
    #expect(!bench.running.contains("b"))
  }

  @Test(
    "an effect at the end of an interval replaces the waiting one, so that one starts",
    arguments: [true, false]
  )
  func deadline(latest: Bool) async throws {
    let bench = bench()
    bench.send(throttled("a"))
    bench.send(throttled("b"))
    await clock.advance(by: .seconds(1))
    bench.send(throttled("c", latest: latest))
    #expect(try bench.isTaskCancelled("throttle"))
    try bench.finish("throttle")
    #expect(bench.running == ["a", "c"])
  }

  @Test("an effect that starts late opens an interval of its own")
  func lateInterval() async throws {
    let bench = bench()
    bench.send(throttled("a"))
    bench.send(throttled("b"))
    await clock.advance(by: .seconds(1))
    try bench.finish("throttle")
    #expect(bench.running == ["a", "b"])
    await clock.advance(by: .milliseconds(999))
    bench.send(throttled("c", latest: false))
    #expect(bench.running == ["a", "b"])
  }

  @Test("an interval of zero holds nothing back")
  func zero() throws {
    let bench = bench()
    for name in ["a", "b"] { bench.send(.live(name).throttle(id: 1, for: .zero, latest: false)) }
    #expect(bench.running == ["a", "b"])
  }
}
