import Testing

@testable import StoreEditing

struct PortableTextTests {
  /// The text of the first statement with a call of `send`.
  private func portable(_ text: String) throws -> String? {
    let file = try SourceFile(text)
    let call = try #require(file.calls(method: "send").first)
    return file.portableText(of: call.statement)
  }

  @Test(arguments: [
    ("send(\n    1\n)\n", "send(\n  1\n)"), ("  send(\n      1,\n\n          2\n  )", "send(\n  1,\n\n    2\n)"),
    ("a {\n\tsend(\n\t\t1\n\t)\n}\n", "send(\n  1\n)"), ("send(\n    1, \n    2\t\n)\n", "send(\n  1, \n  2\t\n)"),
  ])
  func `a statement has two spaces for each of its file's units`(text: String, expected: String) throws {
    #expect(try portable(text) == expected)
  }

  @Test(arguments: ["send(\n   1\n)", "send(\n     1\n)", "send(\n\t1\n)", "  send(\n 1\n  )", "send(\n  \n  1\n)"])
  func `a statement with another indentation has no portable text`(text: String) throws {
    #expect(try portable(text) == nil)
  }
}
