import TestSupport
import Testing

@testable import StoreEditing

struct GeneratedSourceTests {
  @Test(arguments: seeds(100))
  func `each call of a generated source is found with its extents`(seed: UInt64) throws {
    tally(.sources)
    let source = GeneratedSource(seed: seed)
    let file = try SourceFile(source.text)
    let found = file.calls(method: "send")
    #expect(found.count == source.calls.count)
    for call in found {
      let view = GeneratedSource.Call(
        name: call.name.lowerBound,
        base: call.base ?? 0..<0,
        range: call.range,
        statement: call.statement,
        isStatement: call.position == .statement,
        arguments: call.arguments.map(\.value),
        closures: call.closures.map(\.braces),
        statements: call.closures.map { $0.statements.map(\.range) }
      )
      let expected = source.calls[call.name.lowerBound]
      if view != expected {
        func told(_ call: GeneratedSource.Call?) -> String {
          call.map {
            "\(file[$0.base]) | \(file[$0.range]) | \(file[$0.statement]) | \($0.isStatement) \($0.arguments.map { file[$0] }) \($0.closures.map { file[$0] }) \($0.statements.map { $0.map { file[$0] } })"
          } ?? "nothing"
        }
        Issue.record("\(told(view))\nexpected\n\(told(expected))")
      }
      let line = file.line(at: call.parentheses?.lowerBound ?? call.closures[0].braces.lowerBound)
      let place = call.parentheses?.lowerBound ?? call.closures[0].braces.lowerBound
      #expect(file.call(method: "send", line: line, column: place - file.lineStarts[line - 1] + 1) == call)
    }
  }

  @Test(arguments: seeds(10))
  func `edits of a generated source change nothing else`(seed: UInt64) throws {
    tally(.sources)
    let source = GeneratedSource(seed: seed)
    let file = try SourceFile(source.text)
    for call in file.calls(method: "send") where call.position != .expression {
      let after = try SourceFile(file.applying(file.insertion(of: "added()", after: call.statement)))
      let before = try SourceFile(file.applying(file.insertion(of: "added()", before: call.statement)))
      for edited in [after, before] {
        let added = try #require(edited.calls(method: "added").first)
        #expect(added.position == .statement)
        #expect(edited[added.statement] == "added()")
        #expect(words(edited.text).replacing("added()", with: "") == words(source.text))
        let removed = try edited.applying([edited.removal(of: added.statement)])
        #expect(words(removed) == words(source.text))
      }
      let removed = try file.applying([file.removal(of: call.statement)])
      let semicolon = words(source.text).count - words(removed).count - words(file[call.statement]).count
      #expect([0, 1].contains(semicolon))
      #expect(throws: Never.self) { try SourceFile(removed) }
    }
  }

  private func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
