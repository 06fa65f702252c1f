import Testing

@testable import StoreExploration

/// The input that forgets a flag, in the facts of a list that are made by hand.
@Suite struct ForgottenFlagsTests {
  struct Item: Identifiable {
    let id: Int
    var title = "a"
    var isEdited = false
  }

  struct Items {
    var items = [Item(id: 1), Item(id: 2)]
    var isDirty = false
  }

  @Test(arguments: [false, true]) func `an input forgets a flag of the whole, and not one of another element`(
    isOfElement: Bool
  ) {
    let edited = ["b", "c"].map { title in
      Items(items: [Item(id: 1, title: title, isEdited: isOfElement), Item(id: 2)], isDirty: !isOfElement)
    }
    let facts = PromiseFacts(
      of: [Items()] + edited + [Items(items: [Item(id: 1)])],
      [".rename", ".recolour", ".remove"].enumerated().map { PromiseFacts.Step.byInput($1, 0, $0 + 1) }
    )
    let candidates = ForgottenFlags().candidates(in: facts)
    let complaint = ".remove changes items and doesn't set isDirty, as .recolour and .rename do"
    #expect(candidates.map(\.complaint) == (isOfElement ? [] : [complaint]))
    #expect(candidates.flatMap(\.exceptions) == (isOfElement ? [] : [Candidate.Exception(node: 0, steps: [2])]))
  }
}
