import StoreExploration
import StoreTesting

/// What a kind of failure means, and what to do about it.
struct FailureAdvice {
  /// When the framework says it, in a sentence.
  let cause: String

  /// What to do about it, in a sentence or two.
  let cure: String

  /// The advice for a kind of failure.
  init(_ kind: TestFailure.Kind) {
    (cause, cure) = Self.advice(kind)
  }

  /// The cause and the cure of a kind of failure.
  private static func advice(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .unexpectedState, .missingStateChange, .assertionThrew, .hiddenDifference, .skippedAssertion, .impureReducer,
      .unexpectedDifference, .brokenProperty, .undecidedProperty:
      ofState(kind)
    case .unhandledFeedback, .unexpectedFeedback, .missingFeedback, .unhandledOutput, .unexpectedOutput, .missingOutput:
      ofMessages(kind)
    case .unhandledEffect, .missingEffect, .effectInFlight, .effectThrew, .livelock, .blockedThread, .timedOut:
      ofEffects(kind)
    default: ofUse(kind)
    }
  }

  /// The cause and the cure of failures of state.
  private static func ofState(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .missingStateChange:
      (
        "The closure says that the state changes, and neither it nor the step changes anything.",
        "Leave the closure out, or find out why the feature does nothing."
      )
    case .assertionThrew:
      (
        "The closure that says how the state changes has thrown an error.",
        "Write it so that it only changes the state."
      )
    case .unexpectedDifference:
      (
        "Two values differ that a test compares with `expectNoDifference`.",
        "Mend the one that is wrong. Elements of lists are told apart by their `id`, or else by what they are."
      )
    case .brokenProperty:
      (
        "A state space has a situation, or a way, that breaks what the test says of all of them.",
        "Follow the steps: they are the shortest there are. Mend the feature, or the promise."
      )
    case .undecidedProperty:
      (
        "A state space is larger than the bounds, so nobody has seen all of it.",
        "Bound what grows: by inputs that depend on the state, or by a canonical form. Or raise the bounds."
      )
    case .hiddenDifference:
      (
        "Two states are equal by their `==` and differ all the same. It is a hint, and fails nothing.",
        "Let `==` compare all properties, or assert what it leaves out with `#expect`."
      )
    case .skippedAssertion:
      (
        "A test with the exhaustivity `.off(showSkipped: true)` has left something out. It is a hint, and fails nothing.",
        "Assert it, if it matters to the test."
      )
    case .impureReducer:
      (
        "A message was reduced twice from the same state, and left two states.",
        "Take what the reducer asks of the world from a dependency."
      )
    default:
      (
        "The state after a step is not what the test says of it, or it has changed and the test says nothing.",
        "Paste the assertion from the failure if the feature is right; mend the feature if it is not."
      )
    }
  }

  /// The cause and the cure of failures of messages.
  private static func ofMessages(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .unhandledFeedback, .unhandledOutput:
      (
        "A step has caused something that the test has not received before it goes on, or ends.",
        "Paste the lines from the failure, or let go of it with `skipReceived`."
      )
    case .unexpectedFeedback, .unexpectedOutput:
      (
        "Something else came than the test says: another message, another payload, or another order.",
        "Receive what came, if the feature is right."
      )
    default:
      (
        "Nothing came, and nothing can: every effect has ended, or sleeps on the test's clock.",
        "Let time pass first, provide the dependency, or leave the line out."
      )
    }
  }

  /// The cause and the cure of failures of effects.
  private static func ofEffects(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .unhandledEffect:
      (
        "A test with the exhaustivity `.strict` has not named an effect that was started.",
        "Name it with `receiveEffect`."
      )
    case .missingEffect:
      (
        "The test names an effect that the last step did not start.",
        "Mend the name or the payload, or leave the line out."
      )
    case .effectInFlight:
      (
        "The test has ended, and an effect goes on. It is reported at the `send` that started it.",
        "Let it come to its end, or cancel it as the app would."
      )
    case .effectThrew:
      (
        "The operation of an effect has thrown an error, and there is no `catch:`.",
        "Turn the error into a feedback, because a feature that doesn't hear of it shows a spinner for ever."
      )
    case .livelock:
      ("Effects keep each other busy without time passing.", "Let the loop wait on a clock, or end it.")
    case .blockedThread:
      (
        "An effect blocks its thread, and other work of the same store waits for that thread.",
        "Await instead of blocking."
      )
    default:
      (
        "Work outside the test's control did not come back within `store.timeout`.",
        "Provide the dependency behind it, so that the test controls it; or raise the timeout."
      )
    }
  }

  /// The cause and the cure of failures in the use of stores, clocks and dependencies.
  private static func ofUse(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .unimplementedDependency:
      (
        "The feature has used a dependency that the test does not provide.",
        "Provide it with `withDependencies`, or find out why the feature uses it."
      )
    case .lateFeedback:
      (
        "A detached task has changed the state of a container after the end of its store.",
        "Await the work in the method that starts it."
      )
    case .lateUse:
      (
        "Work that a store has started uses a dependency, or sleeps, after the store's end.",
        "Await all work of an effect in it, or cancel it."
      )
    case .unfinishedSleep:
      (
        "A clock was to run until nobody sleeps any more, and somebody still does.",
        "Advance the clock by an amount instead."
      )
    case .missingCall:
      (
        "A call was to be answered at a gate, and none waits there.",
        "Send what makes the feature call first; what was answered or cancelled is gone."
      )
    case .survivingMutants:
      (
        "A feature was changed as a bug would change it, and no test of the suite has noticed.",
        "Paste the lines that would notice it. If no test can, say so with `except:`, or give a state space."
      )
    case .insufficientCoverage:
      (
        "The tests assert fewer messages, in fewer modes, than the suite asks for.",
        "Add the tests that the failure names, or let the tests assert what they only pass through."
      )
    case .brokenInvariant:
      (
        "A message has left a state of which something is not true that `always` says of all.",
        "Mend the feature, or what is said of it."
      )
    case .failedSchedule:
      (
        "An exploration has found an order in which the test fails. It is the one that differs least from the usual order.",
        "Read the two columns from top to bottom: what stands behind ⇄ came sooner than usual. Mend the feature, and keep the exploration."
      )
    case .divergedSchedule:
      (
        "A test did not do the same thing under the same schedule, or a schedule is replayed that no longer fits.",
        "Let the test provide whatever decides; remove a schedule that is out of date, and explore again."
      )
    case .failedSequence:
      (
        "Generated steps have led to a failure. It is told in as few of them as were found.",
        "Paste the steps as a test, or replay them by the trait. Mend the feature, remove the trait, and keep the sequences."
      )
    case .divergedSequence:
      (
        "A test did not do the same thing with the same steps, or steps are replayed that no longer fit, or no longer fail.",
        "Let the test provide whatever decides; remove the trait when its failure is mended."
      )
    case .unusedCommand:
      (
        "A command was applicable in no state that generated steps have led to, so nothing is known of it.",
        "Look at its condition, let runs have more steps, or leave it out."
      )
    case .nondeterminism:
      (
        "An audit has run a test several times, and something was not the same, or need not be.",
        "Take what decides from a dependency, and let the test provide it. What else was found stands at the end."
      )
    case .unexpectedTranscript:
      (
        "A store has done something else than its golden file says, or there is no such file, or no test asks for it.",
        "Read what differs. If it is right, record it: run the test with `STORE_TESTING_RECORD=1`."
      )
    case .nothingToSkip:
      ("There was nothing to skip, or to cancel.", "Leave the line out, or pass `strict: false`.")
    case .usedAfterEnd:
      ("A store was used after its end.", "Make `finish()` the last call.")
    case .testCancelled:
      ("The test's task was cancelled, for example by its time limit.", "Look at what the test was waiting for.")
    default: ("Something was asked for that makes no sense.", "The failure says what would make sense.")
    }
  }
}
