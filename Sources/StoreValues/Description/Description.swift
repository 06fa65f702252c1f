/// Returns a value as Swift source on one line, without module names.
///
/// A type's own text is used if it has one (``ownText(of:)``). Otherwise the text consists of the value's parts
/// (``ReflectedValue``).
///
/// - Parameters:
///   - value: Any value.
///   - limit: The approximate maximum number of characters; the rest is replaced by `…`. With `.max` the text is
///     complete, up to a great nesting depth.
///   - replace: Returns another text for a part; nil for its own.
package func describe(_ value: Any, limit: Int = 400, replacing replace: ((Any) -> String?)? = nil) -> String {
  var writer = DescriptionWriter(limit: limit, replace: replace)
  writer.write(value, depth: 0)
  return writer.text
}

/// Returns a text of all parts of a value, even those that its own text hides. It serves as a key and is not shown.
///
/// - Parameters:
///   - value: Any value.
///   - limit: The approximate maximum number of characters.
///   - replace: Returns another text for a part; nil for its own.
package func identifyingText(
  of value: Any,
  limit: Int = .max,
  replacing replace: ((Any) -> String?)? = nil
) -> String {
  var writer = DescriptionWriter(limit: limit, showsOwnTexts: false, replace: replace)
  writer.write(value, depth: 0)
  return writer.text
}

/// Returns an error as failures print it.
///
/// - Parameter error: Any error. Its type determines the text, as for other values.
package func describe(error: any Error) -> String {
  let text = describe(error)
  return text.hasPrefix(".") ? String(text.dropFirst()) : text
}

/// A writer of values into a text of limited length.
private struct DescriptionWriter {
  private(set) var text = ""

  private let limit: Int

  private let maximumDepth: Int

  /// The number of values that may still be visited. A custom mirror may be endless.
  private var budget: Int

  /// The number of types with custom mirrors around the current value.
  private var customDepth = 0

  /// The objects around the current value, to stop at cycles.
  private var objects: [ObjectIdentifier] = []

  /// Whether to use the texts that types provide themselves.
  private let showsOwnTexts: Bool

  private let replace: ((Any) -> String?)?

  init(limit: Int, showsOwnTexts: Bool = true, replace: ((Any) -> String?)? = nil) {
    self.limit = limit
    self.showsOwnTexts = showsOwnTexts
    self.replace = replace
    maximumDepth = limit == .max ? 60 : 12
    budget = limit == .max ? 2_000_000 : 10_000
  }

  private var isFull: Bool { text.utf8.count >= limit || budget <= 0 }

  mutating func write(_ value: Any, depth: Int) {
    guard !isFull, depth < maximumDepth else { return mark() }
    budget -= 1
    if let other = replace?(value) { return text += other }
    if showsOwnTexts, let own = ownText(of: value) { return text += clipped(own) }
    // Each part takes at least one character, so the remaining room limits the number of parts.
    let room = min(limit - text.utf8.count, ReflectedValue.maximumParts)
    let structure = ReflectedValue(of: value, atMost: room)
    if structure.isCut { budget -= room }
    switch structure {
    case .atom(let atom): text += clipped(atom)
    case .text(let string): writeString(string)
    case .absent: text += "nil"
    case .present(let inner):
      let isNested = containsNil(inner)
      if isNested { text += ".some(" }
      write(inner, depth: depth + 1)
      if isNested { text += ")" }
    case .choice(let name, let parts): writeChoice(name, parts, depth: depth)
    case .tuple(let parts): writeParts("(", parts, close: ")", isCut: false, depth: depth)
    case .record(let record): writeRecord(record, value, depth: depth)
    case .range(let lower, let sign, let upper):
      if let lower { write(lower, depth: depth + 1) }
      text += sign
      if let upper { write(upper, depth: depth + 1) }
    case .list(let list, let isCut): writeList(list, isCut: isCut, depth)
    case .set(let members, let isCut):
      writeParts(
        "[",
        ordered(members.members, first: limit).map { .init(label: nil, value: $0) },
        close: "]",
        isCut: isCut,
        depth: depth
      )
    case .dictionary(let dictionary, let isCut): writeDictionary(dictionary.entries, isCut: isCut, depth)
    case .opaque(let name): text += "(\(clipped(name)))"
    }
  }

  private mutating func mark() {
    if !text.hasSuffix("…") { text += "…" }
  }

  private mutating func writeString(_ string: String) {
    let room = max(limit - text.utf8.count, 1)
    // A character takes at least one byte, so a longer string needn't be read to its end.
    let isLong = string.utf8.count > room
    text += quoted(isLong ? String(string.prefix(room)) : string)
    if isLong { mark() }
  }

  /// Writes an enum's case and payload.
  private mutating func writeChoice(_ name: String, _ parts: [ReflectedValue.Part], depth: Int) {
    text += ".\(name)"
    if !parts.isEmpty { writeParts("(", parts, close: ")", isCut: false, depth: depth) }
  }

  /// Writes the fields of a struct or a class.
  private mutating func writeRecord(_ record: ReflectedValue.Record, _ value: Any, depth: Int) {
    text += clipped(record.name)
    guard !record.isCustom || customDepth < ReflectedValue.maximumCustomDepth else { return text += "(…)" }
    if record.isCustom { customDepth += 1 }
    defer { if record.isCustom { customDepth -= 1 } }
    guard record.isObject else { return writeParts("(", record.parts, close: ")", isCut: record.isCut, depth: depth) }
    let object = ObjectIdentifier(value as AnyObject)
    guard !objects.contains(object) else { return text += "(the same again)" }
    objects.append(object)
    writeParts("(", record.parts, close: ")", isCut: record.isCut, depth: depth)
    objects.removeLast()
  }

  private mutating func writeList(_ list: any ListValue, isCut: Bool, _ depth: Int) {
    writeElements("[", count: list.count, close: "]", isCut: isCut) { $0.write(list.element(at: $1), depth: depth + 1) }
  }

  private mutating func writeDictionary(_ entries: [(key: Any, value: Any)], isCut: Bool, _ depth: Int) {
    guard !entries.isEmpty else { return text += "[:]" }
    let entries = ordered(entries, first: limit, by: \.key)
    writeElements("[", count: entries.count, close: "]", isCut: isCut) { writer, index in
      writer.write(entries[index].key, depth: depth + 1)
      writer.text += ": "
      writer.write(entries[index].value, depth: depth + 1)
    }
  }

  private mutating func writeParts(
    _ open: String,
    _ parts: [ReflectedValue.Part],
    close: String,
    isCut: Bool,
    depth: Int
  ) {
    writeElements(open, count: parts.count, close: close, isCut: isCut) { writer, index in
      if let label = parts[index].label { writer.text += "\(label): " }
      writer.write(parts[index].value, depth: depth + 1)
    }
  }

  private mutating func writeElements(
    _ open: String,
    count: Int,
    close: String,
    isCut: Bool,
    write: (inout Self, _ index: Int) -> Void
  ) {
    text += open
    for index in 0..<count {
      if index > 0 { text += ", " }
      guard !isFull else {
        // The number of the parts that were cut off is unknown.
        text += isCut ? "…" : "… \(grouped(count - index)) more"
        break
      }
      write(&self, index)
    }
    if isCut { mark() }
    text += close
  }

  private func clipped(_ string: String) -> String {
    let room = max(limit - text.utf8.count, 1)
    return string.utf8.count > room ? String(string.prefix(room)) + "…" : string
  }
}

/// Whether the content of an optional is nil, directly or in further optionals: `.some(nil)` differs from `nil`.
func containsNil(_ content: Any) -> Bool {
  switch ReflectedValue(of: content) {
  case .absent: true
  case .present(let inner): content is any OptionalValue && containsNil(inner)
  default: false
  }
}
