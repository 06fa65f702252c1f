import Foundation
import Testing

@testable import StoreEditing

struct ScannerTests {
  /// Literals and comments that contain brackets without a partner, which the scanner must not count.
  @Test(arguments: [
    #""(""#, #""a \" ) b""#, #""\\""#, "#\"a \" ( b\"#", "##\"a \"# ( \\#( b\"##", ##"#"\#(1 + (2))"#"##,
    "\"\"\"\n  ( \" \"\" \\\"\"\" {\n  \"\"\"", "#\"\"\"\n  \"\"\" ( \\( {\n  \"\"\"#", "#\"\"\"#", "##\"\"\" \"##",
    #""\(a ? ")" : "(\("}")")""#, #""\(f { "}" }) \([")"])""#, "\"\"\"\n\\(f(\"\"\"\n  )\n  \"\"\")) (\n\"\"\"",
    "\"🎉(\"",
    #"/a\/\)(b)/"#, "/[(]x\\(/", "#/a/(b/#", "1\n/[)]/", "/[[a](]/", #"/(?:^|[^\w)\]])\.(a)/"#, "#/\n  a ( /b\n/#",
    "##/ /# ( /##",
    "/* ( /* { */ [ */ 1", "1 // )", "`a (b`",
    "a /b", "(a) / (b)", "x[0] / 2 / y", "1 /* / */ / 2", "try /x/", "- /* ( */ 1", "a +/* ( */ b", "f(/, /)", "0x1p-3",
    "1e-5",
    "1...5", "x.0.1", "#file", "#selector(a)",
  ])
  func `a literal or a comment is skipped`(literal: String) throws {
    for text in ["let a = \(literal)\n", "f(\(literal)\n)", "{ return \(literal)\n}"] {
      let file = try SourceFile(text + ".send(1)")
      let call = try #require(file.calls(method: "send").first, "\(text)")
      #expect(file[call.range].hasSuffix("send(1)"))
    }
  }

  @Test(arguments: [
    "(", ")", "(]", "{ ( }", "\"", "\"a\n\"", "\"\"\"\n\"\"", "/*", "/* a", "/* a *", "/* /* */", "#/a", "`a",
    "\"\\(a\"", "#\"\"",
  ])
  func `a bracket without its partner is an error`(text: String) throws {
    #expect(throws: EditError.self) { try SourceFile("a\n" + text) }
  }

  @Test func `the error tells the place of the bracket`() throws {
    #expect(throws: EditError.unbalanced(line: 2, column: 6)) { try SourceFile("a\n🎉 (\n") }
    #expect(throws: EditError.unbalanced(line: 2, column: 3)) { try SourceFile("(a\n )]\n") }
    #expect(throws: EditError.unbalanced(line: 2, column: 1)) { try SourceFile("a\n)") }
  }

  @Test(arguments: ["Sources", "Tests"])
  func `each file of this package is read`(folder: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(folder)
    var count = 0
    for case let url as URL in try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    where url.pathExtension == "swift" {
      #expect(throws: Never.self, "\(url.path)") { try SourceFile(String(contentsOf: url, encoding: .utf8)) }
      count += 1
    }
    #expect(count > 100)
  }

  @Test func `a call in the last of 5,000 lines is found`() throws {
    let lines = Array(
      repeating: #"    await store.send(.tick("a \(1 + 2)")) { $0.count = [1, 2].map { $0 * 2 } } // (comment)"#,
      count: 5_000
    )
    let text = "func test() {\n" + lines.joined(separator: "\n") + "\n}\n"
    let file = try SourceFile(text)
    #expect(file.call(method: "send", line: 5_000, column: 21) != nil)
  }
}
