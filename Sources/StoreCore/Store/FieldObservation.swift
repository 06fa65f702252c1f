import Observation

/// Makes each property of a state observable by itself, without a macro.
///
/// It remembers, for each key path that was read, how to compare the property's values, and notifies just those whose
/// value differs after a change. Observation tells an observer once; who wants to hear more reads again.
final class FieldObservation<State>: Observable {
  /// A property that was read since it last changed.
  struct Field {
    /// Whether the property differs between two states.
    let differs: (State, State) -> Bool

    /// Tells observers that the property is about to change.
    let willChange: (FieldObservation) -> Void

    /// Tells observers that the property has changed.
    let didChange: (FieldObservation) -> Void
  }

  /// Who observes which property.
  private let registrar = ObservationRegistrar()

  /// The properties that were read since they last changed.
  private var fields: [PartialKeyPath<State>: Field] = [:]

  /// Whether any property was read since it last changed.
  var isObserved: Bool { !fields.isEmpty }

  /// Stands for a property of the state in key paths that the registrar can tell apart.
  private subscript<Value>(field keyPath: KeyPath<State, Value>) -> KeyPath<State, Value> { keyPath }

  /// Notes that a property is read.
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

  /// The properties that were read and that differ between two states; they count as unread from here on.
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

  /// Takes out the properties that were read.
  ///
  /// To compare properties, and to look up key paths with arguments of the user's types, runs code of the user, which may
  /// read further properties. It finds an empty table, and none that is in use.
  private func takeFields() -> [PartialKeyPath<State>: Field] {
    var taken: [PartialKeyPath<State>: Field] = [:]
    swap(&fields, &taken)
    return taken
  }

  /// Puts back properties, beside those that were read meanwhile.
  private func putBack(_ taken: consuming [PartialKeyPath<State>: Field]) {
    while !fields.isEmpty { taken.merge(takeFields()) { field, _ in field } }
    swap(&fields, &taken)
  }

  /// Tells observers that properties are about to change.
  func willChange(_ fields: [Field]) {
    for field in fields { field.willChange(self) }
  }

  /// Tells observers that properties have changed.
  func didChange(_ fields: [Field]) {
    for field in fields { field.didChange(self) }
  }
}

/// Whether a value equals another, whatever their type.
private func equal<Value: Equatable>(_ first: Value, to second: Any) -> Bool {
  (second as? Value) == first
}
