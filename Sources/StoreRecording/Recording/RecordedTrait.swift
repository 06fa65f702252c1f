import StoreDependencies
import StoreTesting
public import Testing

/// A trait that records a test, and attaches its page.
public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
  /// True: suites pass the trait on to their suites and tests.
  public var isRecursive: Bool { true }

  /// Runs a test while its stores are recorded, and then attaches `recording.html`, whether the test has passed or not.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The trait of an inner suite is nested in that of an outer one, which records already.
    if RunRecorder.current != nil { return try await function() }
    let recorder = RunRecorder()
    defer {
      var recording = recorder.recording
      recording.title = test.displayName ?? test.name
      TestAttachment(name: "recording.html", text: recording.html).record(to: nil, at: CallSite(test.sourceLocation))
    }
    try await recorder.record(function)
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
