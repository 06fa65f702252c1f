public import StoreDependencies

extension Reducer where Self: Sendable {
  /// The same feature with a dependency of its own.
  ///
  /// Its reducer and its effects see the value, and so do those of its children; nobody around it does. Timing operators
  /// such as `debounce` follow a clock that is set in this way.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of it.
  ///   - value: What the feature sees instead of what is in force around it.
  public func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: Value
  ) -> some Reducer<State, Input, Feedback, Output> & Sendable {
    OverridingReducer(base: self, override: DependencyOverride { $0[keyPath: keyPath] = value })
  }
}

/// A feature with dependencies of its own.
private struct OverridingReducer<Base: Reducer & Sendable>: Reducer, Sendable {
  let base: Base
  let override: DependencyOverride

  /// Reduces under the feature's own dependencies, and has its effects run under them.
  func reduce(
    message: Message<Base.Input, Base.Feedback>,
    into state: inout Base.State
  ) -> Effect<Base.Feedback, Base.Output> {
    let effect = DependencyValues.withValues(override.values(over: .current)) {
      base.reduce(message: message, into: &state)
    }
    return overriding(effect)
  }

  /// Starts as the feature does, under its own dependencies.
  func start(from state: Base.State) -> Effect<Base.Feedback, Base.Output> {
    overriding(DependencyValues.withValues(override.values(over: .current)) { base.start(from: state) })
  }

  /// The same effect under the feature's own dependencies.
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
