import Foundation
import StoreDependencies
import Testing

@testable import StoreExploration

/// What a written suite takes over from the call that asks for it.
@Suite struct SuiteSourceTests {
  /// Returns what the suite takes over from a call in a file with two imports.
  private func source(ofCall arguments: String) throws -> SuiteSource? {
    let text = """
      import Testing
      @testable import Boxes

      func write() async throws {
        try await generateSuite\(arguments)
      }

      """
    let file = FileManager.default.temporaryDirectory.appending(path: "suite-source-\(UUID()).swift")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return SuiteSource(CallSite(fileID: "Boxes/Suite.swift", filePath: file.path, line: 5, column: 26))
  }

  @Test(arguments: [
    ("(named: \"A\", store: makeBox) {\n    Command.send(.turned)\n  }", ["makeBox()"]),
    ("(named: \"A\", store: { Box() }) {\n    Command.send(.turned)\n  }", ["Box()"]),
    (
      "(named: \"A\") {\n    let box = Box()\n    box.open()\n    return box\n  } commands: { [] }",
      ["let box = Box()", "box.open()", "return box"]
    ),
  ])
  func `a suite makes its store as the call does`(call: String, makeStore: [String]) throws {
    #expect(try source(ofCall: call)?.makeStore == makeStore)
  }

  @Test func `the file of a suite has a head, imports, traits, a function that makes the store, and tests`() throws {
    let call = "(named: \"A\") {\n    let box = try Box()\n\n    return box\n  } commands: { [] }"
    let source = try #require(try source(ofCall: call))
    let content = SuiteContent(
      name: "BoxSuite",
      feature: "Box",
      head: ["It says what the box does."],
      traits: [".serialized", ".tags(.box)"],
      tests: [
        (name: "turned", lines: ["await store.send(.turned) {\n  $0.isOpen = true\n}", "", "await store.finish()"]),
        (name: "the start", lines: ["await store.finish()"]),
      ]
    )
    let text = """
      // swift-format-ignore-file
      // It says what the box does.
      import Testing
      @testable import Boxes

      @Suite(
        .serialized,
        .tags(.box)
      )
      struct BoxSuite {
        private func makeStore() throws -> TestStore<Box> {
          func make() throws -> TestStore<Box> {
            let box = try Box()

            return box
          }
          let store = try make()
          store.exhaustivity = .strict
          store.answersGatesManually = true
          return store
        }

        @Test func `turned`() async throws {
          let store = try makeStore()
          await store.send(.turned) {
            $0.isOpen = true
          }

          await store.finish()
        }

        @Test func `the start`() async throws {
          let store = try makeStore()
          await store.finish()
        }
      }

      """
    #expect(source.text(of: content).joined(separator: "\n") == text)
  }
}
