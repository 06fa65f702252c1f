import StoreCore

// Values of composed features, shown as their contents.

extension Sealed: StructuredValue {
  /// The sealed content, which tests may read.
  var structure: Structure { Structure(of: content) }
}

extension IdentifiedArray: StructuredValue {
  /// The elements. The index by id and the removal stamp add no information.
  var structure: Structure { .list(elements, isCut: false) }
}
