import TestSupport

/// Swift-like source that is written at random, with the extents of what it contains.
struct GeneratedSource {
  /// What was written of a call, as UTF-8 offsets.
  struct Call: Equatable {
    var name: Int
    var base: Range<Int>
    var range = 0..<0
    var statement = 0..<0
    var isStatement: Bool
    var arguments: [Range<Int>] = []
    var closures: [Range<Int>] = []

    /// The statements of each closure.
    var statements: [[Range<Int>]] = []
  }

  private(set) var text = ""

  /// The calls of `send`, by the places of their names.
  private(set) var calls: [Int: Call] = [:]
  private var random: SplitMix64
  private var indentation = ""
  private let unit: String
  private let newline: String

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    unit = ["  ", "    ", "\t"][Int(seed % 3)]
    newline = seed % 2 == 0 ? "\n" : "\r\n"
    for _ in 0..<6 { writeFunction() }
  }

  private var place: Int { text.utf8.count }

  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func writeFunction() {
    text += pick(["/// (", "/* { */", "// \"", "#if DEBUG // )", "@Test(.a(1))"]) + newline
    if text.hasSuffix("#if DEBUG // )" + newline) { text += "#endif" + newline }
    text += "func `a (b`<A>(a: A) async throws {"
    _ = writeBlock(depth: 0)
    text += "}" + newline
  }

  /// Writes statements in lines of their own, and returns their ranges.
  private mutating func writeBlock(depth: Int) -> [Range<Int>] {
    let outer = indentation
    indentation += unit
    var ranges: [Range<Int>] = []
    for _ in 0..<Int.random(in: 1...(depth == 0 ? 6 : 2), using: &random) {
      text += pick(["", "", " // why (", " /* { */"]) + newline + indentation
      if chance(10) { text += "// \"( 🎉" + newline + indentation }
      ranges.append(writeStatement(depth: depth))
      if chance(10) { text += "; " + "other()"; ranges.append((place - 7)..<place) }
      if chance(10) { text += ";" }
    }
    indentation = outer
    text += newline + indentation
    return ranges
  }

  private mutating func writeStatement(depth: Int) -> Range<Int> {
    let start = place
    var owned: [Int] = []
    switch Int.random(in: 0..<9, using: &random) {
    case 0...3:
      let prefix = pick(["", "", "await ", "try await ", "try? ", "let a: [Int] = try await ", "_ = ", "a.b[0] += "])
      text += prefix
      let isStatement = !prefix.contains("=")
      owned.append(writeCall(depth: depth, isStatement: isStatement))
      text += pick(["", "", "", ".finish()", "?.b", newline + indentation + unit + ".a { $0 }"])
    case 4:
      text += pick(["#expect(await ", "f(1, ", "let a = b == ", "(a as? B) ?? ", "x[0] / "])
      let closes = text.hasSuffix("await ") || text.hasSuffix(", ")
      owned.append(writeCall(depth: depth, isStatement: false))
      text += closes ? ")" : pick(["", " == 1", " / 2", " ? /(a)/ : b"])
    case 5:
      text += pick(["if a, ", "guard let a = ", "while ", "for a in ", "switch "])
      let needsElse = text.hasSuffix("guard let a = ")
      text += "("; owned.append(writeCall(depth: depth, isStatement: false));
      text += ")" + (needsElse ? " else {" : " {")
      if depth < 2 { _ = writeBlock(depth: depth + 1) }
      text += "}"
    case 6: text += "\"é \\("; owned.append(writeCall(depth: 3, isStatement: false)); text += ") )\""
    default: text += pick(noise)
    }
    let range = start..<place
    for name in owned { calls[name]?.statement = range }
    return range
  }

  private let noise = [
    "let a = \"\\\"(\"", "let a = #\"\"(\"#", "let a = /\\/(a)[)]/", "a = b / c / (d)", "let a = #/ ( /#", "return a",
    "$0.a += 1", "a()",
    "`if`.b(c)", "let a = \"\\(b(\"}\"))\"", "var a: [String: (Int) -> Void] { get { b } }", "a -= -b",
    "let a = [1: \"[\", 2: .b]",
    "a(b < c, d > (e))", "do { try a() } catch { b }", "let a = b as? C", "a.map(\\.b)", "#warning(\"(\")",
    "await a { b in c } d: { _ in }",
  ]

  /// Writes a call of `send`, and returns the place of its name.
  private mutating func writeCall(depth: Int, isStatement: Bool) -> Int {
    let start = place
    text += pick(["store", "self.a?.b", "f(\")\")!", "a[0]", "A<B, [C]>(d)", "(a ?? b)", "a { $0 }", "`b`"])
    let base = start..<place
    if depth < 3 { text += pick(["", "", "", newline + indentation + unit, " /* ( */ "]) }
    text += "."
    var call = Call(name: place, base: base, isStatement: isStatement)
    text += "send"
    let hasClosure = depth < 2 && chance(50)
    if !hasClosure || chance(80) { call.arguments = writeArguments(depth: depth) } else { text += " " }
    if hasClosure {
      writeClosure(of: &call, depth: depth)
      if chance(20) {
        text += " label: "
        writeClosure(of: &call, depth: depth)
      }
    }
    call.range = start..<place
    calls[call.name] = call
    return call.name
  }

  private mutating func writeArguments(depth: Int) -> [Range<Int>] {
    text += "("
    var ranges: [Range<Int>] = []
    let isLong = depth < 2 && chance(25)
    for index in 0..<Int.random(in: 0...3, using: &random) {
      if index > 0 { text += isLong ? ", // )" + newline + indentation + unit : ", " }
      text += pick(["", "", "of: ", "where: "])
      let start = place
      text += pick([
        "1", ".a(b, c: d)", "\")\"", "P<A, B>(1)", "{ a, b in a < b }", "x ? y : z", "[1, 2]", "-a", "🎉", "\\.b",
        "/a,b/",
      ])
      ranges.append(start..<place)
    }
    text += ")"
    return ranges
  }

  private mutating func writeClosure(of call: inout Call, depth: Int) {
    if !text.hasSuffix(" ") { text += " " }
    let start = place
    text += "{" + pick(["", "", " a in", " [weak a] (b: C<D, E>, _) async -> F in"])
    if chance(30) {
      text += " "
      let statement = place
      text += "$0.a = 1"
      call.statements.append([statement..<place])
      text += " "
    } else {
      call.statements.append(writeBlock(depth: depth + 1))
    }
    text += "}"
    call.closures.append(start..<place)
  }
}
