public import StoreDependencies

extension Reducer where Self: Sendable {
  /// Returns the feature with one dependency overridden.
  ///
  /// The feature's reducer and effects see the value, and so do those of its children. Features that contain it don't.
  /// Timing operators such as `debounce` use a clock that is set this way.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of it.
  ///   - value: The value that the feature sees.
  public func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: Value
  ) -> some Reducer<State, Input, Feedback, Output> & Sendable {
    OverridingReducer(base: self, override: DependencyOverride { $0[keyPath: keyPath] = value })
  }
}

/// A feature with overridden dependencies.
private struct OverridingReducer<Base: Reducer & Sendable>: Reducer, Sendable {
  let base: Base
  let override: DependencyOverride

  /// Reduces under the override, and makes the effect run under it.
  func reduce(
    message: Message<Base.Input, Base.Feedback>,
    into state: inout Base.State
  ) -> Effect<Base.Feedback, Base.Output> {
    let effect = DependencyValues.withValues(override.values(over: .current)) {
      base.reduce(message: message, into: &state)
    }
    return overriding(effect)
  }

  /// Starts the feature under the override.
  func start(from state: Base.State) -> Effect<Base.Feedback, Base.Output> {
    overriding(DependencyValues.withValues(override.values(over: .current)) { base.start(from: state) })
  }

  /// Returns the effect under the override.
  private func overriding(
    _ effect: Effect<Base.Feedback, Base.Output>
  ) -> Effect<Base.Feedback, Base.Output> {
    if case .none = effect.node { return .none }
    return Effect(node: .overriding(effect.node.asOnlyPart, override))
  }
}

extension OverridingReducer: ReducerOperator {
  package static var featureType: Any.Type { Base.self }
}
