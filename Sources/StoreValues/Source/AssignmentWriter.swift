/// A writer of the Swift statements of a change.
package struct AssignmentWriter {
  package private(set) var lines: [String] = []

  /// The number of moved elements, each of which needs a name.
  private var moves = 0

  /// The last advice about a value that can't be written.
  private var lastAdvice: String?

  /// The texts of the enclosing values that provide their own text.
  private var customTexts: [CustomText] = []

  /// The path of the test's file; nil if unknown.
  private let file: String?

  /// Whether lists are assigned as a whole instead of by positions, which end the process where a list is shorter.
  @TaskLocal package static var avoidsPositions = false

  /// Creates a writer.
  ///
  /// - Parameter file: The path of the test's file, near which the declarations of types are; nil if unknown.
  package init(near file: String?) { self.file = file }

  private init(within other: Self, customText: CustomText? = nil) {
    file = other.file
    moves = other.moves
    customTexts = other.customTexts + [customText].compactMap(\.self)
  }

  /// Writes a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - target: The place of the change, such as `$0.rows[2]`.
  ///   - declared: The declared type of the place; nil if unknown.
  package mutating func write(_ change: ValueChange, target: String, declared: Any.Type?) {
    guard let customText = change.second.flatMap(CustomText.init) else {
      return writeParts(of: change, target: target, declared: declared)
    }
    var edits = Self(within: self, customText: customText)
    edits.writeParts(of: change, target: target, declared: declared)
    // A part that its type hides must not appear in comments either.
    guard edits.isComplete else { return assign(change.second, to: target, declared: declared) }
    take(edits)
  }

  /// Whether no line needs to be filled in by the user.
  private var isComplete = true

  /// Adds the lines of a part. Each remark is added once.
  private mutating func take(_ edits: Self) {
    for line in edits.lines where !SourceText.isRemark(line) || !lines.contains(line) { lines.append(line) }
    moves = edits.moves
    isComplete = isComplete && edits.isComplete
  }

  /// The number of lines without comments.
  private var codeCount: Int { lines.count { !$0.hasPrefix("//") } }

  /// Writes the nested changes of a value, otherwise the whole value.
  private mutating func writeParts(of change: ValueChange, target: String, declared: Any.Type?) {
    guard let second = change.second, isDivisible(change, declared: declared), case .parts(let parts) = change.content
    else { return assign(change.second, to: target, declared: declared) }
    switch ReflectedValue(of: second) {
    case .present(let inner):
      for child in parts.changes { write(child, target: target + "?", declared: type(of: inner)) }
    case .list(let list, _): writeList(parts, count: list.count, change, at: target, declared: declared)
    case .set: writeSet(parts, change, at: target, declared: declared)
    case .dictionary: writeDictionary(parts, change, at: target, declared: declared)
    case .record(let record): writeFields(parts, record.parts, of: second, at: target)
    case .tuple(let fields): writeFields(parts, fields, of: second, at: target)
    case .choice(let name, let payloads):
      writePayload(payloads.first?.label, ofCase: name, change, at: target, declared: declared)
    default: assign(second, to: target, declared: declared)
    }
  }

  private mutating func assign(_ value: Any?, to target: String, declared: Any.Type?) {
    add(assignment(of: value, to: target, declared: declared))
  }

  /// Adds a line, or advice in its place. Consecutive lines with the same advice share it.
  private mutating func add(_ source: SourceText) {
    let isRepetition = source.advice != nil && source.advice == lastAdvice && lines.last?.hasPrefix("//") == true
    let known = isRepetition ? source.lines.prefix(1) : source.comments.filter { lines.contains($0) }[...]
    lines += source.lines.filter { !known.contains($0) }
    isComplete = isComplete && source.isComplete
    lastAdvice = source.advice
  }

  /// Returns the line that assigns a value to a place.
  private func assignment(of value: Any?, to target: String, declared: Any.Type?) -> SourceText {
    // Assigning the whole optional needs no optional chaining.
    let declared = target.hasSuffix("?") ? value.flatMap { inferredInOptional($0, declared) } : declared
    let source =
      value.map { SourceWriter(customTexts: customTexts, near: file).source(of: $0, declared: declared) }
      ?? SourceText("nil")
    var place = target[...]
    while place.hasSuffix("?") { place = place.dropLast() }
    return SourceText("\(place) = \(source.text)", of: [source])
  }

  /// Whether parts of a value can be assigned in place.
  private func isDivisible(_ change: ValueChange, declared: Any.Type?) -> Bool {
    guard let second = change.second, case .parts(let parts) = change.content, parts.more == 0 else { return false }
    // An existential or a supertype hides the parts.
    guard declared == type(of: second) else { return false }
    switch ReflectedValue(of: second) {
    case .present(let inner):
      guard let child = parts.changes.first, second is any OptionalValue else { return false }
      return isDivisible(child, declared: type(of: inner)) && declaredWrapped(second) == type(of: inner)
    case .record(let record):
      return !record.isObject && !record.isCustom && canAssignFields(parts, record, of: second)
        && !canReplace(second, insteadOf: parts)
    case .tuple: return true
    case .list, .set, .dictionary: return type(of: second) is any LiteralCollection.Type
    case .choice: return changedPayload(change) != nil
    default: return false
    }
  }

  /// Whether the changed fields are variables.
  private func canAssignFields(_ parts: ValueChange.Parts, _ record: ReflectedValue.Record, of value: Any) -> Bool {
    // A new raw value needs a new wrapper, even if the property is a variable.
    guard !(value is any RawRepresentable) else { return false }
    guard let fields = FieldLayout.fields(of: type(of: value)), fields.count == record.parts.count else { return true }
    return parts.changes.allSatisfy { change in
      guard case .field(let name) = change.step else { return false }
      return zip(record.parts, fields).contains { $0.label == name && $1.isVariable }
    }
  }

  /// Whether the test must replace a value because it can't assign a changed field, and can create the new value.
  private func canReplace(_ value: Any, insteadOf parts: ValueChange.Parts) -> Bool {
    guard let declaration = DeclaredTypes.declaration(of: type(of: value), near: file),
      !declaration.hasOwnInitialiser, declaration.restrictions.values.allSatisfy(\.isReadable),
      parts.changes.contains(where: { declaration.restriction(on: $0.step) != nil })
    else { return false }
    return SourceWriter(customTexts: customTexts, near: file).source(of: value, declared: type(of: value)).isComplete
  }

  private func declaredWrapped(_ value: Any) -> Any.Type? {
    (type(of: value) as? any OptionalValue.Type)?.wrappedType
  }

  // MARK: - Fields

  private mutating func writeFields(
    _ parts: ValueChange.Parts,
    _ fields: [ReflectedValue.Part],
    of value: Any,
    at target: String
  ) {
    let types = fieldTypes(of: value, fields)
    let declaration = DeclaredTypes.declaration(of: type(of: value), near: file)
    for child in parts.changes {
      if let restriction = declaration?.restriction(on: child.step) {
        lines.append(
          "// \(child.step.property) is \(restriction.rawValue). Call a method that changes it, or make it settable for tests."
        )
        continue
      }
      switch child.step {
      case .field(let name):
        let type = fields.firstIndex { $0.label == name }.flatMap { types[$0] }
        if let property = propertyName(ofStorage: name) {
          let remark = "// \(SourceText.remark(onProperty: property, ofStorage: name))"
          if !lines.contains(remark) { lines.append(remark) }
          write(child, target: "\(target).\(property)", declared: type)
        } else if name.hasPrefix("_") {
          writeWrapped(child, target: target + child.step.text)
        } else {
          write(child, target: "\(target).\(memberName(name))", declared: type)
        }
      case .position(let index): write(child, target: "\(target).\(index)", declared: types[index])
      default: assign(child.second, to: target + child.step.text, declared: nil)
      }
    }
  }

  /// Writes a property with a property wrapper, by its wrapped value.
  private mutating func writeWrapped(_ change: ValueChange, target: String) {
    guard let second = change.second, let customText = CustomText(second) else {
      return writeWrappedValue(change, target: target)
    }
    var edits = Self(within: self, customText: customText)
    edits.writeWrappedValue(change, target: target)
    guard edits.isComplete else {
      return add(
        SourceText("\(target) = \(customText.text)", of: [SourceText(second, obstacle: .hidden(customText.type))])
      )
    }
    take(edits)
  }

  /// Writes the wrapped value of a property wrapper.
  private mutating func writeWrappedValue(_ change: ValueChange, target: String) {
    guard let second = change.second, case .parts(let parts) = change.content, parts.changes.count == 1,
      let child = parts.changes.first, case .field("wrappedValue") = child.step,
      case .record(let record) = ReflectedValue(of: second)
    else {
      let name = shortName(of: type(of: change.second ?? change.first ?? change))
      let source = SourceText(change.second ?? Verbatim("nothing"), obstacle: .notConstructible(name))
      return add(SourceText("\(target) = \(source.text)", of: [source]))
    }
    let types = fieldTypes(of: second, record.parts)
    let type = record.parts.firstIndex { $0.label == "wrappedValue" }.flatMap { types[$0] }
    write(child, target: target, declared: type)
  }

  /// Returns the change of the only payload of a case, if that is a struct of which one field changed.
  private func changedPayload(_ change: ValueChange) -> ValueChange? {
    guard let enumeration = change.second, case .choice(let name, let payloads) = ReflectedValue(of: enumeration),
      payloads.count == 1, !["none", "some"].contains(name), case .parts(let parts) = change.content,
      parts.changes.count == 1, parts.more == 0, let payload = parts.changes.first, case .payload = payload.step,
      let value = payload.second, case .record = ReflectedValue(of: value), payload.children.count == 1,
      !mayHoldType(of: value, in: enumeration), isDivisible(payload, declared: type(of: value))
    else { return nil }
    return payload
  }

  /// Writes the change of a payload by a binding and one assignment, unless the whole value is shorter.
  private mutating func writePayload(
    _ label: String?,
    ofCase name: String,
    _ change: ValueChange,
    at target: String,
    declared: Any.Type?
  ) {
    let whole = assignment(of: change.second, to: target, declared: declared)
    guard let payload = changedPayload(change), target.hasPrefix("$0") else { return add(whole) }
    var edits = Self(within: self)
    edits.write(payload, target: "value", declared: payload.second.map { type(of: $0) })
    guard edits.isComplete, edits.lines.count == 1, edits.codeCount == 1 else { return add(whole) }
    var place = target[...]
    while place.hasSuffix("?") { place = place.dropLast() }
    let head = ".\(memberName(name))(" + (label.map { "\(argumentLabel($0)): " } ?? "")
    let line = "if case \(head)var value) = \(place) { \(edits.lines[0]); \(place) = \(head)value) }"
    let isShorter = whole.isComplete && whole.remarks.isEmpty && whole.text.utf8.count <= line.utf8.count
    add(isShorter ? whole : SourceText(line))
  }

  // MARK: - Collections

  /// Writes a list: as a whole if it is short, otherwise by removals, insertions, moves and changes.
  private mutating func writeList(
    _ parts: ValueChange.Parts,
    count: Int,
    _ change: ValueChange,
    at target: String,
    declared: Any.Type?
  ) {
    let list = change.second.flatMap { type(of: $0) as? any LiteralCollection.Type }
    let element = list?.contentTypes.first
    var edits = AssignmentWriter(within: self)
    let isShifted = parts.changes.contains { $0.first == nil || $0.second == nil || $0.isMoved }
    if isShifted { edits.writeShifts(parts, count: count, at: target, of: element) }
    var isUnsafe = list?.isArray != true || target.contains("?") && parts.changes.contains(where: \.isMoved)
    for child in parts.changes where child.first != nil && child.second != nil {
      guard let place = place(of: child, in: list, target) else {
        isUnsafe = true
        continue
      }
      if !child.isMoved {
        edits.write(child, target: place, declared: element)
      } else {
        for inner in child.children { edits.write(inner, target: place, declared: element) }
      }
    }
    if Self.avoidsPositions, list?.isIdentified != true, !edits.lines.allSatisfy({ $0.contains(".append(") }) {
      isUnsafe = true
    }
    choose(edits, change, at: target, declared: declared, prefersWhole: isShifted, needsWhole: isUnsafe)
  }

  /// Returns the place of an element, by id if the collection is accessed by id; nil if another element now has its
  /// index.
  private func place(of change: ValueChange, in list: (any LiteralCollection.Type)?, _ target: String) -> String? {
    guard case .index(let index) = change.step else { return nil }
    guard list?.isIdentified == true else { return "\(target)[\(index)]" }
    guard let id = change.second.flatMap(identity(of:)), id == change.first.flatMap(identity(of:)) else { return nil }
    let source = SourceWriter(customTexts: customTexts, near: file).source(of: id.base, declared: type(of: id.base))
    return source.isComplete ? "\(target)[id: \(source.text)]?" : nil
  }

  /// Writes the removals from a list, from the back, and then the insertions, from the front.
  private mutating func writeShifts(_ parts: ValueChange.Parts, count: Int, at target: String, of element: Any.Type?) {
    var removals: [(index: Int, name: String?)] = []
    var insertions: [(index: Int, source: SourceText)] = []
    for child in parts.changes {
      guard case .index(let index) = child.step else { continue }
      if case .moved(let from, let to, _) = child.content {
        moves += 1
        removals.append((from, "moved\(moves)"))
        insertions.append((to, SourceText("moved\(moves)")))
      } else if child.second == nil {
        removals.append((index, nil))
      } else if child.first == nil, let second = child.second {
        insertions.append(
          (index, SourceWriter(customTexts: customTexts, near: file).source(of: second, declared: element))
        )
      }
    }
    for (index, name) in removals.sorted(by: { $0.index > $1.index }) {
      lines.append((name.map { "let \($0) = " } ?? "") + "\(target).remove(at: \(index))")
    }
    let sorted = insertions.sorted { $0.index < $1.index }
    for (offset, (index, source)) in sorted.enumerated() {
      // Consecutive insertions up to the end are written as `append`.
      let isAtEnd = index == count - (sorted.count - offset)
      let call = isAtEnd ? "append(\(source.text))" : "insert(\(source.text), at: \(index))"
      add(SourceText("\(target).\(call)", of: [source]))
    }
  }

  /// Writes a set by removals and insertions, or as a whole.
  private mutating func writeSet(
    _ parts: ValueChange.Parts,
    _ change: ValueChange,
    at target: String,
    declared: Any.Type?
  ) {
    let element = change.second.flatMap { type(of: $0) as? any LiteralCollection.Type }?.contentTypes.first
    var edits = AssignmentWriter(within: self)
    for child in parts.changes {
      if let first = child.first {
        let source = SourceWriter(customTexts: customTexts, near: file).source(of: first, declared: element)
        edits.add(SourceText("\(target).remove(\(source.text))", of: [source]))
      }
      if let second = child.second {
        let source = SourceWriter(customTexts: customTexts, near: file).source(of: second, declared: element)
        edits.add(SourceText("\(target).insert(\(source.text))", of: [source]))
      }
    }
    choose(edits, change, at: target, declared: declared, prefersWhole: edits.codeCount > 3, needsWhole: false)
  }

  /// Writes a dictionary key by key, or as a whole.
  private mutating func writeDictionary(
    _ parts: ValueChange.Parts,
    _ change: ValueChange,
    at target: String,
    declared: Any.Type?
  ) {
    let types = change.second.flatMap { type(of: $0) as? any LiteralCollection.Type }?.contentTypes ?? []
    var edits = AssignmentWriter(within: self)
    var needsWhole = types.count != 2
    for child in parts.changes where types.count == 2 {
      guard case .key(let key) = child.step else { continue }
      let keySource = SourceWriter(customTexts: customTexts, near: file).source(of: key, declared: types[0])
      let place = "\(target)[\(keySource.text)]"
      needsWhole = needsWhole || !keySource.isComplete || child.first == nil && !accepts(key, in: change.first)
      guard let second = child.second else {
        edits.lines.append(
          types[1] is any OptionalValue.Type ? "\(target).removeValue(forKey: \(keySource.text))" : "\(place) = nil"
        )
        continue
      }
      let source = SourceWriter(customTexts: customTexts, near: file)
        .source(of: second, declared: inferredInOptional(second, types[1]))
      if types[1] is any OptionalValue.Type {
        edits.add(SourceText("\(target).updateValue(\(source.text), forKey: \(keySource.text))", of: [source]))
      } else if isDivisible(child, declared: types[1]) {
        edits.write(child, target: place + "?", declared: types[1])
      } else {
        edits.add(SourceText("\(place) = \(source.text)", of: [source]))
      }
    }
    choose(edits, change, at: target, declared: declared, prefersWhole: edits.codeCount > 3, needsWhole: needsWhole)
  }

  /// Whether a collection takes an element under a new key.
  private func accepts(_ key: Any, in collection: Any?) -> Bool {
    (collection as? any LiteralCollection)?.accepts(newKey: key) ?? false
  }

  /// Adds the lines that edit a collection, or one line that assigns the whole collection.
  ///
  /// - Parameters:
  ///   - edits: The lines that edit it.
  ///   - change: The change.
  ///   - target: The place of the collection.
  ///   - declared: The declared type of the place.
  ///   - prefersWhole: Whether to assign the whole collection if it is short.
  ///   - needsWhole: Whether the collection can't be edited.
  private mutating func choose(
    _ edits: AssignmentWriter,
    _ change: ValueChange,
    at target: String,
    declared: Any.Type?,
    prefersWhole: Bool,
    needsWhole: Bool
  ) {
    if needsWhole || isEmpty(change.second) { return assign(change.second, to: target, declared: declared) }
    let length = edits.lines.reduce(0) { $0 + ($1.hasPrefix("//") ? 0 : $1.utf8.count) }
    if prefersWhole {
      let whole = assignment(of: change.second, to: target, declared: declared)
      if whole.isComplete, whole.text.utf8.count <= max(length, 60) { return add(whole) }
    }
    take(edits)
  }

  /// Whether a value is an empty collection.
  private func isEmpty(_ value: Any?) -> Bool {
    (value as? any Collection)?.isEmpty ?? false
  }
}

extension ValueChange {
  /// Whether an element has moved.
  fileprivate var isMoved: Bool {
    if case .moved = content { true } else { false }
  }
}
