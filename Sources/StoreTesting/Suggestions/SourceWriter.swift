/// Writes values as Swift expressions.
struct SourceWriter {
  /// How many characters an expression may have; a longer one is of no use to anybody.
  var limit = 2_000

  /// How deep values may be nested.
  private static let maximumDepth = 20

  /// A value as an expression.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - declared: The type of the place that it is for; nil if it isn't known.
  ///   - depth: How deep the value lies.
  func source(of value: Any, declared: Any.Type?, depth: Int = 0) -> Source {
    let isInferred = declared == type(of: value)
    guard depth < Self.maximumDepth else { return Source(missing: value) }
    if let value = value as? any SourceValue {
      let text = value.sourceText(isInferred: isInferred)
      return text.utf8.count <= limit ? Source(text) : Source(missing: value)
    }
    let source = source(of: Structure(of: value), value, isInferred: isInferred, depth)
    return source.text.utf8.count <= limit ? source : Source(missing: value)
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
      literal(value, isInferred: isInferred, (0..<min(list.count, limit)).map { [list.element(at: $0)] }, depth)
    case .set(let members, _):
      literal(value, isInferred: isInferred, ordered(members).prefix(limit).map { [$0] }, depth)
    case .dictionary(let entries, _):
      literal(
        value,
        isInferred: isInferred,
        ordered(entries, by: \.key).prefix(limit).map { [$0.key, $0.value] },
        depth
      )
    case .atom, .text, .opaque: Source(missing: value)
    }
  }

  /// What an optional, or another wrapper, holds.
  private func wrapped(_ inner: Any, in value: Any, _ depth: Int) -> Source {
    guard let optional = type(of: value) as? any OptionalValue.Type else {
      let source = source(of: inner, declared: nil, depth: depth + 1)
      return value is AnyHashable ? Source("AnyHashable(\(source.text))", of: [source]) : Source(missing: value)
    }
    switch Structure(of: inner) {
    case .absent: return Source(".some(nil)")
    // Such a case would be taken for one of the optional.
    case .choice("none", _), .choice("some", _): return source(of: inner, declared: nil, depth: depth + 1)
    default: return source(of: inner, declared: optional.wrappedType, depth: depth + 1)
    }
  }

  /// A case of an enum.
  private func choice(_ name: String, _ parts: [Structure.Part], _ value: Any, isInferred: Bool, _ depth: Int) -> Source
  {
    let prefix = (isInferred ? "" : sourceName(of: type(of: value))) + ".\(memberName(name))"
    guard !parts.isEmpty else { return isKnownCase(name) ? Source(prefix) : Source(missing: value) }
    // The runtime doesn't tell how payloads were declared. What could be declared as something more general says its type.
    let mayBeErased = size(of: value) >= MemoryLayout<Any>.size
    let types = parts.map { part in
      part.value is any Error || mayBeErased && isEnum(part.value) ? nil : type(of: part.value)
    }
    return list(prefix + "(", parts, ")", types: types, depth)
  }

  /// A struct, by its memberwise initialiser.
  private func record(_ record: Structure.Record, _ value: Any, _ depth: Int) -> Source {
    // Wrappers have initialisers that can't be known, and so has what shows itself in its own way.
    let isWritable = record.parts.allSatisfy { part in part.label.map { !$0.hasPrefix("_") } ?? false }
    guard !record.isObject, !record.isCustom, isWritable else { return Source(missing: value) }
    return list(
      sourceName(of: type(of: value)) + "(",
      record.parts,
      ")",
      types: fieldTypes(of: value, record.parts),
      depth
    )
  }

  /// A range.
  private func range(_ lower: Any?, _ sign: String, _ upper: Any?, _ depth: Int) -> Source {
    let bounds = [lower, upper].map { bound in bound.map { source(of: $0, declared: type(of: $0), depth: depth + 1) } }
    // A sign behind the operator would be taken for a part of it.
    let last = bounds[1].map { $0.text.hasPrefix("-") ? "(\($0.text))" : $0.text } ?? ""
    return Source((bounds[0]?.text ?? "") + sign + last, of: bounds.compactMap(\.self))
  }

  /// A literal of elements, or of keys and values.
  private func literal(_ value: Any, isInferred: Bool, _ contents: [[Any]], _ depth: Int) -> Source {
    guard let type = type(of: value) as? any LiteralCollection.Type else { return Source(missing: value) }
    var sources: [Source] = []
    var length = 0
    for content in contents {
      let parts = zip(content, type.contentTypes).map { source(of: $0, declared: $1, depth: depth + 1) }
      sources.append(Source(parts.map(\.text).joined(separator: ": "), of: parts))
      length += sources.last?.text.utf8.count ?? 0
      guard length <= limit else { return Source(missing: value) }
    }
    let isEmptyDictionary = contents.isEmpty && type.contentTypes.count == 2
    let literal = "[" + (isEmptyDictionary ? ":" : sources.map(\.text).joined(separator: ", ")) + "]"
    return Source(isInferred ? literal : "(\(literal) as \(sourceName(of: type)))", of: sources)
  }

  /// Parts between brackets.
  private func list(
    _ open: String,
    _ parts: [Structure.Part],
    _ close: String,
    types: [Any.Type?],
    _ depth: Int
  ) -> Source {
    let sources = zip(parts, types).map { part, type in
      let source = source(of: part.value, declared: type, depth: depth + 1)
      return part.label.map { Source("\($0): \(source.text)", of: [source]) } ?? source
    }
    return Source(open + sources.map(\.text).joined(separator: ", ") + close, of: sources)
  }

  /// Whether a case without payload has a name that was written by somebody.
  private func isKnownCase(_ name: String) -> Bool {
    !name.hasPrefix("case_")
  }

  /// Whether a value is an enum's.
  private func isEnum(_ value: Any) -> Bool {
    if case .choice = Structure(of: value) { true } else { false }
  }

  /// How many bytes a value takes.
  private func size(of value: Any) -> Int {
    /// Measures a value of a type that is known again.
    func size<Value>(of _: Value) -> Int { MemoryLayout<Value>.size }
    return _openExistential(value, do: size)
  }
}

/// The types as which the fields of a value were declared; nil where that can't be told.
func fieldTypes(of value: Any, _ parts: [Structure.Part]) -> [Any.Type?] {
  guard let fields = FieldLayout.fields(of: type(of: value)), fields.count == parts.count else {
    return parts.map { _ in nil }
  }
  return fields.map(\.type)
}
