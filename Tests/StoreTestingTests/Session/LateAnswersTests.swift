import TestSupport
import Testing

@testable import StoreTesting

@Suite struct LateAnswersTests {
  @Test func `an answer is given once, at the end of the step after its own`() {
    let (answers, given) = (LateAnswers(), Recorder<Int>())
    var steps: [Bool] = []
    for number in 1...2 {
      answers.add { given.record(number) }
      steps.append(answers.endStep())
    }
    #expect(given.values == [1])
    for _ in 0..<2 { steps.append(answers.endStep()) }
    #expect(given.values == [1, 2])
    #expect(steps == [false, true, true, false])
  }
}
