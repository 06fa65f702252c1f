import Testing

@testable import StoreEditing

struct CallTests {
  /// A place of a call as `#line` and `#column` tell it, where `⟨` stands in the source.
  private func call(_ marked: String, method: String = "send") throws -> (SourceFile, Call?) {
    let parts = marked.split(separator: "⟨", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let file = try SourceFile(parts.joined())
    let lines = Array(parts[0].utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (file, file.call(method: method, line: lines.count, column: (lines.last?.count ?? 0) + 1))
  }

  @Test(arguments: [
    ("store.send⟨(1)", "store", "store.send(1)"),
    ("a[0]?.b(c)!.send⟨(1)", "a[0]?.b(c)!", "a[0]?.b(c)!.send(1)"),
    ("x = try await store.send⟨(1) { }", "store", "store.send(1) { }"),
    ("store.send ⟨{ a } b: { c } d: { e }\nf: do { }", "store", "store.send { a } b: { c } d: { e }"),
    (
      "store\n  // why\n  .send⟨(\n    1, /* ) */\n    2\n  )\n  .finish()", "store",
      "store\n  // why\n  .send(\n    1, /* ) */\n    2\n  )"
    ),
    ("a.f { 1 } g: { 2 }.send⟨(1)", "a.f { 1 } g: { 2 }", "a.f { 1 } g: { 2 }.send(1)"),
    ("await Store<Int, [A<B>]>(x).send⟨(1)", "Store<Int, [A<B>]>(x)", "Store<Int, [A<B>]>(x).send(1)"),
    ("try Store<A>.send⟨(1)", "Store<A>", "Store<A>.send(1)"),
    ("Store<(A) -> B & C>(x).send⟨(1)", "Store<(A) -> B & C>(x)", "Store<(A) -> B & C>(x).send(1)"),
    ("!(a + b).send⟨(1)", "(a + b)", "(a + b).send(1)"),
    ("a + b.send⟨(1)", "b", "b.send(1)"),
    ("return .send⟨(1)", nil, ".send(1)"),
    ("return .a.b.send⟨(1)", ".a.b", ".a.b.send(1)"),
    ("send⟨(1)", nil, "send(1)"),
    ("self.store.`send`⟨(1)", "self.store", "self.store.`send`(1)"),
    ("\"\\(x) (\".send⟨(1)", "\"\\(x) (\"", "\"\\(x) (\".send(1)"),
    ("f(a, store.send⟨(1), b)", "store", "store.send(1)"),
    ("\"🎉é \\(store.send⟨(1)) )\"", "store", "store.send(1)"),
    ("if store.send⟨(1) { }", "store", "store.send(1)"),
    ("if let x = f(store.send ⟨{ 1 }) { }", "store", "store.send { 1 }"),
    ("guard a else { store.send⟨(1) { }; return }", "store", "store.send(1) { }"),
    ("x[store.send⟨(1)]", "store", "store.send(1)"),
    ("a ? store.send⟨(1) : b", "store", "store.send(1)"),
    ("case .a: store.send⟨(1)", "store", "store.send(1)"),
    ("f()\n(store).send⟨(1)", "(store)", "(store).send(1)"),
    ("\t\tstore.send⟨(1)", "store", "store.send(1)"),
    ("#require(x).send⟨(1)", "#require(x)", "#require(x).send(1)"),
    ("(for: store.send ⟨{ 1 })", "store", "store.send { 1 }"),
    ("repeat { } while store.send ⟨{ 1 }", "store", "store.send { 1 }"),
    ("f { a } while: { b }.send ⟨{ 1 }", "f { a } while: { b }", "f { a } while: { b }.send { 1 }"),
  ])
  func `a call has its base and its extent`(marked: String, base: String?, range: String) throws {
    let (file, call) = try call(marked)
    let found = try #require(call)
    #expect(found.base.map { file[$0] } == base)
    #expect(file[found.range] == range)
    #expect(["send", "`send`"].contains(file[found.name]))
  }

  @Test(arguments: [
    "#ex⟨pect(store.send(1))", "#sourceLocation(file: \"A\", line: 2)\nstore.send⟨(1)", "store.receive⟨(1)",
    "store.⟨send(1)", "store⟨.send(1)", "store.send(⟨1)", "store.send⟨", "store.send⟨ + 1",
    "func send⟨(a: Int) { }",
    "if x.send ⟨{ }", "store.send\n⟨(1)", "\"store.send⟨(1)\"", "// store.send⟨(1)",
  ])
  func `another place has no call`(marked: String) throws {
    #expect(try call(marked).1 == nil)
  }

  @Test(arguments: [
    ("⟨#expect(await store.send(1) == 1)", "store.send(1)", "#expect(await store.send(1) == 1)"),
    ("let a = try ⟨#require(f { store.send(1) })", "store.send(1)", "#require(f { store.send(1) })"),
    (
      "⟨#expect(throws: E.self) { store.send(1) { } }", "store.send(1) { }",
      "#expect(throws: E.self) { store.send(1) { } }"
    ),
    (
      "#expect(try ⟨#require(store.send(1)) == 1)", "store.send(1)", "#expect(try #require(store.send(1)) == 1)"
    ),
    ("⟨#expect(store.send(1) == store.send(2))", nil, nil),
    ("⟨#expect(1 == 2); store.send(1)", nil, nil),
  ])
  func `the place of a macro means the only call in it`(marked: String, range: String?, macro: String?) throws {
    let (file, call) = try call(marked)
    #expect(call.map { file[$0.range] } == range)
    #expect(call?.macro.map { file[$0] } == macro)
  }

  @Test func `the block behind a condition is not a closure of the condition's macro`() throws {
    let (_, call) = try call("if #available(macOS 15, *) { store.send⟨(1) }")
    let found = try #require(call)
    #expect(found.macro == nil)
  }

  @Test(
    arguments: [
      ("store.send⟨(1) ; x", "store.send(1)", .statement),
      ("await store.send⟨(1) // why", "await store.send(1)", .statement),
      (
        "a()\nlet x = try? await store.send⟨(1).finish() /* b */\nb()", "let x = try? await store.send(1).finish()",
        .value
      ),
      ("_ = store.send⟨(1)", "_ = store.send(1)", .value),
      ("a.b[0] = await store.send⟨(1)\n  .c", "a.b[0] = await store.send(1)\n  .c", .value),
      ("{ return store.send⟨(1) }", "return store.send(1)", .value),
      ("f { a, b in store.send⟨(1) }", "store.send(1)", .statement),
      ("{ a in store.send⟨(1) }", "store.send(1)", .statement),
      ("f(store.send⟨(1))", "f(store.send(1))", .expression),
      ("#expect(await store.send⟨(1) == 1)", "#expect(await store.send(1) == 1)", .expression),
      ("store.send⟨(1) + 1", "store.send(1) + 1", .expression),
      ("store.send⟨(1)<b", "store.send(1)<b", .expression),
      ("a\n  ?? store.send⟨(1)\nb", "a\n  ?? store.send(1)", .expression),
      ("let x = a ? store.send⟨(1) : b", "let x = a ? store.send(1) : b", .expression),
      ("if store.send⟨(1) { a }", "if store.send(1) { a }", .expression),
      ("switch x { case .a: store.send⟨(1)\ncase .b: b }", "store.send(1)", .statement),
      ("switch x { case .a(let y),\n  .b(let y): store.send⟨(1)\ncase .c: b }", "store.send(1)", .statement),
      ("\"\\(f { store.send⟨(1) })\"", "store.send(1)", .expression),
      ("[store.send⟨(1)]", "[store.send(1)]", .expression),
      ("store.send⟨(1)\n-x", "store.send(1)", .statement),
      ("store.send⟨(1)\n- x", "store.send(1)\n- x", .expression),
      ("store.send⟨(1)\n[a]", "store.send(1)", .statement),
      ("store.send⟨(1)\n#if A\n  .b\n#endif\nc", "store.send(1)\n#if A\n  .b\n#endif", .expression),
      ("#if A\nstore.send⟨(1)\n#else\nb\n#endif", "store.send(1)", .statement),
      ("store.send⟨(1)\n{ $0 }\nb", "store.send(1)\n{ $0 }", .statement),
      ("let f =\n  store.send⟨(1)", "let f =\n  store.send(1)", .value),
      ("x +\n  store.send⟨(1)", "x +\n  store.send(1)", .expression),
      ("x ≠\n  store.send⟨(1)", "x ≠\n  store.send(1)", .expression),
    ] as [(String, String, Call.Position)]
  )
  func `a call has its statement`(marked: String, statement: String, position: Call.Position) throws {
    let (file, call) = try call(marked)
    let found = try #require(call)
    #expect(file[found.statement] == statement)
    #expect(found.position == position)
  }

  @Test func `a call has its arguments and closures`() throws {
    let (file, found) = try call(
      """
        await store.send⟨(
          .tick(a, b), // (
          of: Pair<Int, [A]>(1, 2), where: { a < b }, if: x ? y : z
        ) { [weak self] state, value in
          state.count += 1
          // )
          #expect(value == 2); state.items.append(3)
        } other: { (a: Int, _ b: Pair<A, B>) async throws -> Int in } last: { }
      """
    )
    let call = try #require(found)
    #expect(call.arguments.map(\.label) == [nil, "of", "where", "if"])
    #expect(call.arguments.map { file[$0.value] } == [".tick(a, b)", "Pair<Int, [A]>(1, 2)", "{ a < b }", "x ? y : z"])
    #expect(call.arguments.map { $0.closure != nil } == [false, false, true, false])
    #expect(call.parentheses.map { file[$0].first } == "(")
    #expect(call.closures.map(\.label) == [nil, "other", "last"])
    #expect(
      call.closures.map { $0.signature.map { file[$0] } } == [
        "[weak self] state, value in", "(a: Int, _ b: Pair<A, B>) async throws -> Int in", nil,
      ]
    )
    #expect(call.closures.map(\.parameters) == [["state", "value"], ["a", "b"], []])
    #expect(
      call.closures[0].statements.map { file[$0.range] } == [
        "state.count += 1", "#expect(value == 2)", "state.items.append(3)",
      ]
    )
    #expect(file[call.closures[0].braces].hasPrefix("{ [weak"))
    #expect(call.indentation == "  ")
  }

  @Test(
    arguments: [
      ("[x] in a()", [], ["a()"]), ("x, y in a()", ["x", "y"], ["a()"]),
      ("x, y async throws -> Int in a()", ["x", "y"], ["a()"]), ("x.in", [], ["x.in"]),
      ("@MainActor func f() { }\na()", [], ["@MainActor func f() { }", "a()"]),
      ("@A(1) var x = y\na()", [], ["@A(1) var x = y", "a()"]),
      ("a()\nasync let x = b()\nc()", [], ["a()", "async let x = b()", "c()"]),
      ("a ? b :\n  c\nd()", [], ["a ? b :\n  c", "d()"]), ("a.\n  b()\nc()", [], ["a.\n  b()", "c()"]),
      ("#if A\na()\n#endif\nb()", [], ["a()", "b()"]),
    ] as [(String, [String], [String])]
  )
  func `a closure has its parameters and its statements`(content: String, parameters: [String], statements: [String])
    throws
  {
    let file = try SourceFile("send { \(content) }")
    let closure = try #require(file.calls(method: "send").first?.closures.first)
    #expect(closure.parameters == parameters)
    #expect(closure.statements.map { file[$0.range] } == statements)
  }

  @Test(arguments: [
    ("$0.a = 1", "$0.a", "=", "1"), ("$0.a.b?.c[1] += f { 2 }", "$0.a.b?.c[1]", "+=", "f { 2 }"),
    ("($0.a, $0.b) = (1, 2)", "($0.a, $0.b)", "=", "(1, 2)"), ("$0 =\n  .b(c: 1)", "$0", "=", ".b(c: 1)"),
  ])
  func `an assignment has a target and a value`(text: String, target: String, operation: String, value: String) throws {
    let file = try SourceFile("send { \(text) // c\n}")
    let statement = try #require(file.calls(method: "send").first?.closures.first?.statements.first)
    guard case .assignment(let first, let found, let second) = statement.kind else {
      throw WrongKind(kind: statement.kind)
    }
    #expect([file[first], found, file[second]] == [target, operation, value])
  }

  @Test(arguments: [
    ("$0.items.append(1)", "$0.items.append"), ("try await f { 1 } b: { 2 }", "f"), ("a.b(c) { 1 }", "a.b"),
    ("$0.a.sort()", "$0.a.sort"),
    ("(a)(b)", "(a)"), ("Pair<A, [B]>(c)", "Pair<A, [B]>"), ("{ a }", nil), ("#expect(a)", "#"), ("let x = 1", nil),
    ("_ = f()", nil), ("a == b", nil),
    ("if a { b() }", nil), ("f() + 1", nil),
    ("(a, b)", nil), ("-f()", nil), (".a(b)", ".a"), ("return", nil), ("infix operator |=", nil),
    ("$0.b", nil), ("for a in b { }", nil), ("await a", nil), ("f().b", nil), ("x ? f() : g()", nil),
  ])
  func `a statement is a call, a macro or another`(text: String, callee: String?) throws {
    let file = try SourceFile("send { \(text) }")
    let statement = try #require(file.calls(method: "send").first?.closures.first?.statements.first)
    #expect(file[statement.range] == text)
    switch statement.kind {
    case .call(let range): #expect(file[range] == callee)
    case .macro(let name): #expect((callee, name) == ("#", "expect"))
    case .other: #expect(callee == nil)
    case .assignment: throw WrongKind(kind: statement.kind)
    }
  }

  @Test func `a line and a column are an offset in bytes`() throws {
    let file = try SourceFile("🎉\r\n\té\r\n")
    #expect(file.newline == "\r\n")
    #expect(file.offset(line: 2, column: 4) == 9)
    #expect(file.offset(line: 2, column: 6) == nil)
    #expect(file.offset(line: 3, column: 1) == 11)
    #expect([(4, 1), (0, 1), (1, 0)].allSatisfy { file.offset(line: $0, column: $1) == nil })
    #expect([0, 4, 6, 11].map(file.line) == [1, 1, 2, 3])
  }

  @Test(arguments: [("\na\r\n", "\n"), ("\r\na\n", "\r\n"), ("a\nb\r\n", "\n"), ("a", "\n")])
  func `the line break is that of the first line`(text: String, newline: String) throws {
    #expect(try SourceFile(text).newline == newline)
  }

  @Test(arguments: [
    ("f(\n      a\n)\nf(\n      a\n)\ng {\n  a\n}", "  "),
    ("a {\n\tb\n}", "\t"), ("a {\n  b {\n    c\n  }\n}", "  "), ("a {\n   b\n}\nc {\n  d\n}\ne {\n  f\n}", "  "),
    ("a", "    "),
    ("a {\n}\n", "    "),
  ])
  func `the indentation is that of most blocks`(text: String, unit: String) throws {
    #expect(try SourceFile(text).indentUnit == unit)
  }
}

private struct WrongKind: Error {
  let kind: Statement.Kind
}
