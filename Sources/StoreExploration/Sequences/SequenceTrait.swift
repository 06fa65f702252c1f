import StoreDependencies
import StoreTesting
public import Testing

/// The sequence that the sequences of a test are replaced by.
enum ReplayedSequence {
  @TaskLocal static var text: String?
  @TaskLocal static var scout: ReplayDetector?
}

/// Runs the generated sequences of a test as one sequence that a failure has printed.
public struct SequenceTrait: TestTrait, TestScoping {
  let text: String

  /// Runs a test whose sequences are that one.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let scout = ReplayDetector()
    try await ReplayedSequence.$text.withValue(text) {
      try await ReplayedSequence.$scout.withValue(scout) { try await function() }
    }
    guard !scout.hasFound else { return }
    reportMisuse(
      "The test has no sequences that could be replaced by \"\(text)\".",
      details: "The trait is for tests that call 'checkSequences'. Remove it, or put it where the sequences are.",
      at: CallSite(test.sourceLocation)
    )
  }
}

extension Trait where Self == SequenceTrait {
  /// Runs one sequence only instead of those that `checkSequences` makes: one which a failure has printed.
  ///
  /// Where the sequence still fails, it fails in the same way each time. A text that was changed or is of another version, a sequence that
  /// the test no longer follows, and one that no longer fails, are failures of their own.
  ///
  /// - Parameter text: The text of the sequence.
  public static func sequence(_ text: String) -> Self { Self(text: text) }
}
