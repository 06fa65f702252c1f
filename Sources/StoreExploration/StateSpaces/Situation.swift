public import StoreCore

/// A node of a state space: the state of the feature, and its running effects.
@dynamicMemberLookup
public struct Situation<Feature: Reducer> {
  /// The state, in canonical form if the space has one.
  public let state: Feature.State

  /// The running effects, in the order in which they started.
  public let running: [RunningEffect]

  /// A property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Feature.State, Value>) -> Value { state[keyPath: keyPath] }

  /// Whether an effect with a name runs.
  ///
  /// - Parameter name: The name that was passed to `run`; "debounce" or "throttle" for such a wait.
  public func isRunning(_ name: String) -> Bool { running.contains { $0.name == name } }

  /// Whether an effect with a name and a payload runs.
  ///
  /// - Parameters:
  ///   - name: The name that was passed to `run`.
  ///   - payload: The payload that was passed to `run`.
  public func isRunning(_ name: String, of payload: some Hashable) -> Bool {
    running.contains { $0.name == name && $0.payload.map { AnyHashable($0) } == AnyHashable(payload) }
  }

  /// Whether an effect with a name runs in a child with an id, such as a row.
  ///
  /// - Parameters:
  ///   - name: The name that was passed to `run`.
  ///   - id: The id of the child, or of a child around it.
  public func isRunning(_ name: String, inChild id: some Hashable) -> Bool {
    running.contains { $0.name == name && $0.isIn(child: AnyHashable(id)) }
  }
}
