import Testing

@testable import StoreEditing

struct StatementTests {
  private func statements(of text: String) throws -> [String] {
    let file = try SourceFile(text)
    return file.statements.map { file[$0.range] }
  }

  @Test(
    arguments: [
      ("@MainActor\nfunc f() { }\na()", ["@MainActor\nfunc f() { }", "a()"]),
      ("@A(1)\nvar x = y\na()", ["@A(1)\nvar x = y", "a()"]),
      ("repeat { a() }\nwhile b\nc()", ["repeat { a() }\nwhile b", "c()"]),
      ("repeat { a() } while b\nwhile c { }", ["repeat { a() } while b", "while c { }"]),
      ("repeat { a() }\nwhile b\nwhile c { }", ["repeat { a() }\nwhile b", "while c { }"]),
      ("guard a\nelse { return }\nb()", ["guard a\nelse { return }", "b()"]),
      ("f { a() }\nb: { c() }\nd()", ["f { a() }\nb: { c() }", "d()"]),
      ("func f()\n  async throws { }\na()", ["func f()\n  async throws { }", "a()"]),
      ("try\n  a()\nb()", ["try\n  a()", "b()"]),
      ("let x = a as\n  B\nb()", ["let x = a as\n  B", "b()"]),
      ("case .a: return\ncase .b: b()", ["case .a:", "return", "case .b:", "b()"]),
    ] as [(String, [String])]
  )
  func `a line continues a statement or begins another`(text: String, expected: [String]) throws {
    #expect(try statements(of: text) == expected)
  }

  /// A file may be read while it is written.
  @Test(arguments: ["@A", "case a", "a =", "a.", "a", "return", "try?"])
  func `a text that ends within a statement is read`(text: String) throws {
    #expect(try statements(of: text) == [text])
  }
}
