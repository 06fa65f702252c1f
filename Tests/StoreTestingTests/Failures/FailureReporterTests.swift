import StoreDependencies
import Testing

@testable import StoreTesting

/// Where the failures of a store go, without a store.
@Suite struct FailureReporterTests {
  private let reporter = FailureReporter(site: CallSite())

  @Test func `a mistake that the test was told of is not told again after a recording`() async {
    var isFirst = [reporter.isFirst(FailureReporter.Once.sharing)]
    _ = await recordingFailures { isFirst.append(reporter.isFirst(FailureReporter.Once.sharing)) }
    isFirst.append(reporter.isFirst(FailureReporter.Once.sharing))
    #expect(isFirst == [true, true, false])
  }

  @Test func `attachments are made for the test and for recordings of attachments`() async {
    var keepsAttachments = [reporter.keepsAttachments]
    _ = await recordingFailures { keepsAttachments.append(reporter.keepsAttachments) }
    _ = await recordingAttachments { keepsAttachments.append(reporter.keepsAttachments) }
    #expect(keepsAttachments == [true, false, true])
  }

  @Test func `a postponed failure waits for the test's task, but not after the end of the store`() {
    let sink = FailureSink()
    func report(_ headline: String) -> [String] {
      let failure = TestFailure(.misuse, headline, at: CallSite())
      reporter.report(failure, lastEvents: { "" }, isPostponed: true, log: { _ in })
      return sink.all.map(\.headline)
    }
    FailureSink.$innermost.withValue(sink) {
      let early = report("Early.")
      #expect(early.isEmpty)
      reporter.close()
      reporter.makePostponed()
      let late = report("Late.")
      #expect(late == ["Early.", "Late."])
    }
  }

  @Test func `a failure that the test declares as known is none of the recording around it`() {
    let sink = FailureSink(matchesKnownIssues: true)
    let failure = TestFailure(.misuse, "It is known.", at: CallSite())
    var isMatched = false
    withKnownIssue { isMatched = sink.take(failure) }
    #expect(isMatched)
    #expect(sink.all.isEmpty)
  }

  @Test func `a hint is never a known issue, and no failure of its test`() {
    let run = TestRun.current
    let hint = TestFailure(.skippedAssertion, "It is a hint.", at: CallSite(), isWarning: true)
    var destination: FailureDestination?
    // Keeps the hint out of the output of this test.
    withKnownIssue(isIntermittent: true) { destination = hint.report(to: nil) }
    #expect(destination == FailureDestination.test)
    #expect(run.failureCount == 0)
  }
}
