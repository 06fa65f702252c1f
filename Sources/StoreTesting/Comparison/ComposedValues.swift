import StoreCore

// Values of composed features, shown as their contents.

extension Sealed: StructuredValue {
  /// The sealed content, which tests may read.
  var reflected: ReflectedValue { ReflectedValue(of: content) }
}

extension IdentifiedArray: StructuredValue {
  /// The elements. The index by id and the version add no information.
  var reflected: ReflectedValue { .list(elements, isCut: false) }
}
