import StoreTesting

/// An object in a value, which all copies of the value share.
struct SharedObject {
  /// The way to it, as Swift would write it behind the value.
  let path: String

  /// Its class.
  let type: Any.Type

  /// The way to it and to its neighbours in lists, sets and dictionaries.
  var place: String { path.replacing(/\[[^\]]*\]/, with: "[]") }

  /// The objects in a value that can be changed; those of constants only are as good as values.
  ///
  /// - Parameters:
  ///   - value: Any value.
  ///   - ignored: Classes that are known to do no harm.
  static func all(in value: Any, ignoring ignored: Set<ObjectIdentifier>) -> [Self] {
    var search = Search(ignored: ignored)
    search.look(at: value, [.whole])
    return search.found
  }
}

/// A search for objects in a value. It goes a bounded way into large ones.
private struct Search {
  /// Classes that are known to do no harm.
  let ignored: Set<ObjectIdentifier>

  /// What was found, one of each class.
  var found: [SharedObject] = []

  /// How many values may still be looked at.
  private var budget = 2_000

  /// Begins a search.
  init(ignored: Set<ObjectIdentifier>) {
    self.ignored = ignored
  }

  /// Looks at a value, and into it.
  mutating func look(at value: Any, _ steps: [Step]) {
    let type = type(of: value)
    guard budget > 0, !isPlain(type), ReferenceScan.verdict(on: type) != true else { return }
    budget -= 1
    switch Structure(of: value) {
    case .atom, .text, .absent, .opaque, .range: break
    case .present(let inner): look(at: inner, steps + [value is any OptionalValue ? .unwrapped : .wrapped])
    case .choice(let name, let parts):
      for part in parts { look(at: part.value, steps + [.payload(name, part: part.label)]) }
    case .tuple(let parts):
      for (index, part) in parts.enumerated() {
        look(at: part.value, steps + [part.label.map { .field($0) } ?? .position(index)])
      }
    case .record(let record):
      if record.isObject, isShared(value) { return add(type, steps) }
      for part in record.parts { look(at: part.value, steps + [.field(part.label ?? "_")]) }
    case .list(let list, _):
      for index in 0..<min(list.count, budget) { look(at: list.element(at: index), steps + [.index(index)]) }
    case .set(let members, _):
      for member in members.members.prefix(budget) { look(at: member, steps + [.member(Verbatim("…"))]) }
    case .dictionary(let entries, _):
      for (key, value) in entries.entries.prefix(budget) {
        look(at: key, steps + [.member(Verbatim("…"))])
        look(at: value, steps + [.key(key)])
      }
    }
  }

  /// Whether an object can be changed by one who has a copy of the value around it, as far as is known.
  private func isShared(_ object: Any) -> Bool {
    let type = type(of: object)
    guard !ignored.contains(ObjectIdentifier(type)), !isStandard(type), !isBuffer(object) else { return false }
    return FieldLayout.hasVariables(type) ?? true
  }

  /// Whether an object is the storage of a collection, which is copied before it is changed.
  private func isBuffer(_ object: Any) -> Bool {
    var level: Mirror? = Mirror(reflecting: object)
    while let current = level {
      if String(reflecting: current.subjectType).hasPrefix("Swift.") { return true }
      level = current.superclassMirror
    }
    return false
  }

  /// Adds an object, unless another of its class was found there or in a neighbouring element.
  private mutating func add(_ type: Any.Type, _ steps: [Step]) {
    var path = pathText(steps)
    // That it was unwrapped says nothing about where it is.
    while path.hasSuffix("?") { path.removeLast() }
    let place = path.replacing(/\[[^\]]*\]/, with: "[]")
    guard !found.contains(where: { $0.type == type && $0.path.replacing(/\[[^\]]*\]/, with: "[]") == place }) else {
      return
    }
    found.append(SharedObject(path: path, type: type))
  }
}
