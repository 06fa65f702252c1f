/// What the source of a type declares beyond what the runtime knows of it.
struct DeclaredType: Equatable {
  /// The access of the stored properties that other files can't assign, by name.
  private(set) var restrictions: [String: Restriction] = [:]

  /// Whether the type declares an initialiser, so that it has no memberwise one.
  private(set) var hasOwnInitialiser = false

  /// The initialisers at the top of the type that other files can call, and that always succeed.
  private(set) var initialisers: [DeclaredInitialiser] = []

  /// The constants, by name.
  private(set) var constants: Set<String> = []

  /// The payloads of the cases as they are declared, by the names of the cases.
  private(set) var payloads: [String: String] = [:]

  /// Why other files can't assign a property.
  enum Restriction: String {
    /// Other files can't read it, either.
    case isPrivate = "private"

    case isFileprivate = "fileprivate"
    case hasPrivateSetter = "private(set)"
    case hasFileprivateSetter = "fileprivate(set)"

    /// Whether other files can read the property, and pass it to the memberwise initialiser.
    var isReadable: Bool { self == .hasPrivateSetter || self == .hasFileprivateSetter }
  }

  /// A type or an extension around a line.
  private struct Scope {
    /// The path of the type, such as `Search.State`.
    let path: String

    /// The number of brackets around the declaration.
    let level: Int

    let isExtension: Bool
  }

  /// Finds a declaration in a source; nil if it isn't there.
  ///
  /// - Parameters:
  ///   - path: The name of the type within its module, such as `Search.State`.
  ///   - text: The source.
  init?(_ path: String, in text: String) {
    var scopes: [Scope] = []
    var next: Scope?
    var level = 0
    // The declaration of an initialiser so far, whose parameters go on.
    var initialiser: String?
    for line in Self.withDeclarationsOnLines(text).split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      let start = level
      level += line.bracketDepth
      if let scope = scopes.last, scope.path == path, !scope.isExtension {
        if start == scope.level + 1 {
          add(words, of: line)
          if Self.isCallableInitialiser(words) { initialiser = "" }
        }
        initialiser? += line + "\n"
        // The body begins outside of the parameters, unlike a closure that is a default.
        if let text = initialiser, level == scope.level + 2, line.hasSuffix("{") {
          add(initialiser: text)
          initialiser = nil
        }
      }
      next = Self.scope(words, in: scopes.last, level: start) ?? next
      if let scope = next, level > scope.level {
        scopes.append(scope)
        next = nil
      }
      while let scope = scopes.last, level <= scope.level {
        if scope.path == path, !scope.isExtension { return }
        scopes.removeLast()
      }
    }
    return nil
  }

  /// Returns source in which a declaration begins on each line, also after a brace and a semicolon.
  private static func withDeclarationsOnLines(_ text: String) -> String {
    var result: [UInt8] = []
    var reader = TextReader()
    var isComment = false
    var previous: UInt8 = 0
    for byte in text.utf8 {
      let isCode = !reader.isText && !isComment
      if !isComment { reader.read(byte) }
      if byte == UInt8(ascii: "/"), previous == byte, !reader.isText { isComment = true }
      if byte == UInt8(ascii: "\n") { (reader.isText, isComment) = (false, false) }
      previous = byte
      switch byte {
      case UInt8(ascii: "{") where isCode: result += [byte, UInt8(ascii: "\n")]
      case UInt8(ascii: "}") where isCode: result += [UInt8(ascii: "\n"), byte, UInt8(ascii: "\n")]
      case UInt8(ascii: ";") where isCode: result.append(UInt8(ascii: "\n"))
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the type that a line declares or extends, if any.
  private static func scope(_ words: [Substring], in outer: Scope?, level: Int) -> Scope? {
    let keywords: Set<Substring> = ["struct", "enum", "class", "actor", "extension"]
    guard let index = words.firstIndex(where: keywords.contains), index + 1 < words.count,
      words[..<index].allSatisfy({ !$0.hasPrefix("//") && !$0.contains("\"") })
    else { return nil }
    let name = words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "`" }
    guard !name.isEmpty, !["func", "var", "let"].contains(name) else { return nil }
    let path = outer.map { "\($0.path).\(name)" } ?? String(name)
    return Scope(path: path, level: level, isExtension: words[index] == "extension")
  }

  /// Adds what a line at the top of the type declares.
  private mutating func add(_ words: [Substring], of line: Substring) {
    guard let first = words.first, !first.hasPrefix("//") else { return }
    if first == "case" || first == "indirect" {
      for match in line.matches(of: /(\w+)\(/) {
        payloads[String(match.output.1)] = String(line[match.range.upperBound...].upToClosingBracket)
      }
    }
    if words.contains(where: { $0.hasPrefix("init(") || $0.hasPrefix("init<") }) { hasOwnInitialiser = true }
    if let index = words.firstIndex(of: "let"), index + 1 < words.count {
      constants.insert(String(words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
    }
    guard let index = words.firstIndex(of: "var"), index + 1 < words.count,
      let restriction = words[..<index].lazy.compactMap({ Restriction(rawValue: String($0)) }).first
    else { return }
    restrictions[String(words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })] = restriction
  }

  /// Whether a line declares an initialiser that other files can call, and that always succeeds.
  private static func isCallableInitialiser(_ words: [Substring]) -> Bool {
    guard let index = words.firstIndex(where: { $0.hasPrefix("init(") }) else { return false }
    return words[..<index].allSatisfy { ["public", "package", "internal", "nonisolated"].contains($0) }
  }

  private mutating func add(initialiser text: String) {
    guard let start = text.firstIndex(of: "(") else { return }
    let parameters = text[text.index(after: start)...].upToClosingBracket
    // The words after the parameters.
    let rest = text[parameters.endIndex...].split { !$0.isLetter }
    guard !rest.contains("async"), !rest.contains("throws") else { return }
    initialisers.append(DeclaredInitialiser(parameters))
  }

  /// Whether other files can assign a property after the value was created.
  func canAssign(_ property: String) -> Bool { restrictions[property] == nil && !constants.contains(property) }

  /// Returns whether the payload of a case is a single tuple; nil if it is unknown.
  func hasTuple(_ name: String) -> Bool? {
    payloads[name].map { $0.hasPrefix("(") && $0.dropFirst().upToClosingBracket.count == $0.count - 2 }
  }

  /// Whether the only payload of a case is declared with the type of its value, which must be an enum or an optional.
  ///
  /// The value of a payload that is declared as `Any` may be one, too.
  func declares(_ value: Any, asPayloadOf name: String) -> Bool {
    guard let payload = payloads[name], !payload.contains(",") else { return false }
    let declared = payload.split(separator: ":").last.map { $0.filter { $0 != " " } } ?? ""
    if value is any OptionalValue { return declared.hasSuffix("?") || declared.hasPrefix("Optional<") }
    return declared.split(separator: ".").last.map(String.init) == "\(type(of: value))"
  }

  /// Returns why other files can't assign the property at a place; nil if they can.
  func restriction(on step: Step) -> Restriction? { restrictions[step.property] }
}

extension Step {
  /// The property of a field; without the underscore that the storage of a property wrapper has.
  var property: String {
    guard case .field(let name) = self else { return text }
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }
}
