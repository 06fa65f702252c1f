/// A failure of a test: a wrong or a missing assertion.
public struct TestFailure: Sendable {
  /// The kind of the failure.
  public let kind: Kind

  /// One sentence that describes the failure.
  public let headline: String

  /// The evidence, and the code that fixes the test.
  public let details: String

  /// The latest events of the store, one per line, as printed after the details; empty without a store or an event.
  public let lastEvents: String

  /// The module and file of the line that caused the failure.
  public let fileID: String

  /// The path of the file of the line that caused the failure.
  public let filePath: String

  /// The line that caused the failure, counted from 1.
  public let line: Int

  /// The column that caused the failure, counted from 1.
  public let column: Int

  /// Whether it is only a hint, which is printed and doesn't fail the test.
  public let isWarning: Bool

  /// The headline and the details.
  public var text: String { paragraphs(headline, details) }

  /// The printed text: the headline, the details, and the events.
  var report: String {
    guard !lastEvents.isEmpty else { return text }
    return paragraphs(text, "The last events:", code([lastEvents]))
  }
}

extension TestFailure: CustomStringConvertible {
  /// The line, the kind, and the printed text.
  public var description: String {
    "\(fileID):\(line): \(isWarning ? "warning" : "failure") (\(kind)): \(report)"
  }
}

extension TestFailure {
  /// The kind of a failure.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The state differs from the test's assertion, or it changed without an assertion.
    case unexpectedState

    /// The test asserts a change of the state, but the state didn't change.
    case missingStateChange

    /// Two values that the test asserts to be equal differ.
    case unexpectedDifference

    /// An assertion closure threw an error.
    case assertionThrew

    /// A feedback arrived, but the test did not receive it.
    case unhandledFeedback

    /// A different feedback arrived than the test expects.
    case unexpectedFeedback

    /// No feedback arrived, and none can arrive.
    case missingFeedback

    /// An output was emitted, but the test did not receive it.
    case unhandledOutput

    /// A different output was emitted than the test expects.
    case unexpectedOutput

    /// No output was emitted, and none can be emitted.
    case missingOutput

    /// An effect ended without feedback and without an assertion, or started without the assertion that strict
    /// exhaustivity demands.
    case unhandledEffect

    /// An asserted effect did not start.
    case missingEffect

    /// An effect still runs at the end of the test.
    case effectInFlight

    /// An effect threw an error that has no handler.
    case effectThrew

    /// A container or model changed after the end of its store, or code outside of the test changed a model.
    case lateFeedback

    /// Code used a dependency, or began a sleep, after the store had ended.
    case lateUse

    /// Code used a dependency that the test did not provide.
    case unimplementedDependency

    /// The test answers a call at a gate, but no such call waits.
    case missingCall

    /// A test fails if events happen in another order than the default one.
    case failedSchedule

    /// The test doesn't follow the schedule that it replays.
    case divergedSchedule

    /// A generated sequence of steps fails.
    case failedSequence

    /// The test doesn't follow the sequence that it replays, or the sequence no longer fails.
    case divergedSequence

    /// A command was never applicable in generated sequences.
    case unusedCommand

    /// An invariant of the test is violated.
    case brokenInvariant

    /// The events of a store differ from its golden file, or the file is missing.
    case unexpectedTranscript

    /// A task still sleeps on a clock that should have no sleepers.
    case unfinishedSleep

    /// A strict test advanced a clock beyond the last deadline at which it woke a task.
    case overshotDeadline

    /// No task sleeps on a clock that the test advances to the next deadline.
    case missingDeadline

    /// A reducer returns different results for the same message and state.
    case impureReducer

    /// A test behaves differently between runs, or depends on values that it doesn't control.
    case nondeterminism

    /// A state space violates a property of its feature.
    case brokenProperty

    /// An exploration ended before a property was decided.
    case undecidedProperty

    /// The tests notice too few mutants of their feature.
    case survivingMutants

    /// The tests try too few messages and modes of their feature.
    case insufficientCoverage

    /// The test skips events or cancels effects, but none exist.
    case nothingToSkip

    /// Work outside of the test's control did not finish in time.
    case timedOut

    /// Work runs endlessly, wakes too often in one advance, or sends more than the test asserts.
    case livelock

    /// An effect blocks the test's thread.
    case blockedThread

    /// The test's task was cancelled while the store waited.
    case testCancelled

    /// A store was used after its end.
    case usedAfterEnd

    /// A call was invalid.
    case misuse

    /// Two values differ although their `==` returns true.
    case hiddenDifference

    /// A permitted assertion was left out.
    case skippedAssertion

    /// The run changes the test's source so that it asserts what happened. The changed test has not been judged.
    case acceptedChange
  }
}
