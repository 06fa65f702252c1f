import StoreCore
import TestSupport
import Testing

@Suite struct CancellationScopeTests {
  @Test func `a cancelled id ends every effect that runs under it, in the order in which they started`() throws {
    let harness = RunnerHarness()
    for name in ["a", "b", "c"] { harness.send(.live(name).cancellable(id: 1)) }
    harness.send(.live("other").cancellable(id: 2))
    harness.send(.cancel(id: 1))
    #expect(harness.events.suffix(3) == ["cancelled a", "cancelled b", "cancelled c"])
    #expect(try !harness.isTaskCancelled("other"))
  }

  @Test(arguments: [1, 3, 4, 40])
  func `an id refers to the same effects after any number of other ids were used`(_ count: Int) throws {
    let harness = RunnerHarness()
    for id in 0..<count { harness.send(.live("\(id)").cancellable(id: id)) }
    for id in 0..<count { harness.send(.live("\(id) again").cancellable(id: id)) }
    for id in 0..<count {
      harness.send(.cancel(id: id))
      #expect(harness.events.suffix(2) == ["cancelled \(id)", "cancelled \(id) again"])
    }
  }

  @Test(arguments: [1, 2, 3])
  func `an effect with several ids is cancelled by each of them`(id: Int) throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1).cancellable(id: 2).cancellable(id: 3))
    harness.send(.cancel(id: id))
    #expect(try harness.isTaskCancelled("a"))
  }

  @Test func `an outer id cancels all effects within it, and an inner id only its own part`() throws {
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

  @Test func `an effect with the same id twice runs, and is cancelled once`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1).cancellable(id: 1))
    #expect(harness.running == ["a"])
    harness.send(.cancel(id: 1))
    #expect(harness.events.count { $0 == "cancelled a" } == 1)
  }

  @Test(arguments: [true, false], [true, false])
  func `an effect with the same id twice doesn't cancel itself`(inner: Bool, outer: Bool) throws {
    let harness = RunnerHarness()
    harness.send(.live("old").cancellable(id: 1))
    harness.send(
      .live("a").cancellable(id: 1, cancelInFlight: inner).cancellable(id: 1, cancelInFlight: outer)
    )
    #expect(try !harness.isTaskCancelled("a"))
    #expect(try harness.isTaskCancelled("old") == (inner || outer))
  }

  @Test func `a later part of an effect cancels the earlier ones under the same id, and continues`() throws {
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

  @Test func `the end of a chain leaves the effects merged with it under their id`() throws {
    let harness = RunnerHarness()
    let chain = Effect<String, String>.concatenate(.live("first"), .live("second"))
    harness.send(.merge(chain, .live("beside")).cancellable(id: 1))
    try harness.finish("first")
    try harness.finish("second")
    harness.send(.cancel(id: 1))
    #expect(try harness.isTaskCancelled("beside"))
  }

  @Test func `'cancelInFlight' cancels only the effects that run under the id`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    harness.send(.live("other").cancellable(id: 2))
    harness.send(.live("b").cancellable(id: 1, cancelInFlight: true))
    #expect(try harness.isTaskCancelled("a"))
    #expect(try !harness.isTaskCancelled("b"))
    #expect(try !harness.isTaskCancelled("other"))
    #expect(harness.events.suffix(2) == ["cancelled a", "started b"])
  }

  @Test func `a merge cancels and starts effects of one id in the order of its parts`() throws {
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

  @Test func `an id is free again after it was cancelled`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    harness.send(.cancel(id: 1))
    harness.send(.live("b").cancellable(id: 1))
    try harness.finish("a")
    #expect(try !harness.isTaskCancelled("b"))
    harness.send(.cancel(id: 1))
    #expect(try harness.isTaskCancelled("b"))
  }

  @Test func `effects of the feedback of a cancellable effect don't run under its id`() throws {
    let harness = RunnerHarness { _ in .live("after") }
    harness.send(.live("a").cancellable(id: 1))
    try harness.say("x", from: "a")
    harness.send(.cancel(id: 1))
    #expect(try !harness.isTaskCancelled("after"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `cancelled effects that have not ended are not searched again`() throws {
    let harness = RunnerHarness()
    for number in 0..<scaled(2_000) { harness.send(.live("\(number)").cancellable(id: 1, cancelInFlight: true)) }
    #expect(harness.events.count { $0.hasPrefix("cancelled") } == scaled(2_000) - 1)
  }
}
