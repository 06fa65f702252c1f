import StoreDependencies
import StoreTesting
public import Testing

/// The sequence that replaces the generated sequences of a test.
enum ReplayedSequence {
  @TaskLocal static var text: String?
  @TaskLocal static var replayDetector: ReplayDetector?
}

/// A trait that replays one sequence, which a failure printed.
public struct SequenceTrait: TestTrait, TestScoping {
  let text: String

  /// Runs a test with its sequences replaced by this one. A test without sequences is a failure.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let replayDetector = ReplayDetector()
    try await ReplayedSequence.$text.withValue(text) {
      try await ReplayedSequence.$replayDetector.withValue(replayDetector) {
        try await TestRun.scope { try await function() }
      }
    }
    guard !replayDetector.hasFound else { return }
    reportMisuse(
      "The test has no sequences that could be replaced by \"\(text)\".",
      details: "The trait is for tests that call 'checkSequences'. Remove it, or put it where the sequences are.",
      at: CallSite(test.sourceLocation)
    )
  }
}

extension Trait where Self == SequenceTrait {
  /// Replays one sequence, which a failure printed, instead of those that `checkSequences` generates.
  ///
  /// A sequence always fails in the same way. A damaged text, a text of another version, a sequence that the test no
  /// longer follows, and one that passes are separate failures.
  ///
  /// - Parameter text: The text of the sequence.
  public static func sequence(_ text: String) -> Self { Self(text: text) }
}
