import StoreDependencies

extension Gate {
  /// Returns what becomes of an answer: the call gets it, unless a tool decides otherwise.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - store: The store of the effect that makes the call, if any.
  ///   - site: The line of the test's step.
  ///   - isAtOnce: Whether the gate answers the call itself.
  func fate(
    of answer: Result<Value, Failure>,
    in store: TestEnvironment?,
    at site: CallSite,
    isAtOnce: Bool
  ) -> AnswerFate<Value, Failure> {
    guard let surroundings = store?.surroundings else { return .given(answer) }
    return surroundings.fate(of: answer, to: SurroundingCall(gate: name, isAnsweredAtOnce: isAtOnce), at: site)
  }

  /// Makes the step of an answer that comes after the next step.
  func answerLate(
    _ waiting: Waiting,
    with result: Result<Value, Failure>,
    in store: TestEnvironment,
    at site: CallSite
  ) async {
    store.begin(site)
    leaveOpen(waiting.call.number)
    answerLate(waiting.call.number, with: result, in: store)
    await store.settle(.acts)
  }

  /// Answers a call after the next step that acts, in a run with a mutant. Until then, nothing else answers it.
  func answerLate(_ number: Int, with result: Result<Value, Failure>, in store: TestEnvironment) {
    store.lateAnswers.add { [self] in
      if let waiting = take(number) { wake(waiting, .answered(result)) }
    }
  }
}
