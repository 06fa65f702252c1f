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
      position: waiting.position,
      script: { AnswerScript(answer, Arguments.self) }
    )
  }
}

extension Gate: CallsWithAnswers {
  var openAnswers: [[OpenAnswer]] {
    let calls = state.withLock { $0.waiting.filter { $0.effect != nil && !$0.isLeftUnanswered }.map(\.call) }
    return calls.map { call in answers?(call.arguments).map { OpenAnswer(to: call, $0) } ?? [] }
  }
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
