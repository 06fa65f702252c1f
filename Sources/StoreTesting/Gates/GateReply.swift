package import StoreCore

/// The answer to a call, in an event.
package final class GateReply {
  package let call: any WaitingCall

  /// The effect that has made it, if it is one.
  package let effect: EffectToken?

  /// The answer, as text.
  package let text: String

  /// How many calls at the gate waited longer, and could be answered.
  package let position: Int

  /// The answer as code of a test.
  package let script: () -> AnswerScript

  init<Arguments, Value, Failure>(
    _ answer: GateAnswer<Value, Failure>,
    to waiting: Gate<Arguments, Value, Failure>.Waiting
  ) {
    call = waiting.call
    effect = waiting.scope?.token
    text = answer.text
    position = waiting.position
    script = { AnswerScript(answer, Arguments.self) }
  }
}
