import Foundation
import Testing

@testable import StoreTesting
@testable import StoreValues

/// The suggested steps for the events of a feature, as code.
@Suite struct SuggestedStepsTests {
  /// The path that the feature stores.
  private let states = [
    Catalog.State(),
    Catalog.State(query: "a", isLoading: true),
    Catalog.State(query: "a", isLoading: false, items: ["a one", "a two"]),
  ]

  @Test func `the suggested steps pass`() async {
    let store = TestStore(initialState: Catalog.State()) { Catalog() }
    // Suggested:
    await store.send(.search("a")) {
      $0.query = "a"
      $0.isLoading = true
    }
    await store.receiveEffect("search", of: "a")
    await store.receive(.found(["a one", "a two"])) {
      $0.isLoading = false
      $0.items = ["a one", "a two"]
    }
    await store.receiveOutput(.counted(2, query: "a"))
    // End.
    await store.finish()
  }

  @Test func `the suggested steps equal the expected text`() throws {
    let code = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = try #require(code.range(of: "    // Suggested:\n"))
    let end = try #require(code.range(of: "    // End.\n"))
    let lines = code[start.upperBound..<end.lowerBound].split(separator: "\n").map { $0.dropFirst(4) }
    let suggested = [
      Suggestion.send(Catalog.Input.search("a"), from: states[0], to: states[1]),
      Suggestion.receiveEffect("search", of: "a"),
      Suggestion.receive(Catalog.Feedback.found(["a one", "a two"]), from: states[1], to: states[2]),
      Suggestion.receiveOutput(Catalog.Output.counted(2, query: "a")),
    ]
    #expect(lines.joined(separator: "\n") == suggested.joined(separator: "\n"))
  }
}
