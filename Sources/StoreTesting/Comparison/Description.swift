/// A value as a person would write it in Swift, without module names and on one line.
///
/// - Parameters:
///   - value: Any value.
///   - limit: About how many characters may be used; the rest is left out with `…`.
func describe(_ value: Any, limit: Int = 400) -> String {
  var writer = DescriptionWriter(limit: limit)
  writer.write(value, depth: 0)
  return writer.text
}

/// Writes values into a text of bounded length.
private struct DescriptionWriter {
  /// How deep values may be nested.
  private static let maximumDepth = 12

  /// What has been written.
  private(set) var text = ""

  /// How many characters may be written.
  private let limit: Int

  /// Makes a writer of an empty text.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether nothing more fits.
  private var isFull: Bool { text.utf8.count >= limit }

  /// Writes a value.
  mutating func write(_ value: Any, depth: Int) {
    guard !isFull, depth < Self.maximumDepth else { return mark() }
    switch value {
    case let string as String: return writeString(string)
    case let string as Substring: return writeString(String(string))
    case let character as Character: return writeString(String(character))
    case let type as any Any.Type: return text += shortName(of: type) + ".self"
    case let duration as Duration: return text += duration.swiftText
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      if let child = mirror.children.first { write(child.value, depth: depth) } else { text += "nil" }
    case .enum: writeEnum(value, mirror, depth)
    case .tuple: writeList("(", mirror.children, ")", depth, labeled: true)
    case .collection: writeList("[", mirror.children, "]", depth, labeled: false)
    case .set: writeSorted(mirror.children.map { describe($0.value, limit: limit) })
    case .dictionary: writeDictionary(mirror, depth)
    case .struct, .class: writeFields(value, mirror, depth)
    default: text += clipped(String(reflecting: value))
    }
  }

  /// Writes that something was left out.
  private mutating func mark() {
    if !text.hasSuffix("…") { text += "…" }
  }

  /// Writes a string as a literal.
  private mutating func writeString(_ string: String) {
    let room = max(limit - text.utf8.count, 1)
    // A character takes at least a byte, so longer strings need not be walked to their end.
    let isLong = string.utf8.count > room
    text += String(isLong ? String(string.prefix(room)) : string).debugDescription
    if isLong { mark() }
  }

  /// Writes an enum's case and payload.
  private mutating func writeEnum(_ value: Any, _ mirror: Mirror, _ depth: Int) {
    guard let child = mirror.children.first, let label = child.label else {
      // Without a payload only the printed name is to be had.
      return text += "." + String(describing: value)
    }
    text += ".\(label)"
    let payload = Mirror(reflecting: child.value)
    if payload.displayStyle == .tuple {
      writeList("(", payload.children, ")", depth, labeled: true)
    } else {
      text += "("
      write(child.value, depth: depth + 1)
      text += ")"
    }
  }

  /// Writes the fields of a struct or a class, unless the type has a text of its own.
  private mutating func writeFields(_ value: Any, _ mirror: Mirror, _ depth: Int) {
    if mirror.children.isEmpty || value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
      return text += clipped(
        mirror.children.isEmpty && !(value is any CustomStringConvertible)
          && !(value is any CustomDebugStringConvertible)
          ? shortName(of: mirror.subjectType) + "()" : String(describing: value)
      )
    }
    text += shortName(of: mirror.subjectType)
    writeList("(", mirror.children, ")", depth, labeled: true)
  }

  /// Writes the entries of a dictionary in the order of their keys' texts.
  private mutating func writeDictionary(_ mirror: Mirror, _ depth: Int) {
    let entries = mirror.children.map { child -> String in
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2 else { return describe(child.value, limit: limit) }
      return "\(describe(pair[0].value, limit: limit)): \(describe(pair[1].value, limit: limit))"
    }
    if entries.isEmpty { text += "[:]" } else { writeSorted(entries) }
  }

  /// Writes texts in order.
  private mutating func writeSorted(_ texts: [String]) {
    text += "[" + clipped(texts.sorted().joined(separator: ", ")) + "]"
  }

  /// Writes children between brackets.
  private mutating func writeList(
    _ open: String,
    _ children: Mirror.Children,
    _ close: String,
    _ depth: Int,
    labeled: Bool
  ) {
    text += open
    var isFirst = true
    for child in children {
      if !isFirst { text += ", " }
      isFirst = false
      guard !isFull else {
        mark()
        break
      }
      if labeled, let label = child.label, !label.hasPrefix(".") { text += "\(label): " }
      write(child.value, depth: depth + 1)
    }
    text += close
  }

  /// As much of a text as fits.
  private func clipped(_ string: String) -> String {
    let room = max(limit - text.utf8.count, 1)
    return string.utf8.count > room ? String(string.prefix(room)) + "…" : string
  }
}

/// A type's name without its module and the types around it.
func shortName(of type: Any.Type) -> String {
  let name = String(describing: type)
  return name.hasPrefix("(unknown") ? "Unknown" : name
}

extension Duration {
  /// The duration as a Swift expression.
  fileprivate var swiftText: String {
    let attosecondsPerMillisecond: Int128 = 1_000_000_000_000_000
    if attoseconds % (attosecondsPerMillisecond * 1_000) == 0 {
      return ".seconds(\(attoseconds / (attosecondsPerMillisecond * 1_000)))"
    }
    if attoseconds % attosecondsPerMillisecond == 0 {
      return ".milliseconds(\(attoseconds / attosecondsPerMillisecond))"
    }
    return ".nanoseconds(\(attoseconds / 1_000_000_000))"
  }
}
