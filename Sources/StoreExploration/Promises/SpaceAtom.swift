import StoreTesting

/// A condition on situations that promises are made of.
struct SpaceAtom: Hashable {
  /// What a condition is about.
  enum Kind: Hashable {
    /// A Boolean.
    case flag(Bool)

    /// Whether an optional has a value.
    case presence(Bool)

    /// The case of an enum, and whether it has a payload.
    case choice(String, hasPayload: Bool)

    /// Whether a collection or a text has elements.
    case content(Bool)

    /// Whether a number is other than zero.
    case amount(Bool)

    /// Whether an effect runs.
    case running
  }

  /// The path of the field, or the name of the effect.
  let subject: String

  let kind: Kind

  /// The condition as code on a situation `$0`.
  var code: String {
    switch kind {
    case .flag(true): "$0.\(subject)"
    case .flag(false): "!$0.\(subject)"
    case .presence(true): "$0.\(subject) != nil"
    case .presence(false): "$0.\(subject) == nil"
    case .choice(let name, _): "\(place) == .\(name)"
    case .content(true): "!$0.\(subject).isEmpty"
    case .content(false): "$0.\(subject).isEmpty"
    case .amount(true): "$0.\(subject) != 0"
    case .amount(false): "$0.\(subject) == 0"
    case .running: "$0.isRunning(\"\(subject)\")"
    }
  }

  /// The negation as code.
  var negatedCode: String {
    switch kind {
    case .flag(let value): Self(subject: subject, kind: .flag(!value)).code
    case .presence(let value): Self(subject: subject, kind: .presence(!value)).code
    case .content(let value): Self(subject: subject, kind: .content(!value)).code
    case .amount(let value): Self(subject: subject, kind: .amount(!value)).code
    case .choice(let name, _): "\(place) != .\(name)"
    case .running: "!\(code)"
    }
  }

  /// The enum as code.
  private var place: String {
    subject.isEmpty ? "$0.state" : "$0.\(subject.hasSuffix("?") ? String(subject.dropLast()) : subject)"
  }

  /// Whether the code compiles for any feature whose enums are `Equatable`.
  var isCode: Bool {
    if case .choice(_, hasPayload: true) = kind { return false }
    return !subject.contains { "[(".contains($0) } && !subject.contains("?.")
  }

  /// The condition in words.
  var text: String {
    switch kind {
    case .running: "\(subject) runs"
    default: String(code.replacing("$0.", with: ""))
    }
  }

  /// The negation in words.
  var negatedText: String {
    switch kind {
    case .running: "\(subject) doesn't run"
    default: String(negatedCode.replacing("$0.", with: ""))
    }
  }

  /// Whether something is there.
  var isFilled: Bool { [.presence(true), .content(true), .amount(true)].contains(kind) }

  /// Whether the condition is about a field of the state.
  var isOfState: Bool { kind != .running }

  /// Whether it is a flag that is set, or a case: what a user sees as a mode.
  var isMode: Bool {
    switch kind {
    case .flag(true), .choice: true
    case .flag(false), .presence, .content, .amount, .running: false
    }
  }

  /// Whether a message that makes it true means it: a list may be filled and emptied by anything.
  var isMeant: Bool {
    switch kind {
    case .flag, .choice: true
    case .presence, .content(false): !subject.contains("[")
    case .content(true), .amount, .running: false
    }
  }
}

/// The fields of a state that conditions can be about.
struct StateFacts {
  /// The greatest nesting depth of fields.
  private static let maximumDepth = 4

  /// The number of elements of a list whose fields count.
  private static let elementLimit = 4

  /// The conditions that hold.
  private(set) var atoms: Set<SpaceAtom> = []

  /// The elements of lists as text, by the paths of the lists.
  private(set) var lists: [String: [String]] = [:]

  init(of state: Any) {
    add(state, at: "", depth: 0)
  }

  private mutating func add(_ value: Any, at path: String, depth: Int) {
    // A cast of an optional is one of its value.
    if let optional = value as? any AnyOptional {
      note(path, .presence(optional.content != nil))
      if let content = optional.content, depth < Self.maximumDepth {
        add(content, at: path.isEmpty ? "" : path + "?", depth: depth + 1)
      }
      return
    }
    if let flag = value as? Bool { return note(path, .flag(flag)) }
    if let text = value as? String { return note(path, .content(!text.isEmpty)) }
    if let number = value as? any BinaryInteger { return note(path, .amount(!isZero(number))) }
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
      for (index, element) in elements.prefix(Self.elementLimit).enumerated() {
        let id = Self.id(of: element)
        add(element, at: "\(path)[\(id.map { "id: \($0)" } ?? "\(index)")]", depth: depth + 1)
      }
    case .set(let set, _): note(path, .content(set.count > 0))
    case .dictionary(let dictionary, _): note(path, .content(dictionary.count > 0))
    default: break
    }
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

private func isZero(_ number: some BinaryInteger) -> Bool { number == 0 }

/// An optional of any type.
private protocol AnyOptional {
  var content: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var content: Any? { self }
}
