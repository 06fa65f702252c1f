package import StoreCore

/// The answer to a call, in an event.
package final class GateReply {
  package let call: any WaitingCall

  /// The effect that made the call, if any.
  package let effect: EffectToken?

  /// The answer, as text.
  package let text: String

  /// The number of older answerable calls at the gate.
  package let position: Int

  /// Returns the answer as test code.
  package let script: () -> AnswerScript

  init<Arguments, Value, Failure>(
    _ answer: GateAnswer<Value, Failure>,
    to waiting: Gate<Arguments, Value, Failure>.Waiting
  ) {
    call = waiting.call
    effect = waiting.effect?.token
    text = answer.text
    position = waiting.position
    script = { AnswerScript(answer, Arguments.self) }
  }
}
