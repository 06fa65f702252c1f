import Foundation
import StoreDependencies
import Testing

@testable import StoreTesting

@Suite struct CallNamesTests {
  /// Returns the name of a call whose closure has a content, by a file with this call.
  private func name(of content: String) throws -> String? {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    let line = "  await store.call { \(content) }"
    try Data("func test() async {\n\(line)\n}\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let column = try #require(line.firstIndex(of: "{")).utf16Offset(in: line) + 1
    return CallNames.name(of: "call", at: CallSite(fileID: "", filePath: file.path, line: 2, column: column))
  }

  @Test(arguments: [
    ("$0.load()", "load()"), ("try await $0.load()", "load()"), ("model in await model.load()", "load()"),
    ("$0.load(); $0.save()", "load() …"),
  ])
  func `a call is named by what its closure does first`(content: String, expected: String) throws {
    #expect(try name(of: content) == expected)
  }

  @Test(arguments: [(60, ""), (61, " …")])
  func `a long name is cut after sixty characters`(length: Int, end: String) throws {
    let call = "load(" + String(repeating: "1", count: length - 6) + ")"
    #expect(try name(of: "await $0." + call) == call.prefix(60) + end)
  }
}
