import Testing

@testable import StoreExploration

/// What speaks for work that changes another element than its own, in the facts of some notes that are made by hand.
@Suite struct MisdirectedWorkTests {
  struct Note: Identifiable {
    let id: String
    let text: String
  }

  struct Notes {
    let open: String
    var marked: Set<String> = []
    var notes: [Note] = []
  }

  private static let expected = ["mark changes what open has chosen since it started"]

  /// Returns what is wrong with work that runs while another element is opened.
  ///
  /// - Parameters:
  ///   - open: The elements that are open before and after.
  ///   - after: The notes after the work, which ends without the opening, or after it.
  ///   - before: The notes before the work, if there are any.
  ///   - usual: The steps in which the work ends without the opening: to situation 2, or to 4 if it changes nothing.
  private func complaints(
    open: (String, String),
    after: (Notes, Notes),
    before: Notes? = nil,
    usual: [PromiseFacts.Step] = [.byEffect("mark", 0, 2, survivors: [nil])]
  ) -> [String] {
    let start = before ?? Notes(open: open.0)
    let opened = Notes(open: open.1, marked: start.marked, notes: start.notes)
    let facts = PromiseFacts(
      by: [
        .init(of: start, running: ["mark"]), .init(of: opened, running: ["mark"]), .init(of: after.0),
        .init(of: after.1), .init(of: start),
      ],
      [PromiseFacts.Step(from: 0, to: 1, number: 0, input: "open", survivors: [0])] + usual
        + [PromiseFacts.Step.byEffect("mark", 1, 3, survivors: [nil])]
    )
    return MisdirectedWork().candidates(in: facts).map(\.complaint)
  }

  @Test(
    arguments: [
      ("a", "b", "a", "b", true), ("a", "b", "a", "a", false), ("", "b", "", "b", true),
      // A name that ends with a quotation mark is not one in quotation marks.
      ("12\"", "13\"", "2", "3", false),
    ]
  )
  func `work is misdirected if it marks the element that is open`(
    old: String,
    new: String,
    oldMark: String,
    newMark: String,
    isMisdirected: Bool
  ) {
    let after = (Notes(open: old, marked: [oldMark]), Notes(open: new, marked: [newMark]))
    #expect(complaints(open: (old, new), after: after) == (isMisdirected ? Self.expected : []))
  }

  @Test func `work is misdirected if it changes a field of the element that is open`() {
    func notes(open: String, _ first: String, _ second: String) -> Notes {
      Notes(open: open, notes: [Note(id: "a", text: first), Note(id: "b", text: second)])
    }
    let after = (notes(open: "a", "!", ""), notes(open: "b", "", "!"))
    #expect(complaints(open: ("a", "b"), after: after, before: notes(open: "a", "", "")) == Self.expected)
  }

  @Test func `work is compared with what the same call usually does first`() {
    let after = (Notes(open: "a", marked: ["a"]), Notes(open: "b", marked: ["b"]))
    let change = PromiseFacts.Step.byEffect("mark", 0, 2, survivors: [nil])
    let nothing = PromiseFacts.Step.byEffect("mark", 0, 4, survivors: [nil])
    #expect(complaints(open: ("a", "b"), after: after, usual: [change, nothing]) == Self.expected)
    let other = PromiseFacts.Step.byEffect("mark", 0, 2, call: "read()", survivors: [nil])
    #expect(complaints(open: ("a", "b"), after: after, usual: [other]) == [])
  }
}
