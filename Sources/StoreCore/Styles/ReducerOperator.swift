/// A reducer that wraps a feature, and is known by the feature's name.
package protocol ReducerOperator {
  static var featureType: Any.Type { get }
}

/// The type by which people know a reducer: without the operators around it.
package func featureType(of reducer: Any.Type) -> Any.Type {
  (reducer as? any ReducerOperator.Type).map { featureType(of: $0.featureType) } ?? reducer
}

/// A value as a text names it: a string in quotes, and anything else as it prints.
package func namedText(of value: Any) -> String {
  (value as? any StringProtocol).map { String($0).debugDescription } ?? "\(value)"
}
