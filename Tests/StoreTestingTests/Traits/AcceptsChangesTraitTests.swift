import TestSupport
import Testing

@testable import StoreTesting

@Suite struct AcceptsChangesTraitTests {
  @Test func `a test with the trait runs, its source is changed unless it is CI, and it fails`() async {
    let changes = AcceptedChanges(.patch, sink: nil)
    let accepts = Recorder<Bool>()
    let failures = await recordingFailures {
      await #expect(throws: Never.self) {
        try await AcceptedChanges.$scoped.withValue(changes) {
          try await AcceptsChangesTrait.acceptsChanges.provideScope(for: #require(Test.current), testCase: nil) {
            accepts.record(AcceptedChanges.scoped === changes)
          }
        }
      }
    }
    #expect(accepts.values == [!AcceptanceMode.isForbidden])
    #expect(failures.kinds == [.acceptedChange])
  }
}
