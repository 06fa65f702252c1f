import Foundation
import TestSupport
import Testing

@testable import StoreTesting

@Suite struct RuntimeRequestTests {
  @Test func `an unknown runtime is one failure, at the line of the store`() async {
    await #expect(processExitsWith: .success) {
      setenv(Runtime.variable, "fast", 1)
      await Self.expectOneFailure()
    }
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
