import StoreCore
import StoreTesting
import Testing

@testable import StoreExploration

extension Promises.Promise {
  /// Makes the promise that a mode ends, for which three situations speak.
  static func byHand(_ mode: String, code: String? = nil, exceptions: Int = 0, others: [String] = []) -> Self {
    Self(
      text: "\(mode) ends",
      code: code,
      support: 3,
      exceptions: exceptions,
      complaint: exceptions == 0 ? "" : "\(mode) is stuck",
      trace: [],
      steps: [],
      path: [],
      others: others
    )
  }
}

/// Which candidates are suspects, and how promises are printed.
@Suite struct PromiseSearchTests {
  /// Paths of some lengths to situations.
  private struct Ways: PromiseSource {
    let facts = PromiseFacts(of: [])
    let depths: [Int]

    func depth(at node: Int) -> Int { depths[node] }

    func trace(to exception: Candidate.Exception) -> PromiseTrace {
      PromiseTrace(lines: ["to \(exception.node)"], path: Array(repeating: 0, count: depths[exception.node]))
    }
  }

  @Test(
    arguments: [(0.7, false, 0, true), (0.6, false, 9, false), (0.9, true, 4, true), (0.9, true, 3, false)]
      as [(Double, Bool, Int, Bool)]
  )
  func `a suspect needs the least weight, and one that lacks something the least support`(
    weight: Double,
    isOfAbsence: Bool,
    support: Int,
    isSuspect: Bool
  ) {
    let candidate = Candidate(
      text: "a ends",
      complaint: "a is stuck",
      support: support,
      exceptions: [Candidate.Exception(node: 0)],
      weight: weight,
      isOfAbsence: isOfAbsence
    )
    let search = PromiseSearch(Ways(depths: [0]), adding: [candidate], limit: 3, leastWeight: 0.7, leastSupport: 4)
    #expect(search.suspects.map(\.complaint) == (isSuspect ? ["a is stuck"] : []))
  }

  @Test func `of exceptions that are equally near, the first one is shown`() {
    let exceptions = (0...2).map { Candidate.Exception(node: $0) }
    let candidate = Candidate(text: "a ends", support: 1, exceptions: exceptions, weight: 1)
    let search = PromiseSearch(Ways(depths: [2, 1, 1]), adding: [candidate], limit: 1)
    #expect(search.suspects.map(\.trace) == [["to 1"]])
  }

  @Test func `of suspects with one cause, the nearest one is shown, and names the other promises once each`() {
    let candidates = ["a ends", "b ends", "c ends", "c ends"].enumerated().map { node, text in
      Candidate(
        text: text,
        complaint: "\(node) is stuck",
        support: 1,
        exceptions: [Candidate.Exception(node: node)],
        weight: 1,
        cause: "an older load"
      )
    }
    let search = PromiseSearch(Ways(depths: [3, 3, 1, 3]), adding: candidates, limit: 5)
    #expect(search.suspects.map(\.complaint) == ["2 is stuck"])
    #expect(search.suspects.map(\.others) == [["b ends", "a ends"]])
  }

  @Test func `a project's own promises are counted, of situations and of steps`() {
    let space: StateSpace<Reduce<Int, Int>> = StateSpace(initialState: 0, inputs: { $0 < 3 ? [1] : [] }) {
      Reduce<Int, Int> { state, number in
        state += number
        return .none
      }
    }
    let promises = space.promises(
      .steps("it goes up") { before, _, after in after > before },
      .steps("it stays below two") { _, _, after in after < 2 },
      .situations("it is above nine") { $0.state > 9 },
      .situations("it is at least zero") { $0.state >= 0 }
    )
    let own = (promises.suspects + promises.holding).filter { $0.text.hasPrefix("it ") }
    #expect(
      own.map(\.description) == [
        "it stays below two (1, but 2 exceptions)", "it is above nine (0, but 4 exceptions)",
        "it is at least zero (4)", "it goes up (3)",
      ]
    )
    #expect(!promises.unjudged.contains { $0.hasPrefix("\"it ") })
  }

  @Test func `a single exception is one`() {
    #expect(Promises.Promise.byHand("a", exceptions: 1).description == "a ends (3, but 1 exception)")
  }

  @Test func `a page numbers the suspects, and has one line for the elements of a list`() {
    let elements = (1...3).map { number in
      Promises.Promise.byHand("items[id: \(number)]", code: ".always(\"items[id: \(number)] ends\")")
    }
    let promises = Promises(
      holding: elements + [Promises.Promise.byHand("d")],
      suspects: [.byHand("a", exceptions: 1), .byHand("b", exceptions: 2, others: ["c ends"])],
      unjudged: [".tapped, which never did anything"],
      report: SpaceReport()
    )
    #expect(
      promises.description == """
        Suspects, the worst first:

        1. a is stuck.
           Expected: a ends (3 for it, 1 against).

        2. b is stuck.
           Expected: b ends (3 for it, 2 against).

           Likewise: c ends.

        Holds everywhere:

            .always("items[id: 1] ends"),  // and 2 other elements
            // d ends,

        Not judged:

            • .tapped, which never did anything

        Explored: 0 states, 0 edges, depth 0, 0 dead ends, complete.
        """
    )
  }

  @Test func `a space that can't be explored is a failure, and has no promises`() async {
    // No response is declared for the effect.
    let space = StateSpace(initialState: 0, inputs: []) { Graph(start: 0) }
    var unjudged: [String] = []
    let failures = await recordingFailures { unjudged = space.promises().unjudged }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(unjudged == ["the space"])
  }
}
