import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// The names of generated tests.
@Suite struct SuiteNamesTests {
  enum Input {
    case queryChanged(String)
    case pageShown(Int)
    case row(Int, Row)
    case cleared
  }

  enum Row { case tapped }

  /// Returns the names of ways whose last steps show something.
  private func names(of ways: [[String]]) -> [String] {
    let runs = ways.map { words in
      var run = SuiteRun(steps: [])
      run.words = words
      run.changes = words.map { _ in true }
      run.stepGoals = words.indices.map { $0 == words.count - 1 ? [0] : [] }
      return run
    }
    return SuiteNames.names(of: runs, worth: [1]).map(\.text)
  }

  @Test(
    arguments: [
      ([["a", "a", "a", "c"]], ["a (3 times), then c"]),
      ([["a", "b", "a", "c"]], ["b, a, then c"]),
      ([["a"], ["a"], ["a"]], ["a", "a, again 2", "a, again 3"]),
      ([[], []], ["the start", "the start, again 2"]),
    ] as [([[String]], [String])]
  )
  func `a name counts repeated steps, and equal ways have numbers`(ways: [[String]], expected: [String]) {
    #expect(names(of: ways) == expected)
  }

  @Test(
    arguments: [
      (.queryChanged("swift"), "query changed \"swift\""), (.pageShown(2), "page shown 2"),
      (.row(1, .tapped), "row tapped"), (.cleared, "cleared"),
    ] as [(Input, String)]
  )
  func `an input is named with its payload`(input: Input, words: String) {
    #expect(SuiteNames.words(ofInput: input) == words)
  }

  @Test func `a value of up to 24 characters is whole`() {
    let letters = String(repeating: "a", count: 22)
    #expect(SuiteNames.short(letters) == "\"\(letters)\"")
    #expect(SuiteNames.short(letters + "b") == "\"\(letters)b…")
  }

  @Test(arguments: [(0, "name answers with \"desk\""), (1, "name answers with \"bed\""), (2, "name fails")])
  func `an answer is named with its value if others differ only in it`(answer: Int, words: String) async throws {
    let driver = SuiteDriver<Lamp>(
      {
        let store = TestStore(initialState: Lamp.State()) { Lamp() }
        store.gate("name", at: \.lampName) { [.success("desk"), .success("bed"), .failure(Broken())] }
        return store
      },
      [.send(.pressed)],
      CallSite()
    )
    let run = try await driver.run([.command(0), .answer(gate: "name", call: 0, answer: answer)])
    #expect(run.words.last == words)
  }
}
