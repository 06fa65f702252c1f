import Testing

@testable import StoreExploration

/// What outlasts a success, in the facts of a page that are made by hand.
@Suite struct LastingFailuresTests {
  struct TextPage { let (problem, hasResults): (String, Bool) }

  struct ListPage { let (problems, hasResults): ([String], Bool) }

  /// A page whose problem a failed load shows, another load leaves, and an input closes with its results.
  private func complaints<State>(_ state: (_ hasFailed: Bool, _ hasResults: Bool) -> State) -> [String] {
    let facts = PromiseFacts(
      by: [
        .init(of: state(false, false)), .init(of: state(false, false), running: ["load"]),
        .init(of: state(true, false)),
        .init(of: state(true, false), running: ["load"]), .init(of: state(true, true)),
      ],
      [
        .byInput(".load", 0, 1, starting: ["load"]), .byEffect("load", 1, 2, isFailure: true, survivors: [nil]),
        .byInput(".load", 2, 3, starting: ["load"]), .byEffect("load", 3, 4, survivors: [nil]),
        .byInput(".close", 4, 0),
      ]
    )
    return LastingFailures().candidates(in: facts).map(\.complaint)
  }

  @Test func `the text of a failure is to end with a success, and a list need not`() {
    let texts = complaints { TextPage(problem: $0 ? "offline" : "", hasResults: $1) }
    #expect(texts == ["!problem.isEmpty, which only failures set, outlasts answered"])
    #expect(complaints { ListPage(problems: $0 ? ["offline"] : [], hasResults: $1) } == [])
  }
}
