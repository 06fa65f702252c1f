import Testing

@testable import StoreExploration

/// Which late answers replace a newer one, in the facts of a search that are made by hand.
@Suite struct StaleAnswersTests {
  struct Search: Sendable {
    enum Filter { case all, new, old }

    var query = ""
    var filter = Filter.all
    var hits: [String] = []
    var total = 0
  }

  struct Answers: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var newer = #"find("ab")"#
    var older = #"find("a")"#
    var query = "ab"
    var filter = Search.Filter.all

    /// What the list has before, after the newer answer, and after the older one.
    var hits = [[], ["x", "y"], ["x"]]
    var totals = [0, 0, 0]

    /// The field that the older answer replaces.
    let path: String?

    static let all = [
      Answers(testDescription: "a list", path: "hits"),
      Answers(testDescription: "a list and a number", totals: [0, 2, 1], path: "hits"),
      Answers(testDescription: "a number", hits: [[], [], []], totals: [0, 2, 1], path: "total"),
      Answers(testDescription: "elements that both add", hits: [[], ["x"], ["x", "y"]], path: nil),
      Answers(
        testDescription: "elements in other places",
        hits: [["p", "q", "r"], ["x", "q", "r"], ["x", "y", "r"]],
        path: nil
      ),
      Answers(testDescription: "calls for the same", older: #"find("ab")"#, path: nil),
      Answers(testDescription: "a call with another name", older: #"look("ab")"#, query: "find", path: nil),
      Answers(testDescription: "calls for something else", query: "z", path: nil),
      Answers(
        testDescription: "a case of an enum",
        newer: "find(.new)",
        older: "find(.old)",
        query: "",
        filter: .new,
        path: "hits"
      ),
    ]

    var facts: PromiseFacts {
      let states = zip(hits, totals).map { Search(query: query, filter: filter, hits: $0, total: $1) }
      var start = states[0]
      start.filter = .old
      let labels = ["older", "newer", "spinner"]
      return PromiseFacts(
        by: [
          .init(of: start), .init(of: states[0], running: ["search", "search", "spinner"], labels: labels),
          .init(of: states[1], running: ["search"], labels: ["older"]), .init(of: states[2]),
        ],
        [
          PromiseFacts.Step(
            from: 1,
            to: 2,
            number: 0,
            call: newer,
            messages: [("found", "newer")],
            cancelled: ["spinner"],
            survivors: [0, nil, nil]
          ),
          PromiseFacts.Step(
            from: 2,
            to: 3,
            number: 0,
            call: older,
            messages: [("found", "older")],
            survivors: [nil]
          ),
        ]
      )
    }
  }

  @Test(arguments: Answers.all) func `an older answer is stale if the state is still about the newer one`(
    _ answers: Answers
  ) {
    let complaint = answers.path.map { "\(answers.older) replaces \($0), though \(answers.newer) started later" }
    #expect(StaleAnswers().candidates(in: answers.facts).map(\.complaint) == [complaint].compactMap(\.self))
  }
}
