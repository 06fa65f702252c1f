import Testing

@testable import StoreExploration

/// Which texts an older answer sets back, in facts that are made by hand.
@Suite struct SetBackTextTests {
  struct Note: Sendable {
    struct Line: Identifiable, Sendable {
      let id = 1
      var text = "a"
    }

    var text = "a"
    var count = 1
    var lines = [Line()]
  }

  private func complaints(typing note: Note, then change: (inout PromiseFacts.Step) -> Void = { _ in }) -> [String] {
    var late = PromiseFacts.Step
      .byEffect("load", 1, 2, saying: "loaded", isChange: false, isEffective: false, survivors: [nil])
    change(&late)
    let facts = PromiseFacts(
      by: [.init(of: Note(), running: ["load"]), .init(of: note, running: ["load"]), .init(of: Note())],
      [PromiseFacts.Step(from: 0, to: 1, number: 0, input: "typed", survivors: [0]), late]
    )
    return LostInputs().candidates(in: facts).map(\.complaint)
  }

  @Test(
    arguments: [
      (Note(text: "b"), ["load, which started before typed, sets text back"]), (Note(count: 2), []),
      (Note(lines: [Note.Line(text: "b")]), []),
    ] as [(Note, [String])]
  )
  func `a text that belongs to no element is set back`(_ note: Note, complaints: [String]) {
    #expect(self.complaints(typing: note) == complaints)
  }

  enum Other: CaseIterable { case time, failure, element }

  @Test(arguments: Other.allCases) func `only an answer sets a text back`(_ other: Other) {
    let complaints = complaints(typing: Note(text: "b")) { late in
      switch other {
      case .time: late.call = nil
      case .failure: late.isFailure = true
      case .element: late.isElement = true
      }
    }
    #expect(complaints == [])
  }
}
