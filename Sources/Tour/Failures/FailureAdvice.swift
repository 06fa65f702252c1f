import StoreExploration
import StoreTesting

/// The cause and the fix of a kind of failure.
struct FailureAdvice {
  /// The cause, in a sentence.
  let cause: String

  /// The fix, in a sentence or two.
  let fix: String

  /// Creates the advice for a kind of failure.
  init(_ kind: TestFailure.Kind) {
    (cause, fix) = Self.advice(kind)
  }

  /// Returns the cause and the fix of a kind of failure.
  private static func advice(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .unexpectedState, .missingStateChange, .assertionThrew, .hiddenDifference, .skippedAssertion, .acceptedChange,
      .impureReducer,
      .unexpectedDifference, .brokenProperty, .undecidedProperty:
      ofState(kind)
    case .unhandledFeedback, .unexpectedFeedback, .missingFeedback, .unhandledOutput, .unexpectedOutput, .missingOutput:
      ofMessages(kind)
    case .unhandledEffect, .missingEffect, .effectInFlight, .effectThrew, .livelock, .blockedThread, .timedOut:
      ofEffects(kind)
    default: ofUse(kind)
    }
  }

  /// Returns the cause and the fix of failures of state.
  private static func ofState(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .missingStateChange:
      (
        "The test passes a closure, and neither the closure nor the step changes the state.",
        "Leave the closure out, or find out why the feature does nothing."
      )
    case .assertionThrew:
      (
        "The closure of an assertion threw an error.",
        "Let the closure only change the state."
      )
    case .unexpectedDifference:
      (
        "`expectNoDifference` compared two values that differ.",
        "Correct the wrong value. Elements of lists are matched by their `id`, or else by their value."
      )
    case .brokenProperty:
      (
        "A state or a path of the state space breaks a property.",
        "Follow the steps: no path is shorter. Fix the feature, or the property."
      )
    case .undecidedProperty:
      (
        "The state space is larger than its bounds, so the search did not visit all of it.",
        "Bound what grows: let the inputs depend on the state, or give a canonical form. Or raise the bounds."
      )
    case .hiddenDifference:
      (
        "Two states are equal by `==`, but their properties differ. This is a hint, and fails no test.",
        "Let `==` compare all properties, or assert the others with `#expect`."
      )
    case .skippedAssertion:
      (
        "A test with the exhaustivity `.off(showSkipped: true)` left something out. This is a hint, and fails no test.",
        "Assert the change, if it matters to the test."
      )
    case .acceptedChange:
      (
        "A run with `STORE_TESTING_ACCEPT=1` disagreed with a test, and changed its source.",
        "Read the difference that is printed at the end. Keep it if the feature is right, and run the test again."
      )
    case .impureReducer:
      (
        "The reducer returned two different states for one message and one state.",
        "Read chance, time and ids from a dependency."
      )
    default:
      (
        "The state after a step differs from the assertion, or it changed and the test asserts nothing.",
        "If the feature is right, paste the assertion from the failure. Otherwise fix the feature."
      )
    }
  }

  /// Returns the cause and the fix of failures of messages.
  private static func ofMessages(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .unhandledFeedback, .unhandledOutput:
      (
        "The test made its next step, or ended, before it received all that the last step caused.",
        "Paste the lines from the failure, or discard the messages with `skipReceived`."
      )
    case .unexpectedFeedback, .unexpectedOutput:
      (
        "Another message arrived than the test expects, or with another payload, or in another order.",
        "If the feature is right, receive the message that arrived."
      )
    default:
      (
        "The message has not arrived and can't: every effect has ended, or waits for the test.",
        "Advance the clock first, provide the dependency, or leave the line out."
      )
    }
  }

  /// Returns the cause and the fix of failures of effects.
  private static func ofEffects(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .unhandledEffect:
      (
        "An effect has ended without feedback, or has started in a test with the exhaustivity `.strict`, and the test does not assert it.",
        "Assert the effect with `receiveEffect`."
      )
    case .missingEffect:
      (
        "The test names an effect that the last step did not start.",
        "Correct the name or the payload, or leave the line out."
      )
    case .effectInFlight:
      (
        "The test ended while an effect was still running. The failure is at the `send` that started the effect.",
        "Let the effect end, or cancel it as the app would."
      )
    case .effectThrew:
      (
        "The operation of an effect threw an error, and the effect has no `catch:`.",
        "Turn the error into a feedback. Without one, the feature shows its spinner for ever."
      )
    case .livelock:
      (
        "Work runs without end, wakes too often in one advance, or sends more than the test asserts. The headline says which.",
        "Let the loop end, or wait on a clock for longer. Assert in smaller groups what a step sends."
      )
    case .blockedThread:
      (
        "An effect blocks its thread, and other work of the same store waits for that thread.",
        "Await the work instead."
      )
    default:
      (
        "Work outside the test's control did not return within `store.timeout`.",
        "Provide the dependency behind it, so that the test controls it. Or raise the timeout."
      )
    }
  }

  /// Returns the cause and the fix of failures in the use of stores, clocks and dependencies.
  private static func ofUse(_ kind: TestFailure.Kind) -> (String, String) {
    switch kind {
    case .unimplementedDependency:
      (
        "The feature used a dependency that the test does not provide.",
        "Provide it with `withDependencies`, or find out why the feature uses it."
      )
    case .lateFeedback:
      (
        "A task changed a container or model after the end of its store, or code outside of the test changed a model.",
        "Await the work in the method that starts it. Pass the source of outside events, such as a timer, as a stream or a client."
      )
    case .lateUse:
      (
        "Work that a store started uses a dependency, or sleeps, after the store's end.",
        "Let the effect await all of its work, or cancel the work."
      )
    case .unfinishedSleep:
      (
        "`run()` reached its limit of sleeps, and a task still sleeps.",
        "Advance the clock by an amount instead."
      )
    case .overshotDeadline:
      (
        "A test with the exhaustivity `.strict` advanced a clock beyond the last deadline at which it woke a task.",
        "Paste the advances from the failure. If a pause has become shorter, fix the feature."
      )
    case .missingDeadline:
      (
        "The test advances a clock to its next deadline, and no task sleeps on the clock.",
        "Send the input that starts the wait first, or find out why the feature does not wait."
      )
    case .missingCall:
      (
        "The test answered a call at a gate, but no call waits there.",
        "Send the input that makes the feature call first. Calls that were answered or cancelled no longer wait."
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
        "A message led to a state that breaks an `always` promise.",
        "Fix the feature, or the promise."
      )
    case .failedSchedule:
      (
        "An exploration found an order in which the test fails. No failing order differs less from the default one.",
        "Read the two columns from top to bottom. An event marked with ⇄ happened sooner than usual. Fix the feature, and keep the exploration."
      )
    case .divergedSchedule:
      (
        "The test acted differently under the same schedule, or the schedule no longer fits the test.",
        "Let the test provide what decides. Remove an outdated schedule, and explore again."
      )
    case .failedSequence:
      (
        "Generated steps led to a failure. The steps are the fewest that the search found.",
        "Paste the steps as a test, or replay them with the trait. Fix the feature, remove the trait, and keep the sequences."
      )
    case .divergedSequence:
      (
        "The test acted differently with the same steps, or the replayed steps no longer fit or fail.",
        "Let the test provide what decides. Remove the trait when its failure is fixed."
      )
    case .unusedCommand:
      (
        "A command was applicable in none of the states that the sequences reached, so it is untested.",
        "Check its condition, allow more steps in each run, or leave the command out."
      )
    case .nondeterminism:
      (
        "An audit ran the test several times, and the runs differed, or could differ.",
        "Read what decides from a dependency, and let the test provide it. Other findings are listed at the end."
      )
    case .unexpectedTranscript:
      (
        "A run differs from its golden file, the file doesn't exist, or no test asks for it.",
        "Read the difference. If it is right, run the test with `STORE_TESTING_RECORD=1`."
      )
    case .nothingToSkip:
      ("The store had nothing to skip, or to cancel.", "Leave the line out, or pass `strict: false`.")
    case .usedAfterEnd:
      ("The test used a store after its end.", "Make `finish()` the last call.")
    case .testCancelled:
      ("The test's task was cancelled, for example by its time limit.", "Look at what the test was waiting for.")
    default: ("A call makes no sense.", "The failure says what would make sense.")
    }
  }
}
