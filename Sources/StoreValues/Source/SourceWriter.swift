/// A writer of values as Swift expressions.
package struct SourceWriter {
  /// The greatest number of characters of an expression; longer ones are unreadable.
  private static let limit = 2_000

  private static let maximumDepth = 20

  /// The number of values that may still be visited. Each takes at least one character.
  private final class Budget {
    var values = SourceWriter.limit
  }

  /// The budget, which all nested writers share.
  private let budget: Budget

  /// The texts of the enclosing values that provide their own text. A suggestion must not contain a part that one of
  /// them hides.
  private let customTexts: [CustomText]

  /// The path of the test's file; nil if unknown.
  private let file: String?

  /// The path of the test's file where no other is given; nil if unknown.
  @TaskLocal package static var testFile: String?

  package init(customTexts: [CustomText] = [], near file: String? = nil) {
    self.init(budget: Budget(), customTexts: customTexts, near: file ?? Self.testFile)
  }

  private init(budget: Budget, customTexts: [CustomText], near file: String?) {
    self.budget = budget
    self.customTexts = customTexts
    self.file = file
  }

  /// Returns a value as an expression.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - declared: The declared type of its place; nil if unknown.
  package func source(of value: Any, declared: Any.Type?) -> SourceText {
    let source = source(of: value, declared: declared, depth: 0)
    let isLong = source.text.utf8.count > Self.limit
    return isLong || !source.isComplete
      ? SourceText(value, obstacle: isLong ? .length : source.obstacle ?? .length) : source
  }

  /// Returns a value as a part of an expression.
  private func source(of value: Any, declared: Any.Type?, depth: Int) -> SourceText {
    budget.values -= 1
    guard depth < Self.maximumDepth, budget.values >= 0 else { return .endless }
    if let customText = CustomText(value), customTexts.last != customText {
      return SourceWriter(budget: budget, customTexts: customTexts + [customText], near: file).source(
        of: value,
        declared: declared,
        depth: depth
      )
    }
    let isInferred = declared == type(of: value)
    // A cast would look into the optional.
    if !isInferred, value is any OptionalValue, let inner = Mirror(reflecting: value).children.first?.value {
      return wrapped(inner, in: value, isInferred: false, depth)
    }
    if let value = value as? any SourceValue {
      if let customText = customText(over: value) { return SourceText(value, obstacle: .hidden(customText.type)) }
      if isRandomIdentifier(value) { return SourceText(value, obstacle: .random) }
      if isDateOfNow(value) { return SourceText(value, obstacle: .now) }
      let text = value.sourceText(isInferred: isInferred)
      return text.utf8.count <= Self.limit ? SourceText(text) : .endless
    }
    if let value = value as? any TransparentValue {
      return source(of: value.anyContent, declared: type(of: value.anyContent), depth: depth + 1)
    }
    if let value = value as? any CalledValue { return call(value, isInferred: isInferred, depth) }
    if let value = value as? any InitialisedValue {
      let parts = value.arguments.map { ReflectedValue.Part(label: $0.label, value: $0.value) }
      return list(
        sourceName(of: type(of: value)) + "(",
        parts,
        close: ")",
        types: parts.map { type(of: $0.value) },
        depth: depth
      )
    }
    if let source = (value as? AnyKeyPath).flatMap(keyPath) { return source }
    return source(of: ReflectedValue(of: value), value, isInferred: isInferred, depth)
  }

  /// Returns a value as an expression that consists of its parts.
  private func source(of structure: ReflectedValue, _ value: Any, isInferred: Bool, _ depth: Int) -> SourceText {
    switch structure {
    case .absent: SourceText(isInferred ? "nil" : "\(sourceName(of: type(of: value))).none")
    case .present(let inner): wrapped(inner, in: value, isInferred: isInferred, depth)
    case .choice(let name, let parts): choice(name, parts, of: value, isInferred: isInferred, depth: depth)
    case .tuple(let parts) where parts.count == 1: SourceText(value, obstacle: .singleTuple)
    case .tuple(let parts): list("(", parts, close: ")", types: fieldTypes(of: value, parts), depth: depth)
    case .record(let record): self.record(record, value, depth: depth)
    case .range(let lower, let sign, upper: let upper): range(lower, sign, upper: upper, depth: depth)
    case .list(let list, _):
      literal(value, isInferred: isInferred, count: list.count, depth: depth) {
        (0..<list.count).map { [list.element(at: $0)] }
      }
    case .set(let set, _):
      literal(value, isInferred: isInferred, count: set.count, depth: depth) { ordered(set.members).map { [$0] } }
    case .dictionary(let dictionary, _):
      literal(value, isInferred: isInferred, count: dictionary.count, depth: depth) {
        ordered(dictionary.entries, by: \.key).map { [$0.key, $0.value] }
      }
    case .opaque where String(reflecting: type(of: value)).contains("->"): SourceText(value, obstacle: .closure)
    case .atom: number(value, isInferred: isInferred) ?? secret(value)
    case .text, .opaque: secret(value)
    }
  }

  /// Returns a value as a call of a static function of its type.
  private func call(_ value: any CalledValue, isInferred: Bool, _ depth: Int) -> SourceText {
    guard let (opening, argument) = value.call else { return secret(value) }
    let source = source(of: argument, declared: type(of: argument), depth: depth + 1)
    guard source.isComplete else { return source }
    return SourceText("\(isInferred ? "" : sourceName(of: type(of: value)))\(opening)\(source.text))", of: [source])
  }

  /// Returns the surrounding text that hides a value. Booleans don't count, as they reveal nothing.
  private func customText(over value: any SourceValue) -> CustomText? {
    guard !customTexts.isEmpty, !(value is Bool) else { return nil }
    let text = (value as? any StringProtocol).map { String($0) } ?? describe(value, limit: .max)
    return customTexts.first { !$0.text.contains(text) }
  }

  /// Returns the source for a value that only its type can create.
  private func secret(_ value: Any) -> SourceText {
    SourceText(value, obstacle: .notConstructible(shortName(of: type(of: value))))
  }

  /// Returns a number of an otherwise unknown type, such as `CGFloat`.
  private func number(_ value: Any, isInferred: Bool) -> SourceText? {
    /// Writes a number of a statically known type, if a literal has enough precision.
    func text<Number: BinaryFloatingPoint>(_ number: Number) -> String? {
      let double = Double(number)
      guard number.isNaN || Number(double) == number else { return nil }
      return double.sourceText(as: Number.self, isInferred: isInferred)
    }
    return (value as? any BinaryFloatingPoint).flatMap { text($0) }.map { SourceText($0) }
  }

  /// Returns the content of an optional or another wrapper.
  private func wrapped(_ inner: Any, in value: Any, isInferred: Bool, _ depth: Int) -> SourceText {
    guard let optional = type(of: value) as? any OptionalValue.Type else {
      let source = source(of: inner, declared: nil, depth: depth + 1)
      return value is AnyHashable ? SourceText("AnyHashable(\(source.text))", of: [source]) : secret(value)
    }
    if !isInferred || containsNil(inner) {
      let source = source(of: inner, declared: optional.wrappedType, depth: depth + 1)
      return SourceText("\(isInferred ? "" : sourceName(of: optional)).some(\(source.text))", of: [source])
    }
    return source(of: inner, declared: inferredInOptional(inner, optional.wrappedType), depth: depth + 1)
  }

  private func choice(_ name: String, _ parts: [ReflectedValue.Part], of value: Any, isInferred: Bool, depth: Int)
    -> SourceText
  {
    let prefix = (isInferred ? "" : sourceName(of: type(of: value))) + ".\(memberName(name))"
    guard !parts.isEmpty else { return isKnownCase(name) ? SourceText(prefix) : secret(value) }
    // The runtime doesn't know the declared types of payloads. A payload that may be declared as an existential names
    // its type.
    let types = parts.map { part in
      part.value is any Error
        || (isEnum(part.value) || part.value is any OptionalValue) && mayHoldType(of: part.value, in: value)
          && DeclaredTypes.declaration(of: type(of: value), near: file)?.declares(part.value, asPayloadOf: name) != true
        ? nil : type(of: part.value)
    }
    let source = list(prefix + "(", parts, close: ")", types: types, depth: depth)
    // The runtime also doesn't distinguish several payloads from one tuple. Such a tuple rarely has labels, so labelled
    // payloads need no remark.
    guard parts.count > 1, parts.allSatisfy({ $0.label == nil }), source.isComplete else { return source }
    if let known = DeclaredTypes.declaration(of: type(of: value), near: file)?.hasTuple(name) {
      return known ? list(prefix + "((", parts, close: "))", types: types, depth: depth) : source
    }
    return SourceText(source.text, of: [source], remark: SourceText.remark(onPayloadOf: name))
  }

  /// Returns a struct as a call of its memberwise initialiser.
  private func record(_ record: ReflectedValue.Record, _ value: Any, depth: Int) -> SourceText {
    // The initialisers of property wrappers and of types with custom mirrors are unknown.
    let isWritable = record.parts.allSatisfy { part in part.label.map { !$0.hasPrefix("_") } ?? false }
    if record.isObject { return SourceText(value, obstacle: .object(record.name)) }
    guard !record.isCustom, isWritable else { return secret(value) }
    if let source = declaredCall(record, of: value, depth: depth) { return source }
    let name = sourceName(of: type(of: value))
    let source = list(name + "(", record.parts, close: ")", types: fieldTypes(of: value, record.parts), depth: depth)
    guard source.isComplete, !(value is any RawRepresentable) else { return source }
    return SourceText(source.text, of: [source], remark: SourceText.remark(onInitialiserOf: name))
  }

  /// Returns a struct as a call of an initialiser that its source declares; nil if none is known.
  ///
  /// Variables that no parameter sets are assigned.
  private func declaredCall(_ record: ReflectedValue.Record, of value: Any, depth: Int) -> SourceText? {
    guard let declaration = DeclaredTypes.declaration(of: type(of: value), near: file), declaration.hasOwnInitialiser,
      !(value is any RawRepresentable)
    else { return nil }
    let fields = Dictionary(
      zip(record.parts, fieldTypes(of: value, record.parts)).map { ($0.label ?? "", (value: $0.value, type: $1)) },
      uniquingKeysWith: { first, _ in first }
    )
    let usable = declaration.initialisers.filter { $0.takes(only: Set(fields.keys)) }
    let best = usable.max { first, second in
      first.parameters.count { fields[$0.name] != nil } < second.parameters.count { fields[$0.name] != nil }
    }
    guard let parameters = best?.parameters.filter({ fields[$0.name] != nil }) else { return secret(value) }
    let name = sourceName(of: type(of: value))
    let call = list(
      name + "(",
      parameters.map { .init(label: $0.label, value: fields[$0.name]?.value ?? ()) },
      close: ")",
      types: parameters.map { fields[$0.name]?.type },
      depth: depth
    )
    let rest = record.parts.filter { part in !parameters.contains { $0.name == part.label } }
    guard call.isComplete, !rest.isEmpty else { return call }
    if let lacking = rest.first(where: { !declaration.canAssign($0.label ?? "") }) {
      return SourceText(value, obstacle: .lacksProperty(lacking.label ?? "", of: shortName(of: type(of: value))))
    }
    let sources = rest.map { source(of: $0.value, declared: fields[$0.label ?? ""]?.type, depth: depth + 1) }
    let assignments = zip(rest, sources).map { "value.\($0.label ?? "") = \($1.text)" }.joined(separator: "; ")
    return SourceText("{ var value = \(call.text); \(assignments); return value }()", of: [call] + sources)
  }

  /// Returns a key path; nil if a part of it has no name.
  private func keyPath(_ path: AnyKeyPath) -> SourceText? {
    let text = String(reflecting: path)
    guard text.hasPrefix("\\"), !text.contains("<"), let dot = text.firstIndex(of: ".") else { return nil }
    return SourceText("\\\(sourceName(of: type(of: path).rootType))\(text[dot...])")
  }

  private func range(_ lower: Any?, _ sign: String, upper: Any?, depth: Int) -> SourceText {
    let bounds = [lower, upper].map { bound in bound.map { source(of: $0, declared: type(of: $0), depth: depth + 1) } }
    // The compiler would parse a sign after the operator as part of it.
    let last = bounds[1].map { $0.text.hasPrefix("-") ? "(\($0.text))" : $0.text } ?? ""
    return SourceText((bounds[0]?.text ?? "") + sign + last, of: bounds.compactMap(\.self))
  }

  /// Returns a literal of elements, or of keys and values.
  ///
  /// - Parameters:
  ///   - value: The collection.
  ///   - isInferred: Whether the context determines the type.
  ///   - count: The number of elements.
  ///   - depth: The nesting depth.
  ///   - read: Returns the elements, or the keys and values, in order.
  private func literal(
    _ value: Any,
    isInferred: Bool,
    count: Int,
    depth: Int,
    read: () -> [[Any]]
  ) -> SourceText {
    guard let type = type(of: value) as? any LiteralCollection.Type else { return secret(value) }
    guard count <= budget.values else { return .endless }
    let contents = read()
    var sources: [SourceText] = []
    var length = 0
    for content in contents {
      let parts = zip(content, type.contentTypes).map { source(of: $0, declared: $1, depth: depth + 1) }
      sources.append(SourceText(parts.map(\.text).joined(separator: ": "), of: parts))
      if let last = sources.last, !last.isComplete { return last }
      length += sources.last?.text.utf8.count ?? 0
      guard length <= Self.limit else { return .endless }
    }
    let isEmptyDictionary = contents.isEmpty && type.contentTypes.count == 2
    let literal = "[" + (isEmptyDictionary ? ":" : sources.map(\.text).joined(separator: ", ")) + "]"
    // Without a context, the compiler infers these types from the literal.
    let isDefault = !contents.isEmpty && (type == [String].self || type == [Int].self || type == [Bool].self)
    return SourceText(isInferred || isDefault ? literal : "(\(literal) as \(sourceName(of: type)))", of: sources)
  }

  private func list(
    _ open: String,
    _ parts: [ReflectedValue.Part],
    close: String,
    types: [Any.Type?],
    depth: Int
  ) -> SourceText {
    var sources: [SourceText] = []
    for (part, type) in zip(parts, types) {
      let source = source(of: part.value, declared: type, depth: depth + 1)
      // A part that can't be written makes the whole unwritable.
      guard source.isComplete else { return source }
      sources.append(part.label.map { SourceText("\(argumentLabel($0)): \(source.text)", of: [source]) } ?? source)
    }
    return SourceText(open + sources.map(\.text).joined(separator: ", ") + close, of: sources)
  }

  /// Whether a case without payload has a name in source code.
  private func isKnownCase(_ name: String) -> Bool {
    !name.hasPrefix("case_")
  }

  private func isEnum(_ value: Any) -> Bool {
    if case .choice = ReflectedValue(of: value) { true } else { false }
  }
}

/// The text and the name of a type that provides its own text. A suggestion contains no part that the text hides.
package struct CustomText: Equatable {
  let text: String
  let type: String

  /// Creates the custom text of a value; nil if its parts are shown.
  init?(_ value: Any) {
    guard let text = ownText(of: value) else { return nil }
    (self.text, type) = (text, shortName(of: Swift.type(of: value)))
  }
}

extension SourceText {
  /// A placeholder for a part of an expression that is too long.
  fileprivate static var endless: Self { Self(Verbatim("…"), obstacle: .length) }
}

/// Returns the type of a value that the compiler infers in an optional place; nil if the value must name its type.
///
/// The compiler would interpret the cases `none` and `some` as those of the optional.
func inferredInOptional(_ value: Any, _ declared: Any.Type?) -> Any.Type? {
  switch ReflectedValue(of: value) {
  case .choice("none", _), .choice("some", _): nil
  default: declared
  }
}

/// Returns the declared types of a value's fields; nil for unknown ones.
func fieldTypes(of value: Any, _ parts: [ReflectedValue.Part]) -> [Any.Type?] {
  guard let fields = FieldLayout.fields(of: type(of: value)), fields.count == parts.count else {
    return parts.map { _ in nil }
  }
  return fields.map(\.type)
}
