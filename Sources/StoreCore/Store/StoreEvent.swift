/// An event of a store. The store's observer receives all events in total order.
///
/// The events attribute every change of state to a message, and every message to the effect that sent it.
public enum StoreEvent<State, Input: Sendable, Output: Sendable> {
  /// An input changed the state from `old` to `new`, which may be equal.
  case input(Input, old: State, new: State)

  /// A feedback changed the state from `old` to `new`, which may be equal.
  case feedback(any Sendable, from: EffectDescription, old: State, new: State)

  /// An output was emitted.
  case output(Output)

  /// An effect has started.
  case effectStarted(EffectDescription)

  /// An effect was cancelled.
  case effectCancelled(EffectDescription)

  /// An effect has ended, by itself or after a cancellation.
  case effectEnded(EffectDescription)

  /// An effect has thrown an error that has no handler.
  case effectFailed(EffectDescription, any Error)

  /// A feedback of a cancelled effect was dropped.
  case feedbackDropped(any Sendable, from: EffectDescription)
}

extension StoreEvent {
  /// Creates the event of an action; nil if the action has none, or if the store reports it elsewhere, with the states.
  ///
  /// - Parameters:
  ///   - action: The action of the engine.
  ///   - effect: The effect that the action concerns.
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
