import Synchronization

extension GateReply {
  convenience init<Arguments, Value, Failure>(
    _ answer: GateAnswer<Value, Failure>,
    to waiting: Gate<Arguments, Value, Failure>.Waiting
  ) {
    self.init(
      to: waiting.call,
      by: waiting.effect?.token,
      text: answer.text,
      isFailure: answer.isFailure,
      position: waiting.call.record.position,
      script: { AnswerScript(answer, Arguments.self) }
    )
  }
}

extension Gate: CalledGate {
  var callsWithoutEffect: [any WaitingCall] {
    state.withLock { $0.waiting.filter { $0.effect == nil && !$0.isLeftUnanswered }.map(\.call) }
  }

  var openAnswers: [[OpenAnswer]] {
    // Performance: a key path of a generic type is made anew at each use.
    let calls = state.withLock { state in
      state.waiting.compactMap { $0.effect != nil && !$0.isLeftUnanswered ? $0.call : nil }
    }
    return calls.map { call in answers?(call.arguments).map { OpenAnswer(to: call, $0) } ?? [] }
  }

  var hasCancelledCalls: Bool {
    // A call that throws its cancellation ends with it.
    guard cancellation == nil else { return false }
    return state.withLock { $0.waiting.contains { $0.call.isCancelled && $0.effect != nil && !$0.isLeftUnanswered } }
  }

  var unassertedStreams: [any WaitingCall] { [] }
}

extension OpenAnswer {
  init<Arguments, Value, Failure>(
    to call: GateCall<Arguments, Value, Failure>,
    _ answer: GateAnswer<Value, Failure>
  ) {
    self.init(
      call: call,
      text: "\(call) \(answer.text)",
      participle: answer.participle,
      isFailure: answer.isFailure,
      give: {
        guard let result = answer.result else {
          call.gate.leaveOpen(call.number)
          return
        }
        guard let waiting = call.gate.take(call.number) else { return }
        call.gate.note(answer, to: waiting)
        call.gate.wake(waiting, .answered(result))
      },
      script: { AnswerScript(answer, Arguments.self) }
    )
  }
}

extension AnswerScript {
  /// Returns the advice to give the answer to the last call or listener instead; nil if the source can't be read.
  ///
  /// - Parameters:
  ///   - position: The number of older ones.
  ///   - site: The line of the answer.
  ///   - receiver: The words for who gets it.
  func repair(behind position: Int, at site: CallSite, for receiver: String) -> String? {
    guard let gate = TestSource(around: site)?.step.receiver else { return nil }
    return "If the feature is right, answer the \(receiver):\n\n\(code(lines(on: gate, position: position)))"
  }
}
