import Testing

@testable import StoreExploration

/// What speaks for a change that an older effect takes for its own, in the facts of an editor that are made by hand.
@Suite struct CoveredChangesTests {
  struct Page { let (text, isDirty): (String, Bool) }

  @Test(
    arguments: [("type", ["save, which started before type, ends isDirty"]), ("open", [])] as [(String, [String])]
  )
  func `a change is covered if its input begins what the older effect ends`(first: String, complaints: [String]) {
    let facts = PromiseFacts(
      by: [
        .init(of: Page(text: "", isDirty: false)), .init(of: Page(text: "a", isDirty: true)),
        .init(of: Page(text: "a", isDirty: true), running: ["save"]),
        .init(of: Page(text: "ab", isDirty: true), running: ["save"]),
        .init(of: Page(text: "ab", isDirty: false)),
      ],
      [
        PromiseFacts.Step(from: 0, to: 1, number: 0, input: first, isChange: true),
        PromiseFacts.Step(from: 1, to: 2, number: 0, input: "save", started: ["save"]),
        PromiseFacts.Step(from: 2, to: 3, number: 0, input: "type", isChange: true, survivors: [0]),
        .byEffect("save", 3, 4, survivors: [nil]),
      ]
    )
    let candidates = CoveredChanges().candidates(in: facts)
    #expect(candidates.map(\.complaint) == complaints)
    // Only the first input begins it.
    #expect(candidates.allSatisfy { $0.support == 1 })
  }
}
