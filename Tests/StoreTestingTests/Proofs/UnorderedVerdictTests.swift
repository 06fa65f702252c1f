import Testing

@testable import StoreTesting

/// A row of the table: what happens, the feedbacks that a step expects in any order, and what becomes of both.
private struct UnorderedRow: Sendable, CustomTestStringConvertible {
  let level: Exhaustivity
  let events: [JudgedEvent]
  let expected: [Int]

  /// Whether the step needs not wait.
  let holds: Bool

  let verdict: String

  /// What the test can assert after the step.
  let open: String

  init(
    _ level: Exhaustivity,
    _ events: [JudgedEvent],
    _ expected: [Int],
    holds: Bool = true,
    _ verdict: String,
    open: String = ""
  ) {
    (self.level, self.events, self.expected) = (level, events, expected)
    (self.holds, self.verdict, self.open) = (holds, verdict, open)
  }

  var testDescription: String { "\(level): \(events), \(expected)" }
}

private let rows: [UnorderedRow] = [
  // All of them are accepted in any order, and what follows stays.
  UnorderedRow(.on, [.feedback(1), .feedback(2)], [2, 1], "accepted f1 f2, newest f2"),
  UnorderedRow(.on, [.feedback(1), .feedback(2), .feedback(3)], [2, 1], "accepted f1 f2, newest f2", open: "f3"),
  UnorderedRow(.on, [], [], ""),
  // As long as one of them is missing, the step waits.
  UnorderedRow(.on, [.feedback(1)], [1, 2], holds: false, "accepted f1, newest f1"),
  UnorderedRow(.on, [.output(1)], [1], holds: false, "", open: "o1"),
  // What the test has left out before them is unhandled, if it must be asserted.
  UnorderedRow(.on, [.output(1), .feedback(1)], [1], "unhandled o1, accepted f1, newest f1"),
  UnorderedRow(.on, [.started(3), .feedback(1)], [1], "accepted f1, newest f1"),
  UnorderedRow(.strict, [.started(3), .feedback(1)], [1], "unhandled e3, accepted f1, newest f1"),
  UnorderedRow(
    .on,
    [.output(1), .feedback(1), .output(2), .feedback(2)],
    [1, 2],
    "unhandled o1 o2, accepted f1 f2, newest f2"
  ),
  // Others are unexpected, and end the wait as well.
  UnorderedRow(.on, [.feedback(2)], [1], "unexpected f2, newest f2"),
  UnorderedRow(.on, [.feedback(3), .feedback(4)], [1, 2], "unexpected f3 f4, newest f4"),
  UnorderedRow(.on, [.feedback(3), .feedback(1)], [1, 2], "accepted f1, unexpected f3, newest f1"),
  UnorderedRow(.on, [.feedback(1), .feedback(3)], [1, 2], "accepted f1, unexpected f3, newest f3"),
  // If the expected ones came later, the test goes on after them.
  UnorderedRow(.on, [.feedback(2), .feedback(3), .feedback(1)], [1], "unexpected f2, later f1, newest f1"),
  UnorderedRow(.on, [.feedback(3), .output(1), .feedback(1)], [1], "unexpected f3, later f1, newest f1"),
  UnorderedRow(
    .on,
    [.feedback(3), .feedback(4), .feedback(1), .feedback(2), .feedback(5)],
    [1, 2],
    "unexpected f3 f4, later f1 f2, newest f2",
    open: "f5"
  ),
  // Feedback that needn't be received is skipped up to the last expected one, outputs are not.
  UnorderedRow(
    .off,
    [.feedback(1), .output(1), .feedback(2), .feedback(3)],
    [2],
    "skipped f1, accepted f2, newest f2",
    open: "o1 f3"
  ),
  UnorderedRow(
    .observable,
    [.feedback(3), .output(1), .feedback(1)],
    [1],
    "skipped f3, accepted f1, newest f1",
    open: "o1"
  ),
  UnorderedRow(.off, [.output(1), .feedback(1)], [1], "accepted f1, newest f1", open: "o1"),
  UnorderedRow(.off, [.feedback(1), .feedback(2), .feedback(1)], [1, 2], "accepted f1 f2, newest f2", open: "f1"),
  UnorderedRow(.off, [.feedback(3)], [1], holds: false, "", open: "f3"),
]

@Suite struct UnorderedVerdictTests {
  @Test(arguments: rows)
  fileprivate func `feedbacks that are expected in any order have this verdict`(row: UnorderedRow) {
    var bench = JudgeBench(at: row.level)
    for event in row.events { bench.happened(event) }
    #expect(bench.holds(unordered: row.expected) == row.holds)
    let verdict = bench.receive(unordered: row.expected)
    #expect(verdict == row.verdict)
    #expect(bench.open == row.open)
  }

  @Test func `nothing is left to assert after the judge has discarded everything`() {
    let events: [JudgedEvent] = [.feedback(1), .started(1), .ended(1), .output(1)]
    var bench = JudgeBench(at: .on)
    for event in events { bench.happened(event) }
    #expect(!bench.judge.isClear)
    bench.discard()
    #expect(bench.judge.isClear)
    let verdict = bench.perform(.close)
    #expect(verdict == "accepted")
  }
}
