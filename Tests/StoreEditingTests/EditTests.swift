import Testing

@testable import StoreEditing

struct EditTests {
  /// Applies edits of the first statement, or first call of `send`, that a closure makes.
  private func edited(_ text: String, by edits: (SourceFile, Call) throws -> [TextEdit]) throws -> String {
    let file = try SourceFile(text)
    let call = try #require(file.calls(method: "send").first)
    return try file.applying(edits(file, call))
  }

  @Test(arguments: [
    ("  send(1)\n  b()\n", "  send(1)\n  x {\n      y\n  }\n  b()\n"),
    ("  send(1)", "  send(1)\n  x {\n      y\n  }"),
    ("  send(1); // why  \n  b()\n", "  send(1); // why  \n  x {\n      y\n  }\n  b()\n"),
    ("  send(1)  \n  b()\n", "  send(1)  \n  x {\n      y\n  }\n  b()\n"),
    ("  send(1) /* a */ /* b */\n  // c\n", "  send(1) /* a */ /* b */\n  x {\n      y\n  }\n  // c\n"),
    ("  send(1)/* a */\n  b()\n", "  send(1)/* a */\n  x {\n      y\n  }\n  b()\n"),
    ("a {\n\tsend(\n\t\t1\n\t)\n\tb()\n}", "a {\n\tsend(\n\t\t1\n\t)\n\tx {\n\t\ty\n\t}\n\tb()\n}"),
    ("  a; send(1); b\n", "  a; send(1);\n  x {\n      y\n  }\n  b\n"),
    ("a {\n  b { send(1) }\n}\n", "a {\n  b {\n    send(1)\n    x {\n      y\n    }\n  }\n}\n"),
    ("a { /* ( */ send(1) /* ) */ }", "a { /* ( */\n    send(1) /* ) */\n    x {\n        y\n    }\n}"),
    ("  a {send(1)}\n", "  a {\n      send(1)\n      x {\n          y\n      }\n  }\n"),
    ("a { b in send(1); c }\n", "a { b in\n    send(1);\n    x {\n        y\n    }\n    c\n}\n"),
    ("{ send(1) }\n", "{\n    send(1)\n    x {\n        y\n    }\n}\n"),
    ("a { c; send(1) }\n", "a {\n    c; send(1)\n    x {\n        y\n    }\n}\n"),
    (
      "switch a {\ncase .b: send(1)\ncase .c: d\n}\n",
      "switch a {\ncase .b:\n    send(1)\n    x {\n        y\n    }\ncase .c: d\n}\n"
    ),
    ("  send(1)\r\n  b()\r\n", "  send(1)\r\n  x {\r\n      y\r\n  }\r\n  b()\r\n"),
  ])
  func `lines are added behind a statement`(text: String, expected: String) throws {
    #expect(try edited(text) { $0.insertion(of: "x {\n  y\n}", after: $1.statement) } == expected)
  }

  @Test(arguments: [
    ("  a()\n  send(1)\n", "  a()\n  x\n  y\n  send(1)\n"),
    ("  a() // b\n  // c\n  /* d\n  */\n  send(1)\n", "  a() // b\n  x\n  y\n  // c\n  /* d\n  */\n  send(1)\n"),
    ("  // b\n\n  // c\n  send(1)\n", "  // b\n\n  x\n  y\n  // c\n  send(1)\n"),
    ("a { send(1) }\n", "a {\n    x\n    y\n    send(1)\n}\n"),
    ("  a; send(1)\n", "  a;\n  x\n  y\n  send(1)\n"),
    ("a { b; send(1) }\n", "a {\n    b;\n    x\n    y\n    send(1)\n}\n"),
    ("send(1)\r\nb\r\n", "x\r\ny\r\nsend(1)\r\nb\r\n"),
  ])
  func `lines are added before a statement and its comments`(text: String, expected: String) throws {
    #expect(try edited(text) { $0.insertion(of: "x\ny", before: $1.statement) } == expected)
  }

  @Test(arguments: [
    ("  a()\n  send(1)\n  b()\n", "  a()\n  b()\n"), ("  // a\n  send(1)\n\n  b()", "  // a\n\n  b()"),
    ("  a\n  send(1)", "  a\n"),
    ("  send(1) // why\n  b\n", "  // why\n  b\n"), ("  a; send(1)\n", "  a\n"), ("  send(1); b\n", "  b\n"),
    ("  send(1);\n  b\n", "  b\n"), ("a { send(1) }", "a { }"), ("a { b; send(1) }", "a { b }"),
    ("a { send(1); b }", "a { b }"),
    ("  a\r\n  send(\r\n    1\r\n  )\r\n  b\r\n", "  a\r\n  b\r\n"), ("a {\n  b; send(1)\n}", "a {\n  b\n}"),
    ("/* a */ send(1)\nb", "/* a */\nb"), ("a {\n\tsend(1)\n\tb\n}", "a {\n\tb\n}"),
  ])
  func `a statement is removed with its line`(text: String, expected: String) throws {
    #expect(try edited(text) { [$0.removal(of: $1.statement)] } == expected)
  }

  @Test(arguments: [
    (
      "  await store.send(1) // a\n", "  await store.send(1) { $0.a = 1 } // a\n",
      "  await store.send(1) {\n    $0.a = 1\n    $0.b = 2\n  } // a\n"
    ),
    (
      "  send(\n    1\n  )\n", "  send(\n    1\n  ) { $0.a = 1 }\n",
      "  send(\n    1\n  ) {\n    $0.a = 1\n    $0.b = 2\n  }\n"
    ),
    (
      "  send(1) { $0.old = 1 }.finish()", "  send(1) { $0.a = 1 }.finish()",
      "  send(1) {\n    $0.a = 1\n    $0.b = 2\n  }.finish()"
    ),
    (
      "\tsend(1) { state in\n\t\told }\r\n", "\tsend(1) { state in $0.a = 1 }\r\n",
      "\tsend(1) { state in\r\n\t\t$0.a = 1\r\n\t\t$0.b = 2\r\n\t}\r\n"
    ),
  ])
  func `a closure is added or replaced`(text: String, short: String, long: String) throws {
    for (lines, expected) in [("$0.a = 1", short), ("$0.a = 1\n$0.b = 2", long)] {
      let unit = text.contains("\t") ? "a {\r\n\tb\r\n}\r\n" : "a {\n  b\n}\n"
      let found = try edited(unit + text) { file, call in
        [
          call.closures.first.map { file.replacement(of: $0, withClosure: lines) }
            ?? file.insertion(ofClosure: lines, into: call)
        ]
      }
      #expect(found == unit + expected)
    }
  }

  @Test(arguments: [
    (103, "send(1) { $0 = →→ }"), (104, "send(1) {\n    $0 = →→\n}"), (120, "send(1) {\n    $0 = →→\n}"),
  ])
  func `a statement stays on the line of its call up to 120 characters`(count: Int, expected: String) throws {
    let value = String(repeating: "é", count: count)
    #expect(
      try edited("send(1)") { [$0.insertion(ofClosure: "$0 = " + value, into: $1)] }
        == expected.replacing("→→", with: value)
    )
  }

  @Test func `a closure with a label and a signature is added`() throws {
    let found = try edited("send(1) { a }") {
      [$0.insertion(ofClosure: "b", into: $1, label: "then", signature: "x in")]
    }
    #expect(found == "send(1) { a } then: { x in b }")
  }

  @Test(arguments: [
    ("a.send(1) { b }.finish()", 0, "a.send(1).finish()"), ("a.send {\n  b\n}\n", 0, "a.send()\n"),
    ("a.send(1) { b } c: { d }", 0, nil), ("a.send(1) { b } c: { d }\n", 1, "a.send(1) { b }\n"),
    ("a.send { b } c: { d } e: { f }", 1, "a.send { b } e: { f }"),
  ])
  func `a closure is removed`(text: String, index: Int, expected: String?) throws {
    let file = try SourceFile(text)
    let call = try #require(file.calls(method: "send").first)
    #expect(try file.removal(of: call.closures[index], from: call).map { try file.applying([$0]) } == expected)
  }

  @Test(arguments: [
    ("  send(1) { $0.a = 1 }\n", "  send(1) {\n      $0.a = 1\n      $0.b = 2\n  }\n"),
    (
      "  send(1) {\n    $0.a = 1 // a\n    // b\n  }\n", "  send(1) {\n    $0.a = 1 // a\n    $0.b = 2\n    // b\n  }\n"
    ),
    ("send { }", "send { $0.b = 2 }"), ("send { x in }", "send { x in $0.b = 2 }"),
    ("send {\n  // a\n}", "send {\n  // a\n    $0.b = 2\n}"), ("send { /* a */ }", "send { /* a */\n    $0.b = 2\n}"),
  ])
  func `a statement is added to a closure`(text: String, expected: String) throws {
    #expect(try edited(text) { $0.insertion(of: "$0.b = 2", atEndOf: $1.closures[0]) } == expected)
  }

  @Test func `a value is replaced, and the rest stays`() throws {
    let text = "  send(.a, /* b */ of: 1) { // c\n    $0.a   =  2; $0.b = 3 // d\n  }\n"
    let found = try edited(text) { file, call in
      guard case .assignment(_, _, let value) = call.closures[0].statements[0].kind else { return [] }
      return [file.replacement(of: value, with: "[\n  4\n]"), file.replacement(of: call.arguments[1].value, with: "5")]
    }
    #expect(found == "  send(.a, /* b */ of: 5) { // c\n    $0.a   =  [\n      4\n    ]; $0.b = 3 // d\n  }\n")
  }

  @Test func `several edits of one line share what they break`() throws {
    let found = try edited("a { send(1); b }\n") { file, call in
      file.insertion(of: "x", before: call.statement) + file.insertion(of: "y", after: call.statement)
    }
    #expect(found == "a {\n    x\n    send(1);\n    y\n    b\n}\n")
  }

  @Test func `the lines of a string are moved with its quotes`() throws {
    let lines = #"""
      x(
        """
            a
          b \(c)

        """,
        y {
          z
        }
      )
      """#
    let expected = #"""
      a {
      →send(1)
      →x(
      →→"""
      →→    a
      →→  b \(c)

      →→""",
      →→y {
      →→→z
      →→}
      →)
      }
      """#
    let found = try edited("a {\n\tsend(1)\n}") { $0.insertion(of: lines, after: $1.statement) }
    #expect(found == expected.replacing("→", with: "\t"))
  }

  @Test func `insertions at one place keep their order`() throws {
    let found = try edited("send(1)\n") { file, call in
      ["x", "y", "y", "z"].flatMap { file.insertion(of: $0, after: call.statement) }
    }
    #expect(found == "send(1)\nx\ny\ny\nz\n")
  }

  @Test(arguments: [
    (0..<2, 1..<3, false), (0..<3, 1..<1, false), (0..<2, 2..<3, true), (0..<2, 2..<2, true), (0..<0, 0..<2, true),
    (1..<9, 2..<3, false),
    (0..<2, 8..<99, false),
  ])
  func `edits of the same text are refused`(first: Range<Int>, second: Range<Int>, areMade: Bool) throws {
    let file = try SourceFile("a\nb(c, d)\n")
    let edits = [first, second].map { TextEdit(range: $0, replacement: "x") }
    for edits in [edits, edits.reversed()] { #expect(((try? file.applying(edits)) != nil) == areMade) }
  }

  @Test(arguments: [
    (0..<2, 1..<3, false), (0..<2, 2..<3, true), (0..<2, 2..<2, true), (0..<3, 1..<1, false), (1..<1, 1..<1, false),
  ])
  func `edits that only touch go together, in both orders`(first: Range<Int>, second: Range<Int>, areCompatible: Bool) {
    let (one, other) = (TextEdit(range: first, replacement: "x"), TextEdit(range: second, replacement: "y"))
    #expect(one.isCompatible(with: other) == areCompatible)
    #expect(other.isCompatible(with: one) == areCompatible)
  }

  @Test(arguments: [(0..<2, true), (1..<1, false)])
  func `an equal replacement may be shared, and an equal insertion may not`(range: Range<Int>, areCompatible: Bool) {
    let edit = TextEdit(range: range, replacement: "x")
    #expect(edit.isCompatible(with: edit) == areCompatible)
  }
}
