import Observation

/// An object that makes each property of a state observable separately, without a macro.
///
/// It stores a comparison for each key path that was read. After a change, it notifies the observers of the properties
/// with different values. Observation notifies an observer once, until the observer reads again.
final class FieldObservation<State>: Observable {
  /// A property that was read.
  struct Field {
    /// Whether two states differ in the property. A property that isn't Equatable always differs.
    let differs: (State, State) -> Bool

    /// Notifies observers that the property is about to change.
    let willChange: (FieldObservation) -> Void

    /// Notifies observers that the property has changed.
    let didChange: (FieldObservation) -> Void
  }

  private let registrar = ObservationRegistrar()

  /// The properties that were read since they last changed.
  private var fields: [PartialKeyPath<State>: Field] = [:] {
    didSet { isObserved = !fields.isEmpty }
  }

  /// Whether any property was read since it last changed. Performance: each message asks, and a table of a generic type
  /// makes the runtime look up the type.
  private(set) var isObserved = false

  /// Maps a key path of the state to a key path of this object, for the registrar.
  private subscript<Value>(field keyPath: KeyPath<State, Value>) -> KeyPath<State, Value> { keyPath }

  /// Records a read of a property.
  func access<Value>(_ keyPath: KeyPath<State, Value>) {
    registrar.access(self, keyPath: \.[field: keyPath])
    guard !isKnown(keyPath) else { return }
    let field = Field(
      differs: { old, new in
        guard let old = old[keyPath: keyPath] as? any Equatable else { return true }
        return !equal(old, to: new[keyPath: keyPath])
      },
      willChange: { $0.registrar.willSet($0, keyPath: \.[field: keyPath]) },
      didChange: { $0.registrar.didSet($0, keyPath: \.[field: keyPath]) }
    )
    var fields = takeFields()
    fields[keyPath] = field
    putBack(fields)
  }

  /// Returns the properties that were read and that differ between two states, and marks them as unread.
  func changedFields(from old: State, to new: State) -> [Field] {
    guard isObserved else { return [] }
    var fields = takeFields()
    let changed = fields.filter { $0.value.differs(old, new) }
    for keyPath in changed.keys { fields[keyPath] = nil }
    putBack(fields)
    return Array(changed.values)
  }

  /// Whether a property was read since it last changed.
  private func isKnown(_ keyPath: PartialKeyPath<State>) -> Bool {
    let fields = fields
    return fields[keyPath] != nil
  }

  /// Removes and returns the properties that were read.
  ///
  /// Comparing properties, and looking up key paths with custom arguments, runs user code, which may read further
  /// properties. That code then accesses an empty table instead of one in use.
  private func takeFields() -> [PartialKeyPath<State>: Field] {
    var taken: [PartialKeyPath<State>: Field] = [:]
    swap(&fields, &taken)
    return taken
  }

  /// Puts the properties back, and keeps those that were read in the meantime.
  private func putBack(_ taken: consuming [PartialKeyPath<State>: Field]) {
    while !fields.isEmpty { taken.merge(takeFields()) { field, _ in field } }
    swap(&fields, &taken)
  }

  /// Notifies observers that properties are about to change.
  func willChange(_ fields: [Field]) {
    for field in fields { field.willChange(self) }
  }

  /// Notifies observers that properties have changed.
  func didChange(_ fields: [Field]) {
    for field in fields { field.didChange(self) }
  }
}

/// Whether two values of any types are equal.
private func equal<Value: Equatable>(_ first: Value, to second: Any) -> Bool {
  (second as? Value) == first
}
