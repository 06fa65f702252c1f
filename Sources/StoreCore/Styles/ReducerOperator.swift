/// A reducer that wraps a feature, and uses the feature's name.
package protocol ReducerOperator {
  static var featureType: Any.Type { get }
}

/// Returns the feature type of a reducer, without the operators around it.
package func featureType(of reducer: Any.Type) -> Any.Type {
  (reducer as? any ReducerOperator.Type).map { featureType(of: $0.featureType) } ?? reducer
}

/// Returns a value as failure texts print it: a string in quotes, any other value as its description.
package func namedText(of value: Any) -> String {
  (value as? any StringProtocol).map { String($0).debugDescription } ?? "\(value)"
}
