import StoreCore
import TestSupport
import Testing

@Suite struct CancellationScopeTests {
  @Test("cancelling an id ends every effect that runs under it, in the order in which they started")
  func several() throws {
    let bench = Bench()
    for name in ["a", "b", "c"] { bench.send(.live(name).cancellable(id: 1)) }
    bench.send(.live("other").cancellable(id: 2))
    bench.send(.cancel(id: 1))
    #expect(bench.events.suffix(3) == ["cancelled a", "cancelled b", "cancelled c"])
    #expect(try !bench.isTaskCancelled("other"))
  }

  @Test("an id is the same one, however many others were used since", arguments: [1, 3, 4, 40])
  func many(_ count: Int) throws {
    let bench = Bench()
    for id in 0..<count { bench.send(.live("\(id)").cancellable(id: id)) }
    for id in 0..<count { bench.send(.live("\(id) again").cancellable(id: id)) }
    for id in 0..<count {
      bench.send(.cancel(id: id))
      #expect(bench.events.suffix(2) == ["cancelled \(id)", "cancelled \(id) again"])
    }
  }

  @Test("an effect with several ids is cancelled by each of them", arguments: [1, 2, 3])
  func severalIdentifiers(id: Int) throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1).cancellable(id: 2).cancellable(id: 3))
    bench.send(.cancel(id: id))
    #expect(try bench.isTaskCancelled("a"))
  }

  @Test("an outer id ends all within it, an inner id only its own part")
  func nested() throws {
    func bench() -> Bench {
      let bench = Bench()
      bench.send(.merge(.live("a").cancellable(id: "inner"), .live("b")).cancellable(id: "outer"))
      return bench
    }
    let inner = bench()
    inner.send(.cancel(id: "inner"))
    #expect(try inner.isTaskCancelled("a"))
    #expect(try !inner.isTaskCancelled("b"))
    let outer = bench()
    outer.send(.cancel(id: "outer"))
    #expect(try outer.isTaskCancelled("a"))
    #expect(try outer.isTaskCancelled("b"))
  }

  @Test("an effect with the same id twice runs, and is cancelled once")
  func twice() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1).cancellable(id: 1))
    #expect(bench.running == ["a"])
    bench.send(.cancel(id: 1))
    #expect(bench.events.count { $0 == "cancelled a" } == 1)
  }

  @Test("an effect doesn't cancel itself by having the same id twice", arguments: [true, false], [true, false])
  func twiceInFlight(inner: Bool, outer: Bool) throws {
    let bench = Bench()
    bench.send(.live("old").cancellable(id: 1))
    bench.send(
      .live("a").cancellable(id: 1, cancelInFlight: inner).cancellable(id: 1, cancelInFlight: outer)
    )
    #expect(try !bench.isTaskCancelled("a"))
    #expect(try bench.isTaskCancelled("old") == (inner || outer))
  }

  @Test("a later part of an effect cancels the earlier ones that run under the same id, and goes on itself")
  func withinOneIdentifier() throws {
    let bench = Bench()
    bench.send(
      .merge(.live("a"), .concatenate(.live("b"), .live("c").cancellable(id: 1, cancelInFlight: true), .live("d")))
        .cancellable(id: 1)
    )
    try bench.finish("b")
    #expect(try bench.isTaskCancelled("a"))
    #expect(try !bench.isTaskCancelled("c"))
    try bench.finish("c")
    #expect(bench.running == ["a", "d"])
    bench.send(.cancel(id: 1))
    #expect(try bench.isTaskCancelled("d"))
  }

  @Test("the end of a chain leaves the effects beside it under their id")
  func endOfChain() throws {
    let bench = Bench()
    let chain = Effect<String, String>.concatenate(.live("first"), .live("second"))
    bench.send(.merge(chain, .live("beside")).cancellable(id: 1))
    try bench.finish("first")
    try bench.finish("second")
    bench.send(.cancel(id: 1))
    #expect(try bench.isTaskCancelled("beside"))
  }

  @Test("cancelInFlight ends what runs under the id, and nothing else")
  func cancelInFlight() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1))
    bench.send(.live("other").cancellable(id: 2))
    bench.send(.live("b").cancellable(id: 1, cancelInFlight: true))
    #expect(try bench.isTaskCancelled("a"))
    #expect(try !bench.isTaskCancelled("b"))
    #expect(try !bench.isTaskCancelled("other"))
    #expect(bench.events.suffix(2) == ["cancelled a", "started b"])
  }

  @Test("an id cancelled and given in one merge ends the old effect or the new one, as they stand")
  func cancelAndStart() throws {
    let cancelFirst = Bench()
    cancelFirst.send(.live("old").cancellable(id: 1))
    cancelFirst.send(.merge(.cancel(id: 1), .live("new").cancellable(id: 1)))
    #expect(try cancelFirst.isTaskCancelled("old"))
    #expect(try !cancelFirst.isTaskCancelled("new"))
    let startFirst = Bench()
    startFirst.send(.live("old").cancellable(id: 1))
    startFirst.send(.merge(.live("new").cancellable(id: 1), .cancel(id: 1)))
    #expect(try startFirst.isTaskCancelled("old"))
    #expect(try startFirst.isTaskCancelled("new"))
  }

  @Test("an id is free again after it was cancelled")
  func reuse() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1))
    bench.send(.cancel(id: 1))
    bench.send(.live("b").cancellable(id: 1))
    try bench.finish("a")
    #expect(try !bench.isTaskCancelled("b"))
    bench.send(.cancel(id: 1))
    #expect(try bench.isTaskCancelled("b"))
  }

  @Test("effects that follow from the feedback of a cancellable effect are not under its id")
  func feedbackIsOutside() throws {
    let bench = Bench { _ in .live("after") }
    bench.send(.live("a").cancellable(id: 1))
    try bench.say("x", from: "a")
    bench.send(.cancel(id: 1))
    #expect(try !bench.isTaskCancelled("after"))
  }

  @Test("cancelled effects that have not ended are not searched again, however many they are", .timeLimit(.minutes(5)))
  func cancelledOften() throws {
    let bench = Bench()
    for number in 0..<scaled(2_000) { bench.send(.live("\(number)").cancellable(id: 1, cancelInFlight: true)) }
    #expect(bench.events.count { $0.hasPrefix("cancelled") } == scaled(2_000) - 1)
  }
}
