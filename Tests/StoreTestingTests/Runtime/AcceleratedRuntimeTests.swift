import TestSupport
import Testing

@testable import StoreTesting

@Suite struct AcceleratedRuntimeTests {
  @Test(.enabled(if: isKnownRuntime && !asksForPortableRuntime))
  func `the trial passes with the runtime for which the accelerator was written`() {
    #expect(Runtime.accelerated != nil)
  }

  @Test(.enabled(if: isKnownRuntime))
  func `the trial gives the same answer again and again`() throws {
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
