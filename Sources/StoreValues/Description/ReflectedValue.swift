/// The visible parts of a value.
///
/// Only this type reflects values. ``ownText(of:)`` determines whether the parts or the type's own text is shown.
package enum ReflectedValue {
  /// A value without parts, and its text.
  case atom(String)

  case text(String)
  case absent

  /// An optional with its value, or another transparent wrapper.
  case present(Any)

  case choice(name: String, [Part])
  case tuple([Part])

  /// A struct, a class or an actor with its fields, superclass fields first.
  case record(Record)

  /// A range; one of its bounds may be missing.
  case range(lower: Any?, sign: String, upper: Any?)

  /// An ordered collection.
  case list(any ListValue, isCut: Bool)

  /// An unordered collection.
  case set(any SetValue, isCut: Bool)

  /// A dictionary.
  case dictionary(any DictionaryValue, isCut: Bool)

  /// A value without visible parts, such as a closure, and its kind.
  case opaque(String)

  package struct Part {
    /// The name of the part, if any.
    package let label: String?

    package let value: Any
  }

  /// A value with fields.
  package struct Record {
    let name: String
    package let parts: [Part]
    package let isObject: Bool

    /// Whether the type has a custom mirror, whose parts may differ from the stored properties.
    package let isCustom: Bool

    /// Whether some of too many fields were omitted.
    let isCut: Bool
  }

  /// The greatest number of parts to read from a custom mirror, which may be endless.
  static let maximumParts = 10_000

  /// The greatest nesting depth of custom mirrors to visit, as a mirror may contain its own subject.
  static let maximumCustomDepth = 4

  /// Whether some of too many parts were omitted.
  var isCut: Bool {
    switch self {
    case .list(_, let isCut), .set(_, let isCut), .dictionary(_, let isCut): isCut
    case .record(let record): record.isCut
    default: false
    }
  }

  /// The parts at fixed places, with the steps to them; empty for other values, and for those with too many parts.
  package var places: [(step: Step, value: Any)] {
    guard !isCut else { return [] }
    return switch self {
    case .present(let inner): [(.unwrapped, inner)]
    case .choice(let name, let parts): Self.places(of: parts, payloadOf: name)
    case .tuple(let parts): Self.places(of: parts)
    case .record(let record) where !record.isObject: Self.places(of: record.parts)
    case .list(let list, _) where list.count <= Self.maximumParts:
      (0..<list.count).map { (.index($0), list.element(at: $0)) }
    default: []
    }
  }

  private static func places(of parts: [Part], payloadOf choice: String? = nil) -> [(step: Step, value: Any)] {
    parts.enumerated().map { ($1.step(at: $0, of: parts.count, payloadOf: choice), $1.value) }
  }

  /// Creates the reflection of a value.
  ///
  /// - Parameters:
  ///   - value: Any value.
  ///   - limit: The greatest number of parts to read from a custom mirror.
  package init(of value: Any, atMost limit: Int = maximumParts) {
    func record<Value>(_ value: Value) -> Record? { RecordLayout.record(of: value) }
    if let record = _openExistential(value, do: record) {
      self = .record(record)
    } else if let value = value as? any AtomicValue {
      self = .atom(value.atomText)
    } else if let value = value as? any StructuredValue {
      self = value.reflected
    } else {
      self.init(reflecting: value, limit)
    }
  }

  private init(reflecting value: Any, _ limit: Int) {
    let mirror = Mirror(reflecting: value)
    let type = type(of: value)
    switch mirror.displayStyle {
    case .enum: self = Self.choice(of: value, mirror)
    case .tuple: self = .tuple(mirror.children.map { Part($0) })
    case .optional: self = mirror.children.first.map { .present($0.value) } ?? .absent
    case .collection: self = Self.list(of: mirror, limit)
    case .set:
      let (children, isCut) = Self.children(of: mirror, limit)
      self = .set(LooseMembers(members: children.map(\.value)), isCut: isCut)
    case .dictionary: self = Self.dictionary(of: mirror, limit)
    default:
      if let text = standardText(of: value) {
        self = .atom(text)
      } else if let number = value as? any BinaryFloatingPoint {
        self = .atom(Double(number).debugDescription)
      } else if value is any Any.Type {
        self = .atom(shortName(of: value as? any Any.Type ?? type) + ".self")
      } else if mirror.displayStyle == nil && mirror.children.isEmpty {
        self = .opaque(shortName(of: type))
      } else if value is any CustomReflectable, mirror.children.first.map({ $0.label == nil }) ?? false {
        self = Self.list(of: mirror, limit)
      } else if Self.isInternal(mirror, of: type) {
        self = .opaque(shortName(of: type))
      } else {
        self = Self.record(of: value, mirror, limit)
      }
    }
  }

  /// Whether a value has only internal parts of the standard library, like a stream.
  private static func isInternal(_ mirror: Mirror, of type: Any.Type) -> Bool {
    guard belongsToStandard(type), let child = mirror.children.first else { return false }
    return child.label?.hasPrefix("_") == true || shortName(of: Swift.type(of: child.value)).hasPrefix("_")
  }

  private static func choice(of value: Any, _ mirror: Mirror) -> Self {
    guard let child = mirror.children.first else { return .choice(name: caseName(of: value), []) }
    let name = sourceIdentifier(child.label ?? "_")
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple, !payload.children.isEmpty, !isArgument(child.value, of: type(of: value))
    else {
      return .choice(name: name, [Part(label: nil, value: child.value)])
    }
    return .choice(name: name, payload.children.map { Part($0) })
  }

  /// Whether a tuple is a generic argument, as in `Result<(Int, Int), Never>`, and so a single payload.
  private static func isArgument(_ tuple: Any, of type: Any.Type) -> Bool {
    let (name, argument) = (String(reflecting: type), String(reflecting: Swift.type(of: tuple)))
    return name.contains("<" + argument) || name.contains(", " + argument)
  }

  private static func record(of value: Any, _ mirror: Mirror, _ limit: Int) -> Self {
    var levels = [mirror]
    while let next = levels.last?.superclassMirror, levels.count < 50 { levels.append(next) }
    var parts: [Part] = []
    var isCut = false
    for level in levels.reversed() {
      let (children, more) = children(of: level, limit)
      for child in children where !isUnshown(child.label, Swift.type(of: child.value)) {
        parts.append(Part(field: child, of: level))
      }
      isCut = isCut || more
    }
    return .record(
      Record(
        name: shortName(of: type(of: value)),
        parts: parts,
        isObject: type(of: value) is AnyClass,
        isCustom: value is any CustomReflectable,
        isCut: isCut
      )
    )
  }

  /// Returns a collection of an unknown type.
  private static func list(of mirror: Mirror, _ limit: Int) -> Self {
    let (children, isCut) = children(of: mirror, limit)
    return .list(children.map(\.value), isCut: isCut)
  }

  private static func dictionary(of mirror: Mirror, _ limit: Int) -> Self {
    let (children, isCut) = children(of: mirror, limit)
    let entries = children.enumerated().map { index, child -> (key: Any, value: Any) in
      let pair = Array(Mirror(reflecting: child.value).children.prefix(2))
      return pair.count == 2 ? (pair[0].value, pair[1].value) : (child.label ?? "\(index)", child.value)
    }
    return .dictionary(LooseEntries(entries: entries), isCut: isCut)
  }

  /// Returns the children of a mirror, and whether the limit cuts them off. Their count is never read, as they may be
  /// endless.
  private static func children(of mirror: Mirror, _ limit: Int) -> ([Mirror.Child], isCut: Bool) {
    let children = Array(mirror.children.prefix(limit + 1))
    return children.count > limit ? (Array(children.prefix(limit)), true) : (children, false)
  }

  private static let isUnshown = TypeFacts { $0 is any UnshownValue.Type }

  /// Whether a field with a name and a type is never shown, or was generated by the compiler or a macro.
  static func isUnshown(_ label: String?, _ type: Any.Type) -> Bool {
    switch label {
    case "$defaultActor", "$distributedActor", "_$observationRegistrar": true
    default: isUnshown[type]
    }
  }
}

extension ReflectedValue.Part {
  /// Creates a part from a child of a mirror, with its name in source code.
  init(_ child: Mirror.Child) {
    self.init(label: Self.name(child.label), value: child.value)
  }

  /// Creates a field from a child of a mirror. An object's noncopyable field appears as an empty tuple.
  init(field child: Mirror.Child, of mirror: Mirror) {
    let isMissing = mirror.displayStyle == .class && child.value is Void
    let label =
      mirror.displayStyle == .struct
      ? child.label.flatMap { Self.label(ofField: $0, Swift.type(of: child.value)) } : Self.name(child.label)
    self.init(label: label, value: isMissing ? Verbatim("(empty, or can't be copied)") : child.value)
  }

  /// Returns the label of a struct's field with a name and a type.
  ///
  /// Backticks mark a plain field whose name begins with an underscore. The storage of a wrapper never has a standard type.
  static func label(ofField name: String, _ type: Any.Type) -> String? {
    Self.name(name).map { $0.hasPrefix("_") && belongsToStandard(type) ? "`\($0)`" : $0 }
  }

  /// Returns the step to the part from the value around it.
  ///
  /// - Parameters:
  ///   - index: The position of the part.
  ///   - count: The number of parts.
  ///   - choice: The name of the case, if the part belongs to its payload.
  func step(at index: Int, of count: Int, payloadOf choice: String? = nil) -> Step {
    if let choice {
      return count == 1 && label == nil ? .payload(choice) : .payload(choice, part: label ?? "\(index)")
    }
    return label.map { .field($0) } ?? .position(index)
  }

  /// Returns the name of a field without the prefix of a wrapper or `lazy`; nil for a position.
  private static func name(_ label: String?) -> String? {
    guard let label, !label.hasPrefix(".") else { return nil }
    let lazyPrefix = "$__lazy_storage_$_"
    return sourceIdentifier(label.hasPrefix(lazyPrefix) ? String(label.dropFirst(lazyPrefix.count)) : label)
  }
}

/// Returns the text of a standard library or Foundation value without useful parts.
private func standardText(of value: Any) -> String? {
  guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
  guard isStandard(type(of: value)) || value is AnyKeyPath else { return nil }
  return String(describing: value)
}

/// Returns the name of an enum case without its payload. An imported enum has no names, only bytes.
private func caseName(of value: Any) -> String {
  runtimeName(ofCase: value).map(sourceIdentifier) ?? "case" + bytes(of: value).map { "_\($0)" }.joined()
}

/// Returns a name as in source code. The runtime replaces spaces in raw identifiers with no-break spaces.
private func sourceIdentifier(_ name: String) -> String {
  name.hasPrefix("`") ? name.replacing("\u{A0}", with: " ") : name
}
