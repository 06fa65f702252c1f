package import StoreDependencies

/// What surrounds the effects of a store whose code can't be changed: the answers of its gates, the elements of its
/// streams, and the sleeps on its clocks.
///
/// A tool records them, or changes them as a mutant does.
package protocol Surroundings: AnyObject, Sendable {
  /// Decides about the answer to a call.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - call: The call.
  ///   - site: The line of the test's step.
  func fate<Value, Failure>(
    of answer: Result<Value, Failure>,
    to call: SurroundingCall,
    at site: CallSite
  ) -> AnswerFate<Value, Failure>

  /// Decides about the next element of a stream.
  ///
  /// - Parameters:
  ///   - gate: The name of the gate.
  ///   - canThrow: Whether the stream can throw any error.
  ///   - site: The line of the test's step.
  func fateOfElement(at gate: String, canThrow: Bool, at site: CallSite) -> ElementFate

  /// Returns the duration of a sleep.
  ///
  /// - Parameters:
  ///   - duration: The duration that the code asks for, above zero.
  ///   - site: The line of the test's step.
  func duration(of duration: Duration, at site: CallSite) -> Duration
}

/// A call whose answer a tool decides about.
package struct SurroundingCall: Sendable {
  /// The name of the gate.
  package let gate: String

  /// Whether the gate answers the call itself, and not the test.
  package let isAnsweredAtOnce: Bool
}

/// What becomes of the answer to a call at a ``Gate``.
package enum AnswerFate<Value: Sendable, Failure: Error>: Sendable {
  /// The call gets this answer.
  case given(Result<Value, Failure>)

  /// The call gets its answer after the next step that acts.
  case late

  /// The call is made once more, and gets the second answer.
  case repeated
}
