import Testing

@testable import StoreExploration

/// Which texts a failure discards, in the facts of a letter that are made by hand.
@Suite struct DiscardedTextsTests {
  private struct Letter {
    var title = "b"
    var draft: String?
    var isClosing = false
    var hasFailed = false
  }

  @Test func `a failure that keeps a draft is to keep it wherever it happens`() {
    func failure(from: Int, to: Int) -> PromiseFacts.Step {
      PromiseFacts.Step(from: from, to: to, number: 0, isFailure: true, call: #"save("a")"#, command: "save")
    }
    let letters = [
      Letter(), Letter(draft: "a"), Letter(draft: "a", hasFailed: true), Letter(draft: "a", isClosing: true),
      Letter(isClosing: true, hasFailed: true),
    ]
    let typed = PromiseFacts.Step.byInput(#"type("a")"#, 0, 1)
    let facts = PromiseFacts(of: letters, [typed, failure(from: 1, to: 2), failure(from: 3, to: 4)])
    let candidates = DiscardedTexts().candidates(in: facts)
    #expect(candidates.map(\.complaint) == ["a failed save discards draft?, which others keep"])
    #expect(candidates.flatMap(\.exceptions) == [Candidate.Exception(node: 3, steps: [2])])
  }
}
