import Foundation
import TestSupport
import Testing

@testable import StoreTesting

@Suite struct RuntimeRequestTests {
  #if os(Linux) || os(macOS)
    @Test func `an unknown runtime is one failure, at the line of the store`() async {
      await #expect(processExitsWith: .success) {
        setenv(Runtime.variable, "fast", 1)
        await Self.expectOneFailure()
      }
    }
  #endif

  @Test(
    arguments: [
      (nil, false, nil), ("", false, nil), ("portable", true, nil), ("accelerated", true, nil),
      ("accelerated", false, .unavailable), ("fast", true, .unknown("fast")),
    ] as [(String?, Bool, Runtime.Refusal?)]
  )
  func `a request that can't be met is refused`(request: String?, isAccelerated: Bool, refusal: Runtime.Refusal?) {
    #expect(Runtime.refusal(of: request, isAccelerated: isAccelerated) == refusal)
  }

  @Test func `the failure says for what the accelerator is`() {
    #expect(
      [Runtime.Refusal.unavailable.headline, Runtime.Refusal.unavailable.advice] == [
        #"STORE_TESTING_RUNTIME is "accelerated", which this process can't use."#,
        "The accelerator is for Swift 6.3 on Linux, on x86-64 and arm64, and for no process in which its trial fails. Without the variable, the portable runtime is used.",
      ]
    )
  }

  @Test func `a store that can't move the tasks of its effects says so once, and the test passes`() async {
    let reports = await recordingReports {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      for _ in 0..<2 { store.session.environment.reportRuntime() }
      await store.finish()
    }
    #expect(reports.map(\.isWarning) == [true])
    #expect(reports.first?.headline.hasPrefix("Other code has replaced the hook by which the store moves") == true)
  }

  /// Performs several steps. It is a function of its own, as all lines of an exit test have the same line number.
  private static func expectOneFailure() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }  // Fails: misuse
      await store.send(.idle)
      await store.send(.idle)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.text == """
        STORE_TESTING_RUNTIME is "fast", which names no runtime.

        Set it to "portable" or "accelerated", or leave it out.
        """
    )
  }
}
