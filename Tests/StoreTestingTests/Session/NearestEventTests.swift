import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// A row of the table: what happens, what the test expects, and the event that a run with accepted changes takes.
struct NearestRow: Sendable, CustomTestStringConvertible {
  let level: Exhaustivity
  let events: [JudgedEvent]
  let expected: JudgedEvent

  /// The events that stand for the expected one.
  let similar: [JudgedEvent]

  let verdict: String

  /// The steps after it, which are accepted.
  var later: [JudgedStep] = [.close]

  var testDescription: String { "\(level): \(events), \(expected) or \(similar)" }
}

private let rows: [NearestRow] = [
  // The expected event is nearer than one that is only similar.
  NearestRow(
    level: .on,
    events: [.feedback(1), .feedback(2)],
    expected: .feedback(2),
    similar: [.feedback(1)],
    verdict: "unhandled f1, accepted f2"
  ),
  NearestRow(
    level: .on,
    events: [.feedback(1)],
    expected: .feedback(2),
    similar: [.feedback(1)],
    verdict: "accepted f1"
  ),
  // An event that is not similar is not taken.
  NearestRow(
    level: .on,
    events: [.output(1), .feedback(1)],
    expected: .feedback(2),
    similar: [.feedback(3)],
    verdict: "missing",
    later: [.receiveOutput(1), .receive(1), .close]
  ),
  // Where feedback needn't be received, an output leaves it to later steps. Outputs before it must be asserted.
  NearestRow(
    level: .observable,
    events: [.feedback(1), .output(1), .output(2)],
    expected: .output(2),
    similar: [.output(1)],
    verdict: "unhandled o1, accepted o2",
    later: [.receive(1), .close]
  ),
  NearestRow(
    level: .off,
    events: [.output(1), .output(2)],
    expected: .output(2),
    similar: [.output(1)],
    verdict: "accepted o2"
  ),
]

/// The events that the steps of a run with accepted changes take, without a store.
@Suite struct NearestEventTests {
  @Test(arguments: rows)
  func `a step whose event has not happened takes the nearest one`(row: NearestRow) {
    var bench = JudgeBench(at: row.level)
    for event in row.events { bench.happened(event) }
    let verdict = bench.receiveNearest(row.expected, or: row.similar)
    #expect(verdict == row.verdict)
    #expect(row.later.map { bench.perform($0) } == row.later.map { _ in "accepted" })
  }

  @Test func `a call that names its effect leaves an earlier output to be received`() {
    var bench = JudgeBench(at: .strict)
    bench.happened(.output(1))
    bench.happened(.started(1))
    bench.nameEffect(1)
    #expect(bench.perform(.receiveOutput(1)) == "accepted")
    #expect(bench.perform(.close) == "accepted")
  }

  @Test func `an output is no expected feedback, and a feedback no expected output`() {
    let message = ReducedMessage<Machine<Int, Int, Int, Int>>(
      .feedback(1),
      after: 0,
      sender: nil,
      step: CallSite(),
      isReducedTwice: false
    )
    let contents: [EventRecord.Content] = [.reduced(message), .output(1)]
    let events = contents.map { content in
      Event<Machine<Int, Int, Int, Int>>(record: EventRecord(content, number: 0, instant: TestClock.Instant()))
    }
    let anything = Expectation<Int>.satisfying { _ in true }
    #expect(events.map { $0.isFeedback(anything) } == [true, false])
    #expect(events.map { $0.isOutput(anything) } == [false, true])
  }
}
