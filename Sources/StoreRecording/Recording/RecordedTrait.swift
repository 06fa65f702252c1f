import StoreDependencies
import StoreTesting
public import Testing

/// A trait that records a test, and attaches the page of the recording.
public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether suites pass the trait on to their suites and tests: `true`.
  public var isRecursive: Bool { true }

  /// Runs a test, records its stores, and then attaches `recording.html`, whether the test passed or not. Of a test
  /// that another trait repeats, such as `.explore`, it records the first run.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // Traits nest like their suites, and the outermost one already records.
    if RunRecorder.current != nil { return try await function() }
    let runs = RepeatedRuns.current
    // Other runs of a repeated test keep back their attachments.
    guard runs?.isFirst("recording.html") ?? true else { return try await function() }
    let recorder = RunRecorder()
    defer {
      var recording = recorder.recording
      recording.title = test.displayName ?? test.name
      let page = TestAttachment(name: "recording.html", text: recording.html)
      let site = CallSite(test.sourceLocation)
      if let runs { runs.record(page, at: site) } else { page.record(to: nil, at: site) }
    }
    try await TestRun.scope { try await recorder.record(function) }
  }
}

extension Trait where Self == RecordedTrait {
  /// Records the test, and attaches an interactive page: ``RecordingPage``.
  ///
  /// ```swift
  /// @Test(.recorded) func search() async { ... }
  /// ```
  ///
  /// In the test, `store.recording` is the recording so far. Run the tests with `--attachments-path` to keep the page.
  public static var recorded: Self { Self() }
}
