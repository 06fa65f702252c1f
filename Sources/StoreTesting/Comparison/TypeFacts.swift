import Synchronization

/// Facts about types, each found out once. A fact follows from its type alone, so it makes no difference who asks first.
final class TypeFacts<Fact: Sendable>: Sendable {
  private let known = Mutex<[ObjectIdentifier: Fact]>([:])
  private let find: @Sendable (Any.Type) -> Fact

  init(_ find: @escaping @Sendable (Any.Type) -> Fact) {
    self.find = find
  }

  subscript(type: Any.Type) -> Fact {
    let id = ObjectIdentifier(type)
    if let fact = known.withLock({ $0[id] }) { return fact }
    // Not under the lock: a fact about a type may need one about another.
    let fact = find(type)
    known.withLock { $0[id] = fact }
    return fact
  }
}

/// The types of what values of a type hold, if they hold only values of other types.
func contentTypes(of type: Any.Type) -> [Any.Type]? {
  if let type = type as? any LiteralCollection.Type { return type.contentTypes }
  return (type as? any OptionalValue.Type).map { [$0.wrappedType] }
}

/// Whether values of a type are nothing but bytes, so that there is no reference in them.
func isTrivial(_ type: Any.Type) -> Bool {
  func isTrivial<Value>(_ type: Value.Type) -> Bool { _isPOD(type) }
  return _openExistential(type, do: isTrivial)
}

/// Whether no value of a type can hold an object, and its `==` sees all there is to see, as far as the standard types go.
package func isPlain(_ type: Any.Type) -> Bool {
  if type == String.self || type == Character.self || (type is any AtomicValue.Type && isTrivial(type)) { return true }
  return contentTypes(of: type)?.allSatisfy(isPlain) ?? false
}
