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
