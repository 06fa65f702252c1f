import StoreCore
import StoreDependencies

/// Tests write the content as an argument of `feedback(_:)`, which seals it.
extension Sealed: TransparentValue {}

extension IdentifiedArray: StructuredValue, LiteralCollection {
  /// The elements. The index by id and the version add no information.
  package var reflected: ReflectedValue { .list(elements, isCut: false) }

  /// True: elements are inserted and removed by position.
  package static var isArray: Bool { true }

  /// True: elements are changed by id.
  package static var isIdentified: Bool { true }
}

extension Stack: StructuredValue, LiteralCollection {
  /// The screens by id. What the stack has popped adds no information.
  package var reflected: ReflectedValue {
    .dictionary(Dictionary(uniqueKeysWithValues: zip(ids, screens)), isCut: false)
  }

  package static var contentTypes: [Any.Type] { [ScreenID.self, Screen.self] }

  package func accepts(newKey key: Any) -> Bool { (key as? ScreenID).map { $0 >= nextID } ?? false }
}

/// Tests write the number of a screen.
extension ScreenID: TransparentValue {
  package var anyContent: Any { number }
}

/// A change is shown as an assignment, and written as a call.
extension Change: AtomicValue, CalledValue {
  package var atomText: String { "\(field ?? "a field") = \(describe(value))" }

  package var call: (opening: String, argument: Any)? { field.map { (".set(\\.\($0), ", value) } }
}

/// The title has no label.
extension AlertState: InitialisedValue {
  package var arguments: [(label: String?, value: Any)] {
    [(nil, title)] + [message].compactMap(\.self).map { ("message", $0) }
      + (buttons.isEmpty ? [] : [("buttons", buttons)])
  }
}

extension AlertState.Button: InitialisedValue {
  package var arguments: [(label: String?, value: Any)] {
    [(nil, title)] + [role].compactMap(\.self).map { ("role", $0) } + [action].compactMap(\.self).map { ("action", $0) }
  }
}

/// A property that refers to a dependency has no value of its own.
extension Dependency: UnshownValue {}
