package import StoreCore

/// The answer to a call, in an event.
package final class GateReply {
  package let call: any WaitingCall

  /// The effect that made the call, if any.
  package let effect: EffectToken?

  /// The answer, as text.
  package let text: String

  /// Whether the call or the stream fails.
  package let isFailure: Bool

  /// The number of older answerable calls at the gate.
  package let position: Int

  /// Returns the answer as test code.
  package let script: () -> AnswerScript

  init(
    to call: any WaitingCall,
    by effect: EffectToken?,
    text: String,
    isFailure: Bool,
    position: Int,
    script: @escaping () -> AnswerScript
  ) {
    self.call = call
    self.effect = effect
    self.text = text
    self.isFailure = isFailure
    self.position = position
    self.script = script
  }
}
