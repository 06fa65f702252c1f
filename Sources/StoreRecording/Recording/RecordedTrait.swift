import StoreDependencies
import StoreTesting
public import Testing

/// Records a test, and attaches the page of it.
public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
  /// Suites pass the trait on to the suites and tests in them.
  public var isRecursive: Bool { true }

  /// Runs a test while its stores are recorded, and then attaches `recording.html`, whether it has passed or not.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The trait of an inner suite comes within that of an outer one, which records already.
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
  /// Records the test, and attaches a page to step through: ``RecordingPage``.
  ///
  /// ```swift
  /// @Test(.recorded) func search() async { ... }
  /// ```
  ///
  /// Inside, `store.recording` is what has been recorded so far. Run the tests with `--attachments-path` to keep the page.
  public static var recorded: Self { Self() }
}
