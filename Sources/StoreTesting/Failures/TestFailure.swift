/// One thing that a test got wrong, or left unsaid.
public struct TestFailure: Sendable {
  /// What kind of failure it is.
  public let kind: Kind

  /// One sentence that says what happened.
  public let headline: String

  /// The evidence, and what to type to cure it.
  public let details: String

  /// The last things that the store had done, an event a line, as they are printed behind the details; empty if there
  /// is no store, or it has done nothing.
  public let story: String

  /// The module and file of the line that is to blame.
  public let fileID: String

  /// The path of the file of the line that is to blame.
  public let filePath: String

  /// The line that is to blame, counted from 1.
  public let line: Int

  /// The column that is to blame, counted from 1.
  public let column: Int

  /// Whether it is only a hint, which is shown and fails nothing.
  public let isWarning: Bool

  /// The headline and the details.
  public var text: String { paragraphs(headline, details) }

  /// All that is printed: the headline, the details, and the story.
  var report: String {
    guard !story.isEmpty else { return text }
    return paragraphs(text, "What happened last:", code([story]))
  }
}

extension TestFailure: CustomStringConvertible {
  /// The place, the kind, and all that is printed.
  public var description: String {
    "\(fileID):\(line): \(isWarning ? "warning" : "failure") (\(kind)): \(report)"
  }
}

extension TestFailure {
  /// The kinds of failure.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The state is not what the test says, or it changed where the test says nothing.
    case unexpectedState

    /// The test says that the state changes, and it didn't.
    case missingStateChange

    /// Two values differ that the test says are the same.
    case unexpectedDifference

    /// An assertion closure threw an error.
    case assertionThrew

    /// Feedback arrived that the test did not receive.
    case unhandledFeedback

    /// Another feedback arrived than the test says.
    case unexpectedFeedback

    /// No feedback arrived, and none can.
    case missingFeedback

    /// An output was emitted that the test did not receive.
    case unhandledOutput

    /// Another output was emitted than the test says.
    case unexpectedOutput

    /// No output was emitted, and none can be.
    case missingOutput

    /// An effect was started that the test did not name, where it must.
    case unhandledEffect

    /// The effect that the test names was not started.
    case missingEffect

    /// An effect still runs at the end of the test.
    case effectInFlight

    /// An effect threw an error that nothing handles.
    case effectThrew

    /// Feedback was sent after its effect, or its store, had come to an end.
    case lateFeedback

    /// A dependency was used, or a sleep begun, after the store had come to an end.
    case lateUse

    /// A dependency was used that the test did not provide.
    case unimplementedDependency

    /// There is no call that could be answered.
    case missingCall

    /// A test fails if things happen in another order than the usual one.
    case failedSchedule

    /// A schedule was to be replayed that the test doesn't follow.
    case divergedSchedule

    /// A generated sequence of steps fails.
    case failedSequence

    /// A sequence was to be replayed that the test doesn't follow, or that fails no longer.
    case divergedSequence

    /// A command was never applicable in generated sequences.
    case unusedCommand

    /// Something does not hold that the test says always does.
    case brokenInvariant

    /// A store has done something else than its golden file says, or there is no such file.
    case unexpectedTranscript

    /// Somebody still sleeps on a clock that should have nothing left to do.
    case unfinishedSleep

    /// A reducer gives two answers to the same question.
    case impureReducer

    /// A test does not do the same thing each time, or can't be relied on to: it has something in it that nobody controls.
    case nondeterminism

    /// A state space breaks what its feature promises.
    case brokenProperty

    /// An exploration was cut before anybody could tell whether its feature keeps its promises.
    case undecidedProperty

    /// Tests don't notice enough of the changes that were made to their feature.
    case survivingMutants

    /// Tests have not tried enough of what their feature can do.
    case insufficientCoverage

    /// There was nothing to skip or to cancel.
    case nothingToSkip

    /// Work outside the test's control did not come back in time.
    case timedOut

    /// Work goes on and on without time passing.
    case livelock

    /// An effect blocks the test's thread.
    case blockedThread

    /// The test's task was cancelled while the store waited.
    case testCancelled

    /// A store was used after its end.
    case usedAfterEnd

    /// Something was asked for that makes no sense.
    case misuse

    /// The test's `==` cannot see a difference that there is.
    case hiddenDifference

    /// An assertion was left out where the test allows it.
    case skippedAssertion
  }
}
