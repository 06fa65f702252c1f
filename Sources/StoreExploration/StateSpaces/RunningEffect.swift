import StoreCore

/// An effect that runs in a situation of a state space, where nothing of it is executed.
public struct RunningEffect: Sendable {
  let description: EffectDescription

  /// The name given to `run`; "debounce" or "throttle" for a wait of that kind.
  public var name: String? { description.name }

  /// What the effect asks for, as given to `run`.
  public var payload: (any Hashable & Sendable)? { description.payload }

  /// The name, or the place where the effect was made, and the payload.
  public var label: String { description.label }
}
