import StoreCore
import Testing

@testable import StoreExploration

/// Which of two suspects stands first, in the facts of a walk that are made by hand: 0, 1, 2 and 3, and from 0 to 4.
@Suite struct SuspectOrderTests {
  struct Walk { let place: Int }

  private var facts: PromiseFacts {
    let ways = [(0, 1), (0, 4), (1, 2), (2, 3)]
    return PromiseFacts(
      by: (0...4).map { .init(of: Walk(place: $0)) },
      ways.map { PromiseFacts.Step(from: $0.0, to: $0.1, number: 0, input: "to \($0.1)") }
    )
  }

  private func order(worse: [Candidate.Exception], other: [Candidate.Exception]) -> [String] {
    let ranked = [("worse", worse), ("other", other)].map {
      Candidate(text: $0.0, support: 1, exceptions: $0.1, weight: 1)
    }
    return SuspectOrder(ranked, in: facts).candidates.map(\.text)
  }

  @Test(arguments: [
    Candidate.Exception(node: 0, steps: [0]), .init(node: 1, steps: [2]), .init(node: 0, steps: [0, 2]),
  ])
  func `a suspect whose shortest way leads through another one stands behind that`(_ other: Candidate.Exception) {
    #expect(order(worse: [.init(node: 3)], other: [other]) == ["other", "worse"])
    #expect(order(worse: [.init(node: 3)], other: [.init(node: 0, steps: [1]), other]) == ["other", "worse"])
  }

  @Test(arguments: [
    // It is a situation, elsewhere, at the same place, or farther.
    Candidate.Exception(node: 1), .init(node: 0, steps: [1]), .init(node: 2, steps: [3]),
    .init(node: 1, steps: [2, 3, 3]),
  ])
  func `a suspect stands before one that is not on its way`(_ other: Candidate.Exception) {
    #expect(order(worse: [.init(node: 3)], other: [other]) == ["worse", "other"])
  }

  @Test func `the step of a suspect itself is not on the way to it`() {
    #expect(order(worse: [.init(node: 0, steps: [0, 2])], other: [.init(node: 0, steps: [0])]) == ["worse", "other"])
  }

  @Test func `a suspect with an exception that is elsewhere follows from nothing on the way to the others`() {
    #expect(order(worse: [.init(node: 3), .init(node: 4)], other: [.init(node: 1, steps: [2])]) == ["worse", "other"])
  }

  @Test func `a suspect is as near as its nearest exception`() {
    let other = [Candidate.Exception(node: 0, steps: [0]), .init(node: 2, steps: [3])]
    #expect(order(worse: [.init(node: 3)], other: other) == ["other", "worse"])
  }

  @Test(arguments: [("like", ["other", "worse"]), ("load", ["worse", "other"])])
  func `only a message of the same effect is the rest of a suspect`(_ effect: String, _ expected: [String]) {
    func step(from: Int, to: Int, sentBy effect: String) -> PromiseFacts.Step {
      var step = PromiseFacts.Step(from: from, to: to, number: 0, call: "\(effect)()")
      step.add(Message<Int, Int>.feedback(1), from: effect, isChange: true)
      return step
    }
    let facts = PromiseFacts(
      by: (0...3).map { .init(of: Walk(place: $0)) },
      [
        PromiseFacts.Step(from: 0, to: 1, number: 0, input: "tapped"), step(from: 1, to: 2, sentBy: "like"),
        step(from: 2, to: 3, sentBy: effect),
      ]
    )
    // The other one begins with the input, and ends with a message of an effect that is on the way to the worse one, or is not.
    let exceptions = [("worse", Candidate.Exception(node: 2, steps: [2])), ("other", .init(node: 0, steps: [0, 2]))]
    let ranked = exceptions.map { Candidate(text: $0.0, support: 1, exceptions: [$0.1], weight: 1) }
    #expect(SuspectOrder(ranked, in: facts).candidates.map(\.text) == expected)
  }

  @Test func `suspects of one cause keep their order`() {
    let ranked = [Candidate.Exception(node: 3), .init(node: 1, steps: [2])].map {
      Candidate(text: "\($0.node)", support: 1, exceptions: [$0], weight: 1, cause: "an older save")
    }
    #expect(SuspectOrder(ranked, in: facts).candidates.map(\.text) == ["3", "1"])
  }

  @Test func `three suspects that follow from each other stand in that order`() {
    let exceptions = [Candidate.Exception(node: 3), .init(node: 1, steps: [2]), .init(node: 0, steps: [0])]
    let ranked = exceptions.map { Candidate(text: "\($0.node)", support: 1, exceptions: [$0], weight: 1) }
    #expect(SuspectOrder(ranked, in: facts).candidates.map(\.text) == ["0", "1", "3"])
  }
}
