import StoreCore
import TestSupport
import Testing

@Suite struct ChainTests {
  @Test func `a link starts when all work of the previous link has ended`() throws {
    let harness = RunnerHarness()
    harness.send(.concatenate(.merge(.live("a"), .live("b")), .live("c")))
    try harness.finish("a")
    #expect(harness.running == ["b"])
    try harness.finish("b")
    #expect(harness.running == ["c"])
  }

  @Test func `a link doesn't wait for the effects of feedback`() throws {
    let harness = RunnerHarness { _ in .live("reaction") }
    harness.send(.concatenate(.live("a"), .live("b")))
    try harness.say("x", from: "a")
    try harness.finish("a")
    #expect(harness.running == ["reaction", "b"])
  }

  @Test func `links of outputs and empty effects complete`() throws {
    let harness = RunnerHarness()
    harness.send(.concatenate(.output("1"), .none, .output("2"), .live("a"), .output("3")))
    #expect(harness.events == ["input", "output 1", "output 2", "started a"])
    try harness.finish("a")
    #expect(harness.events.suffix(2) == ["ended a", "output 3"])
  }

  @Test func `thousands of immediate links don't grow the stack`() throws {
    let harness = RunnerHarness()
    let group = harness.send(.concatenate((0..<scaled(8_000)).map { .output("\($0)") }))
    #expect(harness.events.count == scaled(8_000) + 1)
    #expect(harness.events.last == "output \(scaled(8_000) - 1)")
    #expect(group.isFinished)
  }

  @Test func `chains nest in chains`() throws {
    let harness = RunnerHarness()
    harness.send(
      .concatenate(
        .concatenate(.live("a"), .live("b")),
        .merge(.concatenate(.live("c"), .live("d")), .live("e")),
        .live("f")
      )
    )
    for (end, running) in [
      ("a", ["b"]), ("b", ["c", "e"]), ("c", ["e", "d"]), ("e", ["d"]), ("d", ["f"]), ("f", []),
    ] {
      try harness.finish(end)
      #expect(harness.running == running)
    }
  }

  @Test func `a chain's group is not finished between its links`() throws {
    let harness = RunnerHarness()
    let group = harness.send(.concatenate(.live("a"), .live("b")))
    harness.onLine = { line in
      if line == "ended a" { #expect(!group.isFinished) }
    }
    try harness.finish("a")
    #expect(!group.isFinished)
    try harness.finish("b")
    #expect(group.isFinished)
  }

  @Test func `a link that throws lets the next one start`() throws {
    let harness = RunnerHarness()
    harness.send(.concatenate(.live("a"), .live("b")))
    try harness.fail("a", CancellationError())
    #expect(harness.running == ["b"])
  }

  @Test func `a link that is cancelled by its own id lets the next one start when it has ended`() throws {
    let harness = RunnerHarness()
    harness.send(.concatenate(.live("a").cancellable(id: 1), .live("b")))
    harness.send(.cancel(id: 1))
    #expect(harness.running == ["a"])
    try harness.finish("a")
    #expect(harness.running == ["b"])
  }

  @Test func `a chain that is cancelled by its id starts no further link, even between two links`() throws {
    let harness = RunnerHarness()
    let group = harness.send(.concatenate(.live("a"), .live("b")).cancellable(id: 1))
    harness.send(.cancel(id: 1))
    try harness.finish("a")
    #expect(harness.running.isEmpty)
    #expect(group.isFinished)
  }

  @Test func `a chain that cancels its own id ends`() throws {
    let harness = RunnerHarness()
    let group = harness.send(.concatenate(.live("a"), .cancel(id: 1), .live("b")).cancellable(id: 1))
    try harness.finish("a")
    #expect(harness.running.isEmpty)
    #expect(group.isFinished)
  }
}
