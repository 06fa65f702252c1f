import TestSupport
import Testing

@testable import StoreTesting

@Suite struct AcceptsChangesTraitTests {
  @Test func `a test with the trait runs, its source is changed unless it is CI, and it fails`() async {
    let accepts = Recorder<Bool>()
    let failures = await recordingFailures {
      await #expect(throws: Never.self) {
        try await AcceptsChangesTrait.acceptsChanges.provideScope(for: #require(Test.current), testCase: nil) {
          accepts.record(AcceptedChanges.scoped != nil)
        }
      }
    }
    #expect(accepts.values == [!AcceptanceMode.isForbidden])
    #expect(failures.kinds == [.acceptedChange])
  }
}
