import Testing

@testable import StoreExploration

@Suite struct SequenceStrategyTests {
  private let open = SequenceStep(action: .command(0), name: "open", draws: [])

  /// A command that random walks prefer, and three waiting calls with one answer, two and three.
  private let options = [
    SequenceOption(action: .command(0), weight: 1_000_000, answers: []),
    SequenceOption(action: .answer("gate"), weight: 1, answers: [1, 2, 3]),
  ]

  @Test func `a walk to a rare mode gives the answer that was tried least there`() {
    var coverage = SequenceCoverage()
    coverage.arrive(in: "shut", by: [], from: nil, labels: [])
    coverage.arrive(in: "open", by: [open], from: "shut", labels: ["1", "gate/1", "gate/2", "gate/3"])
    for label in ["1", "gate/1", "gate/3"] { coverage.take(label, in: "open") }
    var calls: Set<UInt64> = []
    for seed: UInt64 in 0..<60 {
      var known = coverage
      let walk = SequenceWalk(seed: seed, &known)
      // The other walks are random from their first step.
      guard walk.next(from: options)?.name == "open" else { continue }
      let move = walk.next(from: options)
      var choices = move?.choices ?? Choices()
      calls.insert(choices.draw(upTo: .max))
      let answer = choices.draw(upTo: .max)
      #expect(move?.option == 1)
      #expect(answer == 1)
    }
    #expect(calls == [1, 2])
  }

  @Test func `a walk leaves its path at a step that is not possible`() {
    let gone = SequenceStep(action: .command(7), name: "gone", draws: [])
    var coverage = SequenceCoverage()
    coverage.arrive(in: "shut", by: [], from: nil, labels: [])
    coverage.arrive(in: "ajar", by: [gone], from: "shut", labels: [])
    coverage.arrive(in: "open", by: [gone, open], from: "ajar", labels: ["1"])
    for seed: UInt64 in 0..<20 {
      var known = coverage
      let walk = SequenceWalk(seed: seed, &known)
      let moves = (0..<3).compactMap { _ in walk.next(from: options) }
      // A random step has no recorded name.
      #expect(moves.map(\.name) == [nil, nil, nil])
    }
  }

  @Test func `an answer to a call that is gone is given to the last one in a lenient replay only`() {
    let step = SequenceStep(action: .answer("gate"), name: "", draws: [5, 1])
    let strict = SequenceMove(step, in: options)
    let lenient = SequenceMove(step, in: options, isLenient: true)
    var choices = lenient?.choices
    let draws = [choices?.draw(upTo: .max), choices?.draw(upTo: .max)]
    #expect(strict?.option == nil)
    #expect(lenient?.option == 1)
    #expect(draws == [2, 1])
  }
}
