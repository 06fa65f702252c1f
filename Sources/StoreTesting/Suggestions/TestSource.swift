import StoreDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source of a test around one of its steps, if the file can be read.
///
/// Only the wording of advice uses it. It is read when a failure is written, and no verdict depends on it.
struct TestSource {
  /// A statement of the test.
  struct Statement {
    /// The line on which it begins, counted from 1.
    let line: Int

    /// The lines, without their common indentation.
    let lines: [String]

    var text: String { lines.joined(separator: "\n") }
  }

  private let lines: [Substring]

  /// The index of the step's line.
  private let index: Int

  /// Reads the source around a step; nil if the file is absent or the line isn't the step's.
  init?(around site: CallSite) {
    // Performance: a run with a mutant only counts its failures.
    guard Hooks.mutator == nil, let data = try? Data(contentsOf: URL(fileURLWithPath: site.filePath)) else {
      return nil
    }
    self.init(String(decoding: data, as: UTF8.self), line: site.line, column: site.column)
  }

  /// Creates the source from a text.
  ///
  /// - Parameters:
  ///   - text: The source of the file.
  ///   - line: The line of the step.
  ///   - column: The column of the step's opening parenthesis.
  init?(_ text: String, line: Int, column: Int) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    self.init(lines.map(Substring.init), line: line, column: column)
  }

  /// Returns the source around another step of the same file.
  func around(_ site: CallSite) -> Self? { Self(lines, line: site.line, column: site.column) }

  private init?(_ lines: [Substring], line: Int, column: Int) {
    self.lines = lines
    index = line - 1
    guard lines.indices.contains(index) else { return nil }
    let bytes = Array(lines[index].utf8)
    guard bytes.indices.contains(column - 1), bytes[column - 1] == UInt8(ascii: "(") else { return nil }
  }

  /// The statement of the step.
  var step: Statement { statement(at: index) }

  /// The statements after the step, in its block.
  var later: [Statement] {
    var found: [Statement] = []
    var next = index + step.lines.count
    while next < lines.count {
      let text = lines[next].drop { $0 == " " || $0 == "\t" }
      if text.isEmpty || text.hasPrefix("//") {
        next += 1
        continue
      }
      guard !text.hasPrefix("}") else { break }
      let statement = statement(at: next)
      found.append(statement)
      next += statement.lines.count
    }
    return found
  }

  /// The lines of the test before the step.
  var earlier: ArraySlice<Substring> {
    let start = lines[...index].lastIndex { $0.contains("func ") } ?? 0
    return lines[start..<index]
  }

  /// Whether the step is in a loop, outside of which its store was made.
  var isInLoop: Bool {
    loop.map { !lines[$0..<index].contains { $0.contains(" \(step.receiver) = ") } } ?? false
  }

  /// The index of the line that begins the loop around the step; nil if it is in none.
  private var loop: Int? {
    var level = 0
    for index in earlier.indices.reversed() {
      let line = lines[index]
      level += line.bracketDepth
      guard level > 0 else { continue }
      let text = line.drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("for ") || text.hasPrefix("while ") || text.hasPrefix("repeat ") || text.contains(".forEach") {
        return index
      }
      level = 0
    }
    return nil
  }

  private func statement(at start: Int) -> Statement {
    var level = 0
    var end = start
    while end < lines.count {
      level += lines[end].bracketDepth
      end += 1
      if level <= 0 { break }
    }
    let space = lines[start].prefix { $0 == " " || $0 == "\t" }
    return Statement(
      line: start + 1,
      lines: lines[start..<end].map { line in String(line.hasPrefix(space) ? line.dropFirst(space.count) : line) }
    )
  }
}

extension TestSource {
  /// The streams that the test has made, with the types of their elements and the variables of their ends.
  var streams: [(element: String, values: String, continuation: String)] {
    earlier.compactMap { line in
      guard let match = line.firstMatch(of: /AsyncStream(?:<(.+)>)?\.makeStream\((?:of: (.+)\.self)?/),
        let element = match.output.1 ?? match.output.2
      else { return nil }
      if let names = line.firstMatch(of: /let \((?:stream: )?(\w+), (?:continuation: )?(\w+)\)/) {
        return (String(element), String(names.output.1), String(names.output.2))
      }
      guard let name = line.firstMatch(of: /let (\w+)/)?.output.1 else { return nil }
      return (String(element), "\(name).stream", "\(name).continuation")
    }
  }

  /// Returns the variable that holds the gate with a name.
  func variable(ofGate name: String) -> String? {
    let call = "(\(quoted(name))"
    // What stands between the equals sign and the call is the gate's own expression, such as `await store.gate`.
    let line = earlier.last { line in
      guard let start = line.firstIndex(of: "="), let end = line.ranges(of: call).first?.lowerBound, start < end else {
        return false
      }
      let made = line[line.index(after: start)..<end]
      return made.contains("ate") && !made.contains("(")
    }
    guard let line else { return nil }
    let words = line.prefix { $0 != "=" && $0 != ":" }.split(separator: " ")
    return words.first == "let" || words.first == "var" ? words.dropFirst().first.map { String($0) } : nil
  }
}

extension TestSource.Statement {
  /// Returns the text in the parentheses of a call; nil if the statement has no such call.
  func argument(of call: String) -> Substring? {
    guard let head = text.ranges(of: ".\(call)(").first else { return nil }
    return text[head.upperBound...].upToClosingBracket
  }

  /// The statement without its trailing closure; nil if it has none.
  var withoutClosure: String? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    let argument = text[text.index(after: open)...].upToClosingBracket
    return text[argument.endIndex...].hasPrefix(") {") ? text[..<argument.endIndex] + ")" : nil
  }

  /// The variable of the store, such as `store`.
  var receiver: String {
    let head = text.prefix { $0 != "." }
    return String(head.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last ?? "store")
  }

  /// Whether it may let an effect continue: an advance of a clock, or a call that is no step of the store.
  func mayContinueEffects(of store: String) -> Bool {
    if ["#", "let ", "var ", "if ", "for ", "guard ", "_ ", "return"].contains(where: text.hasPrefix) { return false }
    return text.contains("\(store).clock.") || !text.contains("\(store).") && text.contains("(")
  }
}
