import StoreDependencies

/// What a value is made of, as far as that can be seen from outside.
///
/// It is the one place that looks into values. Whether they are shown so, or by a text of their own, is for ``ownText(of:)``.
package enum Structure {
  /// A value without parts, and its text.
  case atom(String)

  case text(String)
  case absent

  /// An optional, or another wrapper that adds nothing, and what it holds.
  case present(Any)

  case choice(name: String, [Part])
  case tuple([Part])

  /// A struct, a class or an actor with its fields, those of superclasses first.
  case record(Record)

  /// A range, between bounds of which one may be missing.
  case range(lower: Any?, sign: String, upper: Any?)

  /// Elements in order.
  case list(any ListValue, isCut: Bool)

  /// Elements without order.
  case set(any SetValue, isCut: Bool)

  /// Values by keys, without order.
  case dictionary(any DictionaryValue, isCut: Bool)

  /// Something that can't be looked into, such as a closure, and what it is.
  case opaque(String)

  package struct Part {
    /// Its name; nil if it has none.
    package let label: String?

    package let value: Any
  }

  /// A value with fields.
  package struct Record {
    let name: String
    package let parts: [Part]
    package let isObject: Bool

    /// Whether its type shows itself in a way of its own, which need not be the truth.
    package let isCustom: Bool

    /// Whether fields were left out, because there are too many.
    let isCut: Bool
  }

  /// How many parts are taken from a type that shows itself in a way of its own: there may be no end to them.
  static let maximumParts = 10_000

  /// How many types that show themselves in a way of their own are looked into within each other: one may show itself.
  static let maximumCustomDepth = 4

  /// Whether there were too many parts to take all of them, which takes time.
  var isCut: Bool {
    switch self {
    case .list(_, let isCut), .set(_, let isCut), .dictionary(_, let isCut): isCut
    case .record(let record): record.isCut
    default: false
    }
  }

  /// Looks into a value.
  ///
  /// - Parameters:
  ///   - value: Any value.
  ///   - limit: How many parts to take from a type that shows itself in a way of its own.
  package init(of value: Any, atMost limit: Int = maximumParts) {
    if let value = value as? any AtomicValue {
      self = .atom(value.atomText)
    } else if let value = value as? any StructuredValue {
      self = value.structure
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

  /// Whether nothing is seen of a value but what the standard library is made of, as with a stream.
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

  /// Whether a tuple is what a generic type was made for, as in `Result<(Int, Int), Never>`, and so one payload.
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
      parts += children.filter { !isScaffolding($0) }.map { Part(field: $0, of: level) }
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

  /// A collection of a type that nothing is known of.
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

  /// The children of a mirror, and whether there are more. Nobody is asked how many, as there may be no end to them.
  private static func children(of mirror: Mirror, _ limit: Int) -> ([Mirror.Child], isCut: Bool) {
    let children = Array(mirror.children.prefix(limit + 1))
    return children.count > limit ? (Array(children.prefix(limit)), true) : (children, false)
  }

  /// Whether a field is there for the compiler or a macro only.
  private static func isScaffolding(_ child: Mirror.Child) -> Bool {
    switch child.label {
    case "$defaultActor", "$distributedActor", "_$observationRegistrar": true
    default: child.value is any DependencyReference
    }
  }
}

extension Structure.Part {
  /// Takes a part from a mirror, under the name by which source code knows it.
  init(_ child: Mirror.Child) {
    self.init(label: Self.name(child.label), value: child.value)
  }

  /// Takes a field from a mirror. What can't be copied is handed over as an empty tuple, but only objects can hold it.
  init(field child: Mirror.Child, of mirror: Mirror) {
    let isMissing = mirror.displayStyle == .class && child.value is Void
    self.init(label: Self.name(child.label), value: isMissing ? Verbatim("(empty, or can't be copied)") : child.value)
  }

  /// The name of a field without what a wrapper or `lazy` puts in front; nil for a position.
  private static func name(_ label: String?) -> String? {
    guard let label, !label.hasPrefix(".") else { return nil }
    let lazyPrefix = "$__lazy_storage_$_"
    return sourceIdentifier(label.hasPrefix(lazyPrefix) ? String(label.dropFirst(lazyPrefix.count)) : label)
  }
}

/// The text of a value of a type of the standard library or Foundation that has no parts worth showing.
private func standardText(of value: Any) -> String? {
  guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return nil }
  guard isStandard(type(of: value)) || value is AnyKeyPath else { return nil }
  return String(describing: value)
}

/// Whether a type belongs to the standard library or Foundation, and holds nothing that belongs to anybody else.
package func isStandard(_ type: Any.Type) -> Bool {
  let name = String(reflecting: type)
  let modules = ["Swift.", "Foundation.", "FoundationEssentials."]
  return modules.contains { name.hasPrefix($0) } && !name.contains("<")
}

/// The name of an enum's case without a payload.
///
/// A printed enum has the text that its type gives itself, which may be the same for two cases, so the runtime is asked.
private func caseName(of value: Any) -> String {
  func name<Value>(of value: Value) -> String? {
    runtimeCaseName(value).map { String(cString: $0) }
  }
  return _openExistential(value, do: name).map(sourceIdentifier) ?? rawText(of: value)
}

/// A name as source code writes it. In raw identifiers, the runtime has no-break spaces for spaces.
private func sourceIdentifier(_ name: String) -> String {
  name.hasPrefix("`") ? name.replacing("\u{A0}", with: " ") : name
}

/// The bytes of an enum from elsewhere, which has no names for its cases.
private func rawText(of value: Any) -> String {
  func read<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
  return "case" + _openExistential(value, do: read).map { "_\($0)" }.joined()
}

/// The runtime's name for a case, as printing uses it for enums that have no text of their own.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// A type's name without its module and the types around it.
package func shortName(of type: Any.Type) -> String {
  let name = String(describing: type)
  return name.hasPrefix("(unknown") ? "Unknown" : name
}
