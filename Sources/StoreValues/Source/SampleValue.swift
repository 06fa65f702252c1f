/// Returns the last part of a value that is of a type, and isn't a part of another value.
///
/// - Parameters:
///   - value: The value, such as the feedback that the test expects.
///   - isWanted: Whether a part is of the type.
///   - excluded: The other value, such as the arguments of the call.
package func part(of value: Any, where isWanted: (Any) -> Bool, except excluded: Any? = nil, depth: Int = 0) -> Any? {
  if isWanted(value) {
    let known = excluded.flatMap { part(of: $0, where: isWanted) }
    return known.map { differences($0, value, limit: 1).isEmpty } == true ? nil : value
  }
  guard depth < 6 else { return nil }
  let parts: [Any] =
    switch ReflectedValue(of: value) {
    case .choice(_, let parts), .tuple(let parts): parts.map(\.value)
    case .record(let record): record.parts.map(\.value)
    case .present(let inner): [inner]
    default: []
    }
  for inner in parts.reversed() {
    if let found = part(of: inner, where: isWanted, except: excluded, depth: depth + 1) { return found }
  }
  return nil
}

/// Returns the source of an empty value; nil if the type isn't one of the standard library's.
package func emptySource(of type: Any.Type) -> String? {
  switch type {
  case is Bool.Type: "false"
  case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "0"
  case is String.Type: "\"\""
  case is any OptionalValue.Type: "nil"
  case let collection as any LiteralCollection.Type: collection.contentTypes.count == 2 ? "[:]" : "[]"
  default: nil
  }
}
