import Synchronization

/// A cache of facts about types. A fact depends only on its type, so sharing it between tests is safe.
package final class TypeFacts<Fact: Sendable>: Sendable {
  private let known = Mutex<[ObjectIdentifier: Fact]>([:])
  private let find: @Sendable (Any.Type) -> Fact

  package init(_ find: @escaping @Sendable (Any.Type) -> Fact) {
    self.find = find
  }

  package subscript(type: Any.Type) -> Fact {
    let id = ObjectIdentifier(type)
    if let fact = known.withLock({ $0[id] }) { return fact }
    // Computed outside of the lock, as a fact about a type may need one about another.
    let fact = find(type)
    known.withLock { $0[id] = fact }
    return fact
  }
}

/// Returns the types of a container's contents; nil if the type isn't a known container.
package func contentTypes(of type: Any.Type) -> [Any.Type]? {
  if let type = type as? any LiteralCollection.Type { return type.contentTypes }
  return (type as? any OptionalValue.Type).map { [$0.wrappedType] }
}

/// Whether values of a type are plain bytes without references.
package func isTrivial(_ type: Any.Type) -> Bool {
  func isTrivial<Value>(_ type: Value.Type) -> Bool { _isPOD(type) }
  return _openExistential(type, do: isTrivial)
}

/// Whether values of a type contain no objects, and its `==` ignores nothing. Only standard types are recognised.
package func isPlain(_ type: Any.Type) -> Bool {
  if type == String.self || type == Character.self || (type is any AtomicValue.Type && isTrivial(type)) { return true }
  return contentTypes(of: type)?.allSatisfy(isPlain) ?? false
}

/// Whether a type is a closure or an optional closure.
///
/// A mirror returns such a closure in a form that must not be called. Closures in structs and arrays are intact.
package func isClosure(_ type: Any.Type) -> Bool {
  var depth = 0
  var previous: Character = " "
  for character in String(reflecting: type).replacing("Swift.Optional<", with: "") {
    defer { previous = character }
    switch character {
    case "<": depth += 1
    case ">" where previous == "-": if depth == 0 { return true }
    case ">": depth -= 1
    default: break
    }
  }
  return false
}
