import Testing

@testable import StoreEditing

struct OperatorTests {
  @Test(arguments: ["prefix operator\n+++", "infix operator\n+++: AdditionPrecedence"])
  func `a declared operator may stand on a line of its own`(text: String) throws {
    let file = try SourceFile(text)
    #expect(file.statements.map { file[$0.range] } == [text])
  }

  @Test(arguments: [
    ("a<b, c>d", ["a<b", "c>d"]), ("a<b, c>(d)", ["a<b, c>(d)"]), ("by:<, of: a > (b)", ["<", "a > (b)"]),
    ("<, a > (b)", ["<", "a > (b)"]), ("[1, 2] as A<2, Int>, b", ["[1, 2] as A<2, Int>", "b"]),
    ("a<2, 3>b", ["a<2", "3>b"]), ("a<2, b", ["a<2", "b"]),
  ])
  func `a comparison is told from generic arguments`(arguments: String, values: [String]) throws {
    let file = try SourceFile("send(\(arguments))")
    let call = try #require(file.calls(method: "send").first)
    #expect(call.arguments.map { file[$0.value] } == values)
  }
}
