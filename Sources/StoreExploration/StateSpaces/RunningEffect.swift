import StoreCore

/// A running effect in a situation of a state space, where no work is executed.
public struct RunningEffect: Sendable {
  let description: EffectDescription

  /// The name that was passed to `run`; "debounce" or "throttle" for such a wait.
  public var name: String? { description.name }

  /// The payload that was passed to `run`.
  public var payload: (any Hashable & Sendable)? { description.payload }

  /// The name, or else the line that created the effect, and the payload.
  public var label: String { description.label }
}
