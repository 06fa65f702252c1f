import StoreCore
import StoreTesting

/// The fields of a state that conditions can be about.
struct StateFacts: Sendable {
  /// The greatest nesting depth of fields.
  private static let maximumDepth = 4

  /// The number of elements of a list whose fields count.
  private static let elementLimit = 4

  /// The greatest number of entries of a dictionary whose fields count.
  private static let entryLimit = 20

  /// The greatest length of a value as text.
  private static let contentLimit = 200

  /// The conditions that hold.
  private(set) var atoms: Set<SpaceAtom> = []

  /// The elements of lists as text, by the paths of the lists.
  private(set) var lists: [String: [String]] = [:]

  /// The orders of lists, by the paths of the lists and the fields of their elements. Fewer than two elements have none.
  private(set) var orders: [String: [String: ListOrder]] = [:]

  /// The numbers, by their paths.
  private(set) var amounts: [String: Int] = [:]

  /// The ids of the elements of lists, and the keys of dictionaries, by their paths.
  private(set) var ids: [String: [String]] = [:]

  /// The elements of sets, and of lists of values without ids, by their paths.
  private(set) var members: [String: Set<String>] = [:]

  /// The values of optionals and of texts, as text, by their paths.
  private(set) var contents: [String: String] = [:]

  init() {}

  init(of state: Any) {
    add(state, at: "", depth: 0)
  }

  private mutating func add(_ value: Any, at path: String, depth: Int) {
    // A cast of an optional is one of its value.
    if let optional = value as? any AnyOptional {
      note(path, .presence(optional.content != nil))
      guard let content = optional.content else { return }
      contents[path] = identifyingText(of: content, limit: Self.contentLimit)
      if depth < Self.maximumDepth {
        add(content, at: path.isEmpty ? "" : path + "?", depth: depth + 1)
      }
      return
    }
    if let flag = value as? Bool { return note(path, .flag(flag)) }
    if let text = value as? String {
      contents[path] = text
      return note(path, .content(!text.isEmpty))
    }
    if let number = value as? any BinaryInteger { return note(number, at: path) }
    addParts(of: value, at: path, depth: depth)
  }

  private mutating func addParts(of value: Any, at path: String, depth: Int) {
    guard depth < Self.maximumDepth else { return }
    switch ReflectedValue(of: value) {
    case .present(let inner): add(inner, at: path, depth: depth + 1)
    case .choice(let name, let parts):
      note(path, .choice(name, hasPayload: !parts.isEmpty))
      let place = join(path.isEmpty ? "state" : path, name)
      for (index, part) in parts.enumerated() {
        add(part.value, at: "\(place)(\(part.label ?? "\(index)"))", depth: depth + 1)
      }
    case .record(let record) where !record.isObject && !record.isCustom:
      for part in record.parts { add(part.value, at: join(path, part.label ?? "_"), depth: depth + 1) }
    case .list(let list, _):
      note(path, .content(list.count > 0))
      let elements = (0..<min(list.count, 100)).map { list.element(at: $0) }
      lists[path] = elements.map { identifyingText(of: $0) }
      orders[path] = ListOrder.orders(of: elements)
      let ids = elements.compactMap(Self.id)
      self.ids[path] = ids
      if ids.isEmpty { members[path] = Set(elements.map { describe($0) }) }
      for (index, element) in elements.prefix(Self.elementLimit).enumerated() {
        let id = Self.id(of: element)
        add(element, at: "\(path)[\(id.map { "id: \($0)" } ?? "\(index)")]", depth: depth + 1)
      }
    case .set(let set, _):
      note(path, .content(set.count > 0))
      let members = Set(set.members.map { describe($0) })
      self.members[path] = members
      for member in members.sorted().prefix(Self.elementLimit) { note(path, .member(member)) }
    case .dictionary(let dictionary, _):
      note(path, .content(dictionary.count > 0))
      let entries = dictionary.entries
      guard entries.count <= Self.entryLimit else { return }
      let sorted = ordered(entries, by: \.key)
      // The ids of screens never come back, so what holds of one holds of no other.
      let isStack = entries.contains { $0.key is ScreenID }
      if !isStack { ids[path] = sorted.map { describe($0.key) } }
      for (position, entry) in sorted.prefix(Self.elementLimit).enumerated() {
        let name = isStack ? "\(position)" : describe(entry.key)
        add(entry.value, at: "\(path)[\(name)]", depth: isStack ? depth : depth + 1)
      }
    default: break
    }
  }

  private mutating func note(_ number: some BinaryInteger, at path: String) {
    note(path, .amount(number != 0))
    amounts[path] = Int(clamping: number)
  }

  private mutating func note(_ path: String, _ kind: SpaceAtom.Kind) {
    atoms.insert(SpaceAtom(subject: path, kind: kind))
  }

  private func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Returns the id of an element as text; nil if it has none.
  private static func id(of element: Any) -> String? {
    if let element = element as? any Identifiable { return describe(element.id) }
    guard case .record(let record) = ReflectedValue(of: element) else { return nil }
    return record.parts.first { $0.label == "id" }.map { describe($0.value) }
  }
}

/// An optional of any type.
private protocol AnyOptional {
  var content: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var content: Any? { self }
}
