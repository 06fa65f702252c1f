public import StoreCore

/// A point in a state space: the state of the feature, and the effects that run.
@dynamicMemberLookup
public struct Situation<Feature: Reducer> {
  /// The state, in its canonical form if the space has one.
  public let state: Feature.State

  /// The effects that run, in the order in which they started.
  public let running: [RunningEffect]

  /// A property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Feature.State, Value>) -> Value { state[keyPath: keyPath] }

  /// Whether an effect of this name runs.
  ///
  /// - Parameter name: The name given to `run`; "debounce" or "throttle" for a wait of that kind.
  public func isRunning(_ name: String) -> Bool { running.contains { $0.name == name } }

  /// Whether an effect of this name runs that asks for this.
  ///
  /// - Parameters:
  ///   - name: The name given to `run`.
  ///   - payload: What the effect asks for, as given to `run`.
  public func isRunning(_ name: String, of payload: some Hashable) -> Bool {
    running.contains { $0.name == name && $0.payload.map { AnyHashable($0) } == AnyHashable(payload) }
  }
}
