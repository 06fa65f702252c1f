import TestSupport
import Testing

@testable import StoreTesting

/// A row of the table: what happens, what the test does, and the verdicts.
struct JudgedRow: Sendable, CustomTestStringConvertible {
  let level: Exhaustivity
  let events: [JudgedEvent]
  let steps: [JudgedStep]
  let verdicts: [String]

  init(_ level: Exhaustivity, _ events: [JudgedEvent], _ steps: [JudgedStep], _ verdicts: [String]) {
    (self.level, self.events, self.steps, self.verdicts) = (level, events, steps, verdicts)
  }

  var testDescription: String { "\(level): \(events), \(steps)" }
}

private let rows: [JudgedRow] = [
  // What is asserted in order is accepted.
  JudgedRow(
    .on,
    [.feedback(1), .output(2)],
    [.receive(1), .receiveOutput(2), .close],
    ["accepted", "accepted", "accepted"]
  ),
  JudgedRow(
    .strict,
    [.started(1), .feedback(1)],
    [.receiveEffect(1), .receive(1), .close],
    ["accepted", "accepted", "accepted"]
  ),
  // What is left out is unhandled: at the next event, and at the end.
  JudgedRow(.on, [.output(1), .feedback(2)], [.receive(2)], ["unhandled o1, accepted"]),
  JudgedRow(.on, [.feedback(1), .output(2)], [.receiveOutput(2)], ["unhandled f1, accepted"]),
  JudgedRow(.on, [.feedback(1), .output(2)], [.close], ["unhandled f1 o2"]),
  JudgedRow(.strict, [.started(1), .feedback(1)], [.receive(1)], ["unhandled e1, accepted"]),
  JudgedRow(.observable, [.feedback(1), .output(2)], [.close], ["unhandled o2"]),
  JudgedRow(.off, [.feedback(1), .output(2)], [.close], ["accepted"]),
  // Another event is unexpected. The test goes on after it, or after the expected one.
  JudgedRow(.on, [.feedback(1)], [.receive(2), .close], ["unexpected f1", "accepted"]),
  JudgedRow(.on, [.feedback(1), .feedback(2)], [.receive(2), .close], ["unexpected f1, then accepted", "accepted"]),
  JudgedRow(
    .on,
    [.output(1), .output(2)],
    [.receiveOutput(2), .close],
    ["unexpected o1, then accepted", "accepted"]
  ),
  JudgedRow(
    .observable,
    [.output(1), .feedback(3), .output(2)],
    [.receiveOutput(2), .receive(3)],
    [
      "unexpected o1, then accepted", "accepted",
    ]
  ),
  // Without an event of the kind it is missing, and nothing is lost.
  JudgedRow(.on, [.output(1)], [.receive(1), .receiveOutput(1)], ["missing", "accepted"]),
  JudgedRow(.off, [.feedback(1)], [.receive(2), .receive(1)], ["missing", "accepted"]),
  // Feedback that needn't be received is skipped, outputs are not.
  JudgedRow(
    .observable,
    [.feedback(1), .output(1), .feedback(2)],
    [.receive(2), .receiveOutput(1)],
    ["accepted", "accepted"]
  ),
  JudgedRow(.off, [.feedback(1), .feedback(2)], [.receive(2), .receive(1)], ["accepted", "missing"]),
  // An effect that ended without feedback must be asserted at `.on`, where it starts or where it ends.
  JudgedRow(.on, [.started(1), .ended(1)], [.close], ["unhandled e1 ended"]),
  JudgedRow(.on, [.started(1), .ended(1)], [.receiveEffect(1), .close], ["accepted", "accepted"]),
  JudgedRow(.on, [.started(1), .ended(1)], [.receiveEffect(nil), .close], ["accepted", "accepted"]),
  JudgedRow(.on, [.started(2), .started(1), .ended(1)], [.receiveEffect(nil), .close], ["accepted", "accepted"]),
  JudgedRow(.strict, [.started(1), .ended(1)], [.close], ["unhandled e1"]),
  JudgedRow(.observable, [.started(1), .ended(1)], [.close], ["accepted"]),
  // An effect of a later feedback is received after that.
  JudgedRow(.on, [.feedback(1), .started(2)], [.receiveEffect(2)], ["unhandled f1, accepted"]),
  JudgedRow(.on, [.feedback(1)], [.receiveEffect(2)], ["missing"]),
  JudgedRow(.off, [.feedback(1), .started(2)], [.receiveEffect(2)], ["missing"]),
]

@Suite struct JudgeTests {
  @Test(arguments: rows)
  func `events and steps have these verdicts`(row: JudgedRow) {
    var bench = JudgeBench(at: row.level)
    for event in row.events { bench.happened(event) }
    #expect(row.steps.map { bench.perform($0) } == row.verdicts)
  }

  @Test func `an effect that was asserted while it ran is not asked for when it ends`() {
    var bench = JudgeBench(at: .on)
    bench.happened(.started(1))
    #expect(bench.perform(.receiveEffect(1)) == "accepted")
    bench.happened(.ended(1))
    #expect(bench.perform(.close) == "accepted")
  }

  @Test(arguments: [
    (false, false, true, true, Judge.StateVerdict.accepted),
    (false, true, false, true, .unasserted),
    (true, true, true, false, .accepted),
    (true, true, false, false, .different),
    (true, false, false, false, .different),
    (true, false, true, true, .unchanged),
    (true, false, true, false, .accepted),
  ])
  func `a change of the state has this verdict`(
    isAsserted: Bool,
    hasChanged: Bool,
    isExpected: Bool,
    writesNothing: Bool,
    verdict: Judge.StateVerdict
  ) {
    #expect(
      Judge.verdict(
        isAsserted: isAsserted,
        hasChanged: hasChanged,
        isExpected: isExpected,
        writesNothing: writesNothing
      ) == verdict
    )
  }

  @Test(arguments: [Exhaustivity.strict, .on, .observable, .off])
  func `generated events and steps have the verdicts of the model`(level: Exhaustivity) {
    let seeds = seeds(2_000)
    tally(.tests, seeds.count)
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var bench = JudgeBench(at: level)
      var page = JudgePage(at: level)
      var trace: [String] = []
      for _ in 0..<Int.random(in: 3...14, using: &random) {
        if Int.random(in: 0..<5, using: &random) < 3 {
          let event = page.nextEvent(using: &random)
          bench.happened(event)
          page.happened(event)
          trace.append("\(event)")
        } else {
          let step = page.nextStep(using: &random)
          let verdicts = (bench.perform(step), page.perform(step))
          trace.append("\(step): \(verdicts.0)")
          guard verdicts.0 == verdicts.1 else {
            Issue.record("\(level), seed \(seed): the model says '\(verdicts.1)' at the end of \(trace)")
            return
          }
        }
      }
    }
  }
}
