import StoreTesting

/// An object in a value, which all copies of the value share.
struct SharedObject {
  /// The path to the object in Swift syntax.
  let path: String

  let type: Any.Type

  /// The path without indices, which is the same for neighbouring elements.
  var place: String { path.replacing(/\[[^\]]*\]/, with: "[]") }

  /// Returns the mutable objects in a value. It ignores objects with only constants, which behave like values.
  ///
  /// - Parameters:
  ///   - value: Any value.
  ///   - ignored: Classes to ignore.
  static func all(in value: Any, ignoring ignored: Set<ObjectIdentifier>) -> [Self] {
    var search = Search(ignored: ignored)
    search.look(at: value, [.whole])
    return search.found
  }
}

/// A bounded search for objects in a value.
private struct Search {
  /// Classes to ignore.
  let ignored: Set<ObjectIdentifier>

  /// The objects found, one per class and place.
  var found: [SharedObject] = []

  /// The number of values that the search may still visit.
  private var budget = 2_000

  init(ignored: Set<ObjectIdentifier>) {
    self.ignored = ignored
  }

  /// Visits a value and its parts.
  mutating func look(at value: Any, _ steps: [Step]) {
    let type = type(of: value)
    guard budget > 0, !isPlain(type), ReferenceScan.verdict(on: type) != true else { return }
    budget -= 1
    switch ReflectedValue(of: value) {
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

  /// Whether a change through one copy of the value would affect the object in all copies.
  private func isShared(_ object: Any) -> Bool {
    let type = type(of: object)
    guard !ignored.contains(ObjectIdentifier(type)), !isStandard(type), !isBuffer(object) else { return false }
    return FieldLayout.hasVariables(type) ?? true
  }

  /// Whether an object is the copy-on-write storage of a collection.
  private func isBuffer(_ object: Any) -> Bool {
    var level: Mirror? = Mirror(reflecting: object)
    while let current = level {
      if String(reflecting: current.subjectType).hasPrefix("Swift.") { return true }
      level = current.superclassMirror
    }
    return false
  }

  /// Adds an object, unless one of its class was found at the same place or in a neighbouring element.
  private mutating func add(_ type: Any.Type, _ steps: [Step]) {
    var path = pathText(steps)
    // A trailing unwrapping isn't part of the place.
    while path.hasSuffix("?") { path.removeLast() }
    let object = SharedObject(path: path, type: type)
    guard !found.contains(where: { $0.type == type && $0.place == object.place }) else { return }
    found.append(object)
  }
}
