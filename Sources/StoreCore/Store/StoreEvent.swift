/// Something that a store did, told to its observer in total order.
///
/// With it, every change of state can be attributed to a message, and every message to the effect that sent it.
public enum StoreEvent<State, Input: Sendable, Output: Sendable> {
  /// An input changed the state from `old` to `new`, which may be equal.
  case input(Input, old: State, new: State)

  /// A feedback changed the state from `old` to `new`, which may be equal.
  case feedback(any Sendable, from: EffectDescription, old: State, new: State)

  /// An output was emitted.
  case output(Output)

  /// An effect has started.
  case effectStarted(EffectDescription)

  /// An effect was told to stop.
  case effectCancelled(EffectDescription)

  /// An effect has ended, by itself or after it was cancelled.
  case effectEnded(EffectDescription)

  /// An effect has thrown an error that nothing handles.
  case effectFailed(EffectDescription, any Error)

  /// A feedback came from an effect that was cancelled, and went nowhere.
  case feedbackDropped(any Sendable, from: EffectDescription)
}

extension StoreEvent {
  /// What an observer is told of an action; nil for what is told with the states around it, or concerns the store alone.
  ///
  /// - Parameters:
  ///   - action: What the engine says.
  ///   - effect: The effect that it is about.
  init?(_ action: EffectAction, _ effect: EffectToken?) {
    switch (action, effect?.description) {
    case (.output(let output), _): self = .output(typed(output))
    case (.start, let effect?): self = .effectStarted(effect)
    case (.cancel, let effect?): self = .effectCancelled(effect)
    case (.end(_, nil), let effect?): self = .effectEnded(effect)
    case (.end(_, let error?), let effect?): self = .effectFailed(effect, error)
    case (.drop(let message), _):
      guard case .feedback(let feedback) = message.content, let sender = message.sender.description else { return nil }
      self = .feedbackDropped(feedback, from: sender)
    default: return nil
    }
  }
}
