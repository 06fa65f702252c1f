import StoreCore

/// Writes values as Swift expressions.
package struct SourceWriter {
  /// How many characters an expression may have; a longer one is of no use to anybody.
  private static let limit = 2_000

  private static let maximumDepth = 20

  /// How many values may still be looked at. Each takes a character at least, so there is no use for more of them.
  private final class Budget {
    var values = SourceWriter.limit
  }

  /// How many values may still be looked at, in all that the writer writes.
  private let budget: Budget

  /// The texts of values around what is written whose types show them so. A suggestion says nothing that one of them leaves out.
  private let veils: [Veil]

  package init(veils: [Veil] = []) {
    self.init(budget: Budget(), veils: veils)
  }

  private init(budget: Budget, veils: [Veil]) {
    self.budget = budget
    self.veils = veils
  }

  /// A value as an expression.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - declared: The type of the place that it is for; nil if it isn't known.
  package func source(of value: Any, declared: Any.Type?) -> Source {
    let source = source(of: value, declared: declared, depth: 0)
    let isLong = source.text.utf8.count > Self.limit
    return isLong || !source.isComplete ? Source(value, missing: isLong ? .length : source.obstacle ?? .length) : source
  }

  /// A value as an expression, somewhere in another one.
  private func source(of value: Any, declared: Any.Type?, depth: Int) -> Source {
    budget.values -= 1
    guard depth < Self.maximumDepth, budget.values >= 0 else { return .endless }
    if let veil = Veil(value), veils.last != veil {
      return SourceWriter(budget: budget, veils: veils + [veil]).source(of: value, declared: declared, depth: depth)
    }
    let isInferred = declared == type(of: value)
    if let value = value as? any SourceValue {
      if let veil = veil(over: value) { return Source(value, missing: .hidden(veil.type)) }
      if isRandomIdentifier(value) { return Source(value, missing: .random) }
      let text = value.sourceText(isInferred: isInferred)
      return text.utf8.count <= Self.limit ? Source(text) : .endless
    }
    // Tests say the content, for a place of its type, and `own(_:)` seals it.
    if let sealed = value as? any AnySealed {
      return source(of: sealed.anyContent, declared: type(of: sealed.anyContent), depth: depth + 1)
    }
    return source(of: Structure(of: value), value, isInferred: isInferred, depth)
  }

  /// A value as an expression, by what it is made of.
  private func source(of structure: Structure, _ value: Any, isInferred: Bool, _ depth: Int) -> Source {
    switch structure {
    case .absent: Source(isInferred ? "nil" : "\(sourceName(of: type(of: value))).none")
    case .present(let inner): wrapped(inner, in: value, depth)
    case .choice(let name, let parts): choice(name, parts, value, isInferred: isInferred, depth)
    case .tuple(let parts): list("(", parts, ")", types: fieldTypes(of: value, parts), depth)
    case .record(let record): self.record(record, value, depth)
    case .range(let lower, let sign, let upper): range(lower, sign, upper, depth)
    case .list(let list, _):
      literal(value, isInferred: isInferred, count: list.count, depth) {
        (0..<list.count).map { [list.element(at: $0)] }
      }
    case .set(let set, _):
      literal(value, isInferred: isInferred, count: set.count, depth) { ordered(set.members).map { [$0] } }
    case .dictionary(let dictionary, _):
      literal(value, isInferred: isInferred, count: dictionary.count, depth) {
        ordered(dictionary.entries, by: \.key).map { [$0.key, $0.value] }
      }
    case .opaque where String(reflecting: type(of: value)).contains("->"): Source(value, missing: .closure)
    case .atom: number(value, isInferred: isInferred) ?? secret(value)
    case .text, .opaque: secret(value)
    }
  }

  /// The text around a piece of data that leaves it out. What is true or false says nothing by itself.
  private func veil(over value: any SourceValue) -> Veil? {
    guard !veils.isEmpty, !(value is Bool) else { return nil }
    let text = (value as? any StringProtocol).map { String($0) } ?? describe(value, limit: .max)
    return veils.first { !$0.text.contains(text) }
  }

  /// A value that only its type knows how to make.
  private func secret(_ value: Any) -> Source {
    Source(value, missing: .secret(shortName(of: type(of: value))))
  }

  /// A number of a type that nothing else is known of, such as `CGFloat`.
  private func number(_ value: Any, isInferred: Bool) -> Source? {
    /// Writes a number of a type that is known again, if it is no more precise than a literal.
    func text<Number: BinaryFloatingPoint>(_ number: Number) -> String? {
      let double = Double(number)
      guard number.isNaN || Number(double) == number else { return nil }
      return double.sourceText(as: Number.self, isInferred: isInferred)
    }
    return (value as? any BinaryFloatingPoint).flatMap { text($0) }.map { Source($0) }
  }

  /// What an optional, or another wrapper, holds.
  private func wrapped(_ inner: Any, in value: Any, _ depth: Int) -> Source {
    guard let optional = type(of: value) as? any OptionalValue.Type else {
      let source = source(of: inner, declared: nil, depth: depth + 1)
      return value is AnyHashable ? Source("AnyHashable(\(source.text))", of: [source]) : secret(value)
    }
    switch Structure(of: inner) {
    case .absent: return Source(".some(nil)")
    // Such a case would be taken for one of the optional.
    case .choice("none", _), .choice("some", _): return source(of: inner, declared: nil, depth: depth + 1)
    default: return source(of: inner, declared: optional.wrappedType, depth: depth + 1)
    }
  }

  private func choice(_ name: String, _ parts: [Structure.Part], _ value: Any, isInferred: Bool, _ depth: Int) -> Source
  {
    let prefix = (isInferred ? "" : sourceName(of: type(of: value))) + ".\(memberName(name))"
    guard !parts.isEmpty else { return isKnownCase(name) ? Source(prefix) : secret(value) }
    // The runtime doesn't tell how payloads were declared. What could be declared as something more general says its type.
    let types = parts.map { part in
      part.value is any Error || isEnum(part.value) && mayBeErased(part.value, in: value) ? nil : type(of: part.value)
    }
    let source = list(prefix + "(", parts, ")", types: types, depth)
    // Nor does it tell several payloads from one tuple. Such a tuple seldom has names.
    guard parts.count > 1, parts.allSatisfy({ $0.label == nil }), source.isComplete else { return source }
    return Source(source.text, of: [source], remark: Source.remark(onPayloadOf: name))
  }

  /// A struct, by its memberwise initialiser.
  private func record(_ record: Structure.Record, _ value: Any, _ depth: Int) -> Source {
    // Wrappers have initialisers that can't be known, and so has what shows itself in its own way.
    let isWritable = record.parts.allSatisfy { part in part.label.map { !$0.hasPrefix("_") } ?? false }
    if record.isObject { return Source(value, missing: .object(record.name)) }
    guard !record.isCustom, isWritable else { return secret(value) }
    let name = sourceName(of: type(of: value))
    let source = list(name + "(", record.parts, ")", types: fieldTypes(of: value, record.parts), depth)
    guard source.isComplete, !(value is any RawRepresentable) else { return source }
    return Source(source.text, of: [source], remark: Source.remark(onInitialiserOf: name))
  }

  private func range(_ lower: Any?, _ sign: String, _ upper: Any?, _ depth: Int) -> Source {
    let bounds = [lower, upper].map { bound in bound.map { source(of: $0, declared: type(of: $0), depth: depth + 1) } }
    // A sign behind the operator would be taken for a part of it.
    let last = bounds[1].map { $0.text.hasPrefix("-") ? "(\($0.text))" : $0.text } ?? ""
    return Source((bounds[0]?.text ?? "") + sign + last, of: bounds.compactMap(\.self))
  }

  /// A literal of elements, or of keys and values.
  ///
  /// - Parameters:
  ///   - value: The collection.
  ///   - isInferred: Whether the place that it is for says its type.
  ///   - count: How many elements it has.
  ///   - depth: How deep it lies.
  ///   - read: The elements, or the keys and values, in order.
  private func literal(
    _ value: Any,
    isInferred: Bool,
    count: Int,
    _ depth: Int,
    _ read: () -> [[Any]]
  ) -> Source {
    guard let type = type(of: value) as? any LiteralCollection.Type else { return secret(value) }
    guard count <= budget.values else { return .endless }
    let contents = read()
    var sources: [Source] = []
    var length = 0
    for content in contents {
      let parts = zip(content, type.contentTypes).map { source(of: $0, declared: $1, depth: depth + 1) }
      sources.append(Source(parts.map(\.text).joined(separator: ": "), of: parts))
      if let last = sources.last, !last.isComplete { return last }
      length += sources.last?.text.utf8.count ?? 0
      guard length <= Self.limit else { return .endless }
    }
    let isEmptyDictionary = contents.isEmpty && type.contentTypes.count == 2
    let literal = "[" + (isEmptyDictionary ? ":" : sources.map(\.text).joined(separator: ", ")) + "]"
    return Source(isInferred ? literal : "(\(literal) as \(sourceName(of: type)))", of: sources)
  }

  private func list(
    _ open: String,
    _ parts: [Structure.Part],
    _ close: String,
    types: [Any.Type?],
    _ depth: Int
  ) -> Source {
    var sources: [Source] = []
    for (part, type) in zip(parts, types) {
      let source = source(of: part.value, declared: type, depth: depth + 1)
      // What can't be written makes all around it unwritable, so there is no use in going on.
      guard source.isComplete else { return source }
      sources.append(part.label.map { Source("\($0): \(source.text)", of: [source]) } ?? source)
    }
    return Source(open + sources.map(\.text).joined(separator: ", ") + close, of: sources)
  }

  /// Whether a case without payload has a name that was written by somebody.
  private func isKnownCase(_ name: String) -> Bool {
    !name.hasPrefix("case_")
  }

  private func isEnum(_ value: Any) -> Bool {
    if case .choice = Structure(of: value) { true } else { false }
  }

  /// Whether a payload may be declared as an existential: then the enum holds the payload's type beside it.
  private func mayBeErased(_ payload: Any, in value: Any) -> Bool {
    /// Looks for the type in a value of a type that is known again. Spare bits of the pointer may tell the case.
    func holdsType<Value>(_ value: Value) -> Bool {
      guard MemoryLayout<Value>.size >= MemoryLayout<Any>.size else { return false }
      let mask: UInt = 0x0000_FFFF_FFFF_FFF8
      let type = UInt(bitPattern: ObjectIdentifier(type(of: payload)))
      return withUnsafeBytes(of: value) { bytes in
        stride(from: 0, through: bytes.count - 8, by: 8).contains { offset in
          bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self) & mask == type & mask
        }
      }
    }
    return _openExistential(value, do: holdsType)
  }
}

/// The text by which a type has a value shown, and its name. A suggestion writes nothing from inside that the text leaves out.
package struct Veil: Equatable {
  let text: String
  let type: String

  /// Makes the veil of a value; nil if its type leaves it to the parts to show it.
  init?(_ value: Any) {
    guard let text = ownText(of: value) else { return nil }
    (self.text, type) = (text, shortName(of: Swift.type(of: value)))
  }
}

extension Source {
  /// Stands for a part of what is too long to be written.
  fileprivate static var endless: Self { Self(Verbatim("…"), missing: .length) }
}

/// The types as which the fields of a value were declared; nil where that can't be told.
func fieldTypes(of value: Any, _ parts: [Structure.Part]) -> [Any.Type?] {
  guard let fields = FieldLayout.fields(of: type(of: value)), fields.count == parts.count else {
    return parts.map { _ in nil }
  }
  return fields.map(\.type)
}
