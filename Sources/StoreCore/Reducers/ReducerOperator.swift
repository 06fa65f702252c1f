/// A reducer that wraps a feature, and uses the feature's name.
package protocol ReducerOperator {
  static var featureType: Any.Type { get }
}

/// Returns the feature type of a reducer, without the operators around it.
package func featureType(of reducer: Any.Type) -> Any.Type {
  (reducer as? any ReducerOperator.Type).map { featureType(of: $0.featureType) } ?? reducer
}
