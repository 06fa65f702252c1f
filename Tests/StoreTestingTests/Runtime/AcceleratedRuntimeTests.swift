import TestSupport
import Testing

@testable import StoreRuntime
@testable import StoreTesting

#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  @Suite struct AcceleratedRuntimeTests {
    @Test(.enabled(if: !asksForPortableRuntime))
    func `the accelerator is in use on the runtime for which it was written`() {
      #expect(Runtime.isAccelerated)
    }

    @Test func `the runtime trial gives the same result each time`() throws {
      let symbols = try #require(ConcurrencySymbols())
      for _ in repetitions(100, byDefault: 5) { #expect(RuntimeTrial(symbols).passes) }
    }

    @Test(.accelerated)
    func `the runtime knows the resumption points of sleeps after a trial`() {
      let runtime = Runtime.current as? AcceleratedRuntime
      #expect(Set((runtime?.realSleeps.names ?? [:]).values) == ["Task.sleep", "SuspendingClock"])
    }
  }
#else
  @Suite struct AcceleratedRuntimeTests {
    @Test func `an unknown runtime is used by public API alone`() {
      #expect(!Runtime.isAccelerated)
    }
  }
#endif
