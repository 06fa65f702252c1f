import TestSupport
import Testing

@testable import StoreTesting

@Suite struct AcceleratedRuntimeTests {
  @Test(.enabled(if: isKnownRuntime && !asksForPortableRuntime))
  func `the runtime trial passes on the runtime for which the accelerator was written`() {
    #expect(Runtime.accelerated != nil)
  }

  @Test(.enabled(if: isKnownRuntime))
  func `the runtime trial gives the same result each time`() throws {
    let symbols = try #require(ConcurrencySymbols())
    for _ in repetitions(100, byDefault: 5) { #expect(RuntimeTrial(symbols).passes) }
  }
}

/// Whether the accelerator was written for this process's runtime.
private let isKnownRuntime: Bool = {
  #if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
    true
  #else
    false
  #endif
}()
