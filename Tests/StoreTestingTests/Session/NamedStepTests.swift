import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

private enum Status: Sendable { case open, saved }

private enum Change: Sendable { case row(Int, Status) }

private struct Note: Sendable { var status: Status }

/// Which lines of a test seem to assert an event.
@Suite struct NamedStepTests {
  private func statement(_ text: String) -> TestSource.Statement { TestSource.Statement(line: 1, lines: [text]) }

  private func event<Output: Sendable>(emitting output: Output) -> Event<Machine<Int, Int, Never, Output>> {
    Event(record: EventRecord(.output(output), number: 0, instant: TestClock.Instant()))
  }

  @Test(
    arguments: [
      (".row(1, .saved)", true),
      ("Change.row(1, Status.saved)", true),
      // Another payload.
      (".row(2, .saved)", false),
      (".row(1, .open)", false),
      // Another case.
      (".saved", false),
      ("change", false),
    ]
  )
  func `a step with another text asserts an event if its cases and literals are those of the event`(
    argument: String,
    asserts: Bool
  ) {
    let step = statement("await store.receiveOutput(\(argument))")
    #expect(step.asserts(event(emitting: Change.row(1, .saved)), fix: "") == asserts)
  }

  @Test(arguments: ["", "// The status may be another one.\n"])
  func `a step with the text of the fix asserts the event, with any remark before it`(remark: String) {
    let step = statement("await store.receiveOutput(Note( status: .saved ))")
    let fix = remark + "await store.receiveOutput(Note(status: .saved))"
    #expect(step.asserts(event(emitting: Note(status: .saved)), fix: fix))
    #expect(!step.asserts(event(emitting: Note(status: .saved)), fix: ""))
  }

  @Test func `no step that receives feedback asserts an input`() {
    typealias Feature = Machine<Int, Int, Int, Never>
    let message = ReducedMessage<Feature>(.input(1), after: 0, sender: nil, step: CallSite(), isReducedTwice: false)
    let event = Event<Feature>(record: EventRecord(.reduced(message), number: 0, instant: TestClock.Instant()))
    #expect(!statement("await store.receive(1)").asserts(event, fix: ""))
  }

  @Test(
    arguments: [
      (#"server.yield("x")"#, true),
      (#"server.yield("y")"#, false),
      (#"server.yield("x", 2)"#, false),
      ("server.yield(x)", false),
    ]
  )
  func `a line names a part of a value if it has literals, and all are of the value`(text: String, isNamed: Bool) {
    #expect(statement(text).namesParts(of: ["x", "z"]) == isNamed)
  }
}
