import Testing

@testable import StoreExploration

/// The steps of a test through states of a feature.
@Suite struct SuiteGraphTests {
  typealias Link = (from: String, next: String, goals: Set<Int>)

  struct Tour: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let links: [Link]
    let limit: Int

    /// The positions of the links that are taken.
    let taken: [Int]

    let worth: Int

    init(_ testDescription: String, _ links: [Link], upTo limit: Int, takes taken: [Int], _ worth: Int) {
      self.testDescription = testDescription
      self.links = links
      self.limit = limit
      self.taken = taken
      self.worth = worth
    }
  }

  /// Returns the graph whose first state is `a`. The step of each link is the command of its position.
  private func graph(_ links: [Link]) -> SuiteGraph {
    var graph = SuiteGraph()
    var start = SuiteRun(steps: [])
    start.key = "a"
    graph.add(start, from: nil)
    for (index, link) in links.enumerated() {
      var run = SuiteRun(steps: [.command(index)])
      run.key = link.next
      run.stepGoals = [link.goals]
      graph.add(run, from: link.from)
    }
    return graph
  }

  private func expect(_ graph: SuiteGraph, worth weights: [Int], upTo limit: Int, takes taken: [Int], _ worth: Int) {
    let tour = graph.tour(worth: weights, upTo: limit)
    #expect(tour.steps == taken.map { DrivenStep.command($0) })
    #expect(tour.worth == worth)
  }

  @Test(arguments: [
    Tour("a goal that was shown is worth nothing again", [("a", "a", [0])], upTo: 3, takes: [0], 6),
    Tour("a tour ends at its limit", [("a", "b", [0]), ("b", "c", [1])], upTo: 1, takes: [0], 6),
    Tour("a goal beyond the limit is not shown", [("a", "b", []), ("b", "c", [0])], upTo: 1, takes: [], 0),
    Tour("a step without goals may lead to one", [("a", "b", []), ("b", "c", [0])], upTo: 2, takes: [0, 1], 6),
    Tour("of two equal steps, the first one is taken", [("a", "b", [0]), ("a", "c", [1])], upTo: 1, takes: [0], 6),
    Tour("the step that shows most is taken", [("a", "b", [2]), ("a", "c", [1])], upTo: 1, takes: [1], 6),
    Tour("steps that show nothing are not taken", [("a", "b", []), ("a", "c", [3])], upTo: 3, takes: [], 0),
  ])
  func `a tour goes to where each step shows most`(tour: Tour) {
    expect(graph(tour.links), worth: [6, 6, 1, 0], upTo: tour.limit, takes: tour.taken, tour.worth)
  }

  @Test func `decisions that are found later make their steps worth more`() {
    var graph = graph([("a", "b", [0]), ("a", "c", [1])])
    graph.add([1: [2]])
    expect(graph, worth: [0, 0, 6], upTo: 3, takes: [1], 6)
  }

  @Test func `goals that tests show don't count, and the others do`() {
    var graph = graph([("a", "b", [0]), ("a", "c", [1])])
    graph.remove([0])
    expect(graph, worth: [6, 6], upTo: 3, takes: [1], 6)
  }
}
