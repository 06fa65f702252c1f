import StoreTesting
import Testing

@testable import StoreTesting

/// Where a new line of a test stands.
@Suite struct AcceptedPlaceTests {
  private static let source = """
    let store = TestStore(Feature())
    let other = 1
    await store.send(.a)
    await store.receive(.b)
    await store.send(.c)
    await store.finish()
    """

  /// Returns the line before the new one for an event, after some steps.
  private func lineBefore(event: Int, _ prepare: (WrittenSteps) -> Void) throws -> String? {
    let steps = try WrittenSteps(Self.source)
    prepare(steps)
    #expect(steps.addLine(for: event) == nil)
    steps.acceptance.end(hasFailed: false)
    let lines = try steps.lines()
    return try lines[#require(lines.firstIndex(of: "await store.receive(.new)")) - 1]
  }

  @Test(arguments: [(0, "await store.send(.a)"), (1, "await store.receive(.b)")])
  func `an event after a received feedback stands behind its receipt`(event: Int, line: String) throws {
    let found = try lineBefore(event: event) { steps in
      steps.run(3)
      steps.begin(4, firstEvent: 3)
      steps.acceptance.noteAsserted(0)
      steps.acceptance.endStep()
      steps.begin(5, firstEvent: 3)
    }
    #expect(found == line)
  }

  @Test(arguments: [[1, 3], [3, 1]])
  func `an event after the oldest skipped feedback stands behind the step that skips`(skipped: [Int]) throws {
    let found = try lineBefore(event: 2) { steps in
      steps.run(3)
      steps.begin(4, firstEvent: 4)
      for event in skipped { steps.acceptance.noteSkipped(event) }
      steps.acceptance.endStep()
      steps.begin(5, firstEvent: 4)
    }
    #expect(found == "await store.receive(.b)")
  }

  @Test func `an event for which a step waits stands before the step, and behind it once it is over`() throws {
    #expect(
      try lineBefore(event: 1) {
        $0.run(3)
        $0.begin(4, firstEvent: 1)
      } == "await store.send(.a)"
    )
    #expect(
      try lineBefore(event: 1) {
        $0.run(3)
        $0.run(4, firstEvent: 1)
      } == "await store.receive(.b)"
    )
    // An input waits for nothing.
    #expect(
      try lineBefore(event: 1) {
        $0.run(3)
        $0.begin(5, firstEvent: 1)
      } == "await store.send(.c)"
    )
  }

  @Test func `an event before the first step stands before it`() throws {
    let found = try lineBefore(event: 0) { steps in
      steps.begin(1)
      steps.run(3, firstEvent: 1, level: .on)
      steps.begin(5, firstEvent: 1, level: .off)
    }
    #expect(found == "let other = 1")
  }

  @Test func `an event of a strict step stands where the level is the one that leaves out its line`() throws {
    let waiting = try lineBefore(event: 0) { steps in
      steps.run(3, level: .strict)
      steps.run(5, firstEvent: 1, level: .on)
      steps.begin(6, firstEvent: 1, level: .on)
    }
    #expect(waiting == "await store.send(.c)")
    let acting = try lineBefore(event: 0) { steps in
      steps.run(3, level: .strict)
      steps.run(4, firstEvent: 1, level: .strict)
      steps.begin(5, firstEvent: 1, level: .on)
    }
    #expect(acting == "await store.receive(.b)")
  }

  @Test func `a step of several stores has no other level`() throws {
    let found = try lineBefore(event: 0) { steps in
      steps.run(3, level: .strict)
      steps.run(4, firstEvent: 1, level: .strict)
      steps.begin(5, firstEvent: 1, isShared: true)
    }
    #expect(found == "await store.send(.a)")
  }

  @Test(
    arguments: [
      ("return await store.send(.a)", "The call is what a function returns, so no line can follow it."),
      ("let store = TestStore(Feature())", "The test has no step before which a line could stand."),
    ]
  )
  func `a line that has no place is refused with the reason`(source: String, reason: String) throws {
    let steps = try WrittenSteps(source)
    steps.begin(1)
    #expect(steps.addLine(for: 0)?.reason == reason)
  }

  @Test(
    arguments: [
      (2, ["await store.send(.a)", "await store.settle { $0 = 1 }", "await store.send(.b)", "await store.settle()"]),
      (4, ["await store.send(.a)", "await store.settle()", "await store.send(.b)", "await store.settle { $0 = 1 }"]),
    ]
  )
  func `a change by feedback is asserted by the last settling after it`(last: Int, lines: [String]) throws {
    let steps = try WrittenSteps(
      "await store.send(.a)\nawait store.settle()\nawait store.send(.b)\nawait store.settle()\n"
    )
    steps.run(1)
    steps.run(2, firstEvent: 1)
    if last == 4 {
      steps.run(3, firstEvent: 2)
      steps.run(4, firstEvent: 2)
    }
    steps.begin(3, firstEvent: 2)
    let change = ClosureChange(from: 0, asserted: 0, to: 1, near: steps.path)
    #expect(steps.acceptance.make(.settling(change, event: 1)) { _ in true } == nil)
    steps.acceptance.end(hasFailed: false)
    #expect(try steps.lines() == lines)
  }
}
