import Foundation
import Testing

@testable import StoreTesting

/// How the environment of a process requests that it writes files.
@Suite struct AcceptanceModeTests {
  @Test(
    arguments: [
      ([:], .off), (["STORE_TESTING_ACCEPT": ""], .off), (["STORE_TESTING_ACCEPT": "0"], .off),
      (["STORE_TESTING_ACCEPT": "1"], .write), (["STORE_TESTING_ACCEPT": "diff"], .patch),
      (["STORE_TESTING_ACCEPT": "1", "CI": ""], .write), (["STORE_TESTING_ACCEPT": "1", "CI": "false"], .write),
      (["STORE_TESTING_ACCEPT": "1", "CI": "true"], .forbidden), (["CI": "true"], .off),
    ] as [([String: String], AcceptanceMode)]
  )
  func `the environment requests that tests are changed, unless it is CI`(
    environment: [String: String],
    mode: AcceptanceMode
  ) {
    #expect(AcceptanceMode(in: environment) == mode)
  }

  @Test(
    arguments: [
      ([:], .compare), (["STORE_TESTING_RECORD": ""], .compare), (["STORE_TESTING_RECORD": "0"], .compare),
      (["STORE_TESTING_RECORD": "1"], .record), (["STORE_TESTING_RECORD": "1", "CI": "true"], .forbidden),
    ] as [([String: String], GoldenFileMode)]
  )
  func `the environment requests that texts are written, unless it is CI`(
    environment: [String: String],
    mode: GoldenFileMode
  ) {
    #expect(GoldenFileMode(in: environment) == mode)
  }

  @Test(.enabled(if: AcceptanceMode.requested == .off))
  func `a store contributes to no changes if the environment requests none`() {
    #expect(!AcceptanceMode.isOn)
    #expect(AcceptedChanges.current == nil)
  }

  @Test(arguments: [(.write, true), (.patch, false)] as [(AcceptanceMode, Bool)])
  func `code in the scope of changes knows whether they are written`(mode: AcceptanceMode, writes: Bool) {
    AcceptedChanges.$scoped.withValue(AcceptedChanges(mode, sink: nil)) {
      #expect(AcceptanceMode.isOn)
      #expect(AcceptanceMode.writes == writes)
    }
  }

  #if os(Linux) || os(macOS)
    @Test func `a process prints its changes when it ends`() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
        unsetenv("CI")
        setenv("STORE_TESTING_ACCEPT", "diff", 1)
        print("The mode is \(AcceptedChanges.ofProcess.mode).")
        // An exit test that returns ends its process at once.
        exit(EXIT_SUCCESS)
      }
      let text = String(decoding: result.standardOutputContent, as: UTF8.self)
      #expect(text.contains("The mode is patch.\n"))
      #expect(text.contains("No assertion was accepted.\n"))
    }
  #endif
}
