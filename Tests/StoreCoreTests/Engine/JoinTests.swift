import StoreCore
import TestSupport
import Testing

@Suite struct JoinTests {
  @Test("a link starts when all work of the one before it has ended")
  func waitsForAll() throws {
    let bench = Bench()
    bench.send(.concatenate(.merge(.live("a"), .live("b")), .live("c")))
    try bench.finish("a")
    #expect(bench.running == ["b"])
    try bench.finish("b")
    #expect(bench.running == ["c"])
  }

  @Test("a link doesn't wait for the effects of feedback")
  func feedbackIsNoWork() throws {
    let bench = Bench { _ in .live("reaction") }
    bench.send(.concatenate(.live("a"), .live("b")))
    try bench.say("x", from: "a")
    try bench.finish("a")
    #expect(bench.running == ["reaction", "b"])
  }

  @Test("links of outputs and nothing pass at once")
  func immediateLinks() throws {
    let bench = Bench()
    bench.send(.concatenate(.output("1"), .none, .output("2"), .live("a"), .output("3")))
    #expect(bench.events == ["input", "output 1", "output 2", "started a"])
    try bench.finish("a")
    #expect(bench.events.suffix(2) == ["ended a", "output 3"])
  }

  @Test("thousands of links that pass at once don't grow the stack")
  func manyLinks() throws {
    let bench = Bench()
    let group = bench.send(.concatenate((0..<scaled(8_000)).map { .output("\($0)") }))
    #expect(bench.events.count == scaled(8_000) + 1)
    #expect(bench.events.last == "output \(scaled(8_000) - 1)")
    #expect(group.isFinished)
  }

  @Test("chains nest")
  func nested() throws {
    let bench = Bench()
    bench.send(
      .concatenate(
        .concatenate(.live("a"), .live("b")),
        .merge(.concatenate(.live("c"), .live("d")), .live("e")),
        .live("f")
      )
    )
    for (end, running) in [
      ("a", ["b"]), ("b", ["c", "e"]), ("c", ["e", "d"]), ("e", ["d"]), ("d", ["f"]), ("f", []),
    ] {
      try bench.finish(end)
      #expect(bench.running == running)
    }
  }

  @Test("a chain's group is not finished between its links")
  func treeStaysOpen() throws {
    let bench = Bench()
    let group = bench.send(.concatenate(.live("a"), .live("b")))
    bench.onLine = { line in
      if line == "ended a" { #expect(!group.isFinished) }
    }
    try bench.finish("a")
    #expect(!group.isFinished)
    try bench.finish("b")
    #expect(group.isFinished)
  }

  @Test("a link that throws lets the next one start")
  func failingLink() throws {
    let bench = Bench()
    bench.send(.concatenate(.live("a"), .live("b")))
    try bench.fail("a", CancellationError())
    #expect(bench.running == ["b"])
  }

  @Test("a link that is cancelled by its own id lets the next one start when it has ended")
  func cancelledLink() throws {
    let bench = Bench()
    bench.send(.concatenate(.live("a").cancellable(id: 1), .live("b")))
    bench.send(.cancel(id: 1))
    #expect(bench.running == ["a"])
    try bench.finish("a")
    #expect(bench.running == ["b"])
  }

  @Test("a chain that is cancelled by its id starts no further link, even between two of them")
  func cancelledChain() throws {
    let bench = Bench()
    let group = bench.send(.concatenate(.live("a"), .live("b")).cancellable(id: 1))
    bench.send(.cancel(id: 1))
    try bench.finish("a")
    #expect(bench.running.isEmpty)
    #expect(group.isFinished)
  }

  @Test("a chain that cancels its own id ends there")
  func selfCancelledChain() throws {
    let bench = Bench()
    let group = bench.send(.concatenate(.live("a"), .cancel(id: 1), .live("b")).cancellable(id: 1))
    try bench.finish("a")
    #expect(bench.running.isEmpty)
    #expect(group.isFinished)
  }
}
