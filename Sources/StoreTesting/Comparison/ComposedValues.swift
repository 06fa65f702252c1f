import StoreCore

// Values that features are composed with, shown as what they hold.

extension Sealed: StructuredValue {
  /// What is in it: a test may look.
  var structure: Structure { Structure(of: content) }
}

extension IdentifiedArray: StructuredValue {
  /// The elements. What finds them by id, and what tells that some have left, says nothing more.
  var structure: Structure { .list(elements, isCut: false) }
}
