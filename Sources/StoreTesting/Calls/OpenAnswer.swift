/// A possible answer to a call.
package struct OpenAnswer: Sendable {
  package let call: any WaitingCall

  /// The answer as text.
  package let text: String

  /// The behaviour of the call as a participle, such as `returning 1`.
  package let participle: String

  package let give: @Sendable () -> Void

  /// Returns the answer as test code.
  package let script: @Sendable () -> AnswerScript

  init<Arguments, Value, Failure>(
    to call: GateCall<Arguments, Value, Failure>,
    _ answer: GateAnswer<Value, Failure>
  ) {
    self.call = call
    script = { AnswerScript(answer, Arguments.self) }
    text = "\(call) \(answer.text)"
    participle = answer.participle
    give = {
      guard let result = answer.result else {
        call.gate.leaveOpen(call.number)
        return
      }
      guard let waiting = call.gate.take(call.number) else { return }
      call.gate.note(answer, to: waiting)
      call.gate.wake(waiting, .answered(result))
    }
  }
}
