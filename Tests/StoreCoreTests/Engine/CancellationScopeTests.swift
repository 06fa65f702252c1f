import StoreCore
import TestSupport
import Testing

@Suite struct CancellationScopeTests {
  @Test("a cancelled id ends every effect that runs under it, in the order in which they started")
  func several() throws {
    let harness = RunnerHarness()
    for name in ["a", "b", "c"] { harness.send(.live(name).cancellable(id: 1)) }
    harness.send(.live("other").cancellable(id: 2))
    harness.send(.cancel(id: 1))
    #expect(harness.events.suffix(3) == ["cancelled a", "cancelled b", "cancelled c"])
    #expect(try !harness.isTaskCancelled("other"))
  }

  @Test("an id refers to the same effects after any number of other ids were used", arguments: [1, 3, 4, 40])
  func many(_ count: Int) throws {
    let harness = RunnerHarness()
    for id in 0..<count { harness.send(.live("\(id)").cancellable(id: id)) }
    for id in 0..<count { harness.send(.live("\(id) again").cancellable(id: id)) }
    for id in 0..<count {
      harness.send(.cancel(id: id))
      #expect(harness.events.suffix(2) == ["cancelled \(id)", "cancelled \(id) again"])
    }
  }

  @Test("an effect with several ids is cancelled by each of them", arguments: [1, 2, 3])
  func severalIdentifiers(id: Int) throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1).cancellable(id: 2).cancellable(id: 3))
    harness.send(.cancel(id: id))
    #expect(try harness.isTaskCancelled("a"))
  }

  @Test("an outer id cancels all effects within it, and an inner id only its own part")
  func nested() throws {
    func harness() -> RunnerHarness {
      let harness = RunnerHarness()
      harness.send(.merge(.live("a").cancellable(id: "inner"), .live("b")).cancellable(id: "outer"))
      return harness
    }
    let inner = harness()
    inner.send(.cancel(id: "inner"))
    #expect(try inner.isTaskCancelled("a"))
    #expect(try !inner.isTaskCancelled("b"))
    let outer = harness()
    outer.send(.cancel(id: "outer"))
    #expect(try outer.isTaskCancelled("a"))
    #expect(try outer.isTaskCancelled("b"))
  }

  @Test("an effect with the same id twice runs, and is cancelled once")
  func twice() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1).cancellable(id: 1))
    #expect(harness.running == ["a"])
    harness.send(.cancel(id: 1))
    #expect(harness.events.count { $0 == "cancelled a" } == 1)
  }

  @Test("an effect with the same id twice doesn't cancel itself", arguments: [true, false], [true, false])
  func twiceInFlight(inner: Bool, outer: Bool) throws {
    let harness = RunnerHarness()
    harness.send(.live("old").cancellable(id: 1))
    harness.send(
      .live("a").cancellable(id: 1, cancelInFlight: inner).cancellable(id: 1, cancelInFlight: outer)
    )
    #expect(try !harness.isTaskCancelled("a"))
    #expect(try harness.isTaskCancelled("old") == (inner || outer))
  }

  @Test("a later part of an effect cancels the earlier ones under the same id, and continues")
  func withinOneIdentifier() throws {
    let harness = RunnerHarness()
    harness.send(
      .merge(.live("a"), .concatenate(.live("b"), .live("c").cancellable(id: 1, cancelInFlight: true), .live("d")))
        .cancellable(id: 1)
    )
    try harness.finish("b")
    #expect(try harness.isTaskCancelled("a"))
    #expect(try !harness.isTaskCancelled("c"))
    try harness.finish("c")
    #expect(harness.running == ["a", "d"])
    harness.send(.cancel(id: 1))
    #expect(try harness.isTaskCancelled("d"))
  }

  @Test("the end of a chain leaves the effects merged with it under their id")
  func endOfChain() throws {
    let harness = RunnerHarness()
    let chain = Effect<String, String>.concatenate(.live("first"), .live("second"))
    harness.send(.merge(chain, .live("beside")).cancellable(id: 1))
    try harness.finish("first")
    try harness.finish("second")
    harness.send(.cancel(id: 1))
    #expect(try harness.isTaskCancelled("beside"))
  }

  @Test("'cancelInFlight' cancels only the effects that run under the id")
  func cancelInFlight() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    harness.send(.live("other").cancellable(id: 2))
    harness.send(.live("b").cancellable(id: 1, cancelInFlight: true))
    #expect(try harness.isTaskCancelled("a"))
    #expect(try !harness.isTaskCancelled("b"))
    #expect(try !harness.isTaskCancelled("other"))
    #expect(harness.events.suffix(2) == ["cancelled a", "started b"])
  }

  @Test("a merge cancels and starts effects of one id in the order of its parts")
  func cancelAndStart() throws {
    let cancelFirst = RunnerHarness()
    cancelFirst.send(.live("old").cancellable(id: 1))
    cancelFirst.send(.merge(.cancel(id: 1), .live("new").cancellable(id: 1)))
    #expect(try cancelFirst.isTaskCancelled("old"))
    #expect(try !cancelFirst.isTaskCancelled("new"))
    let startFirst = RunnerHarness()
    startFirst.send(.live("old").cancellable(id: 1))
    startFirst.send(.merge(.live("new").cancellable(id: 1), .cancel(id: 1)))
    #expect(try startFirst.isTaskCancelled("old"))
    #expect(try startFirst.isTaskCancelled("new"))
  }

  @Test("an id is free again after it was cancelled")
  func reuse() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    harness.send(.cancel(id: 1))
    harness.send(.live("b").cancellable(id: 1))
    try harness.finish("a")
    #expect(try !harness.isTaskCancelled("b"))
    harness.send(.cancel(id: 1))
    #expect(try harness.isTaskCancelled("b"))
  }

  @Test("effects of the feedback of a cancellable effect don't run under its id")
  func feedbackIsOutside() throws {
    let harness = RunnerHarness { _ in .live("after") }
    harness.send(.live("a").cancellable(id: 1))
    try harness.say("x", from: "a")
    harness.send(.cancel(id: 1))
    #expect(try !harness.isTaskCancelled("after"))
  }

  @Test("cancelled effects that have not ended are not searched again", .timeLimit(.minutes(5)))
  func cancelledOften() throws {
    let harness = RunnerHarness()
    for number in 0..<scaled(2_000) { harness.send(.live("\(number)").cancellable(id: 1, cancelInFlight: true)) }
    #expect(harness.events.count { $0.hasPrefix("cancelled") } == scaled(2_000) - 1)
  }
}
