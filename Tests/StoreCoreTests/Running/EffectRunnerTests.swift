import StoreCore
import StoreDependencies
import TestSupport
import Testing

/// An error of a test.
private struct Failure: Error, Equatable {}

@Suite(.timeLimit(.minutes(5))) struct EffectRunnerTests {
  // MARK: Messages

  @Test("within one message the order is: reduce, tell, then outputs and effects as they stand")
  func order() throws {
    let bench = Bench { .merge(.output("out \($0)"), .live("after \($0)")) }
    bench.send(.live("first"))
    try bench.say("a", from: "first")
    #expect(bench.events == ["input", "started first", "feedback a from first", "output out a", "started after a"])
  }

  @Test("messages that come while another is handled wait for their turn, in order")
  func queue() throws {
    let bench = Bench()
    bench.onLine = { line in
      guard line == "started first" else { return }
      bench.send(.output("second"))
      bench.send(.output("third"))
    }
    bench.send(.merge(.live("first"), .output("first")))
    #expect(
      bench.events == ["input", "started first", "output first", "input", "output second", "input", "output third"]
    )
  }

  @Test("messages that come while they wait in the queue go behind those that are there")
  func nestedQueue() throws {
    let bench = Bench()
    bench.onLine = { line in
      switch line {
      case "output 1":
        bench.send(.output("2"))
        bench.send(.output("3"))
      case "output 2": bench.send(.output("4"))
      default: break
      }
    }
    bench.send(.output("1"))
    #expect(bench.events.filter { $0 != "input" } == ["output 1", "output 2", "output 3", "output 4"])
  }

  @Test("a message that comes while a later link starts waits until all of the link has started")
  func queueDuringLink() throws {
    let bench = Bench()
    bench.onLine = { line in
      if line == "output a" { bench.send(.output("re-entrant")) }
    }
    bench.send(.concatenate(.live("first"), .merge(.output("a"), .output("b"), .live("second"))))
    try bench.finish("first")
    #expect(
      bench.events == [
        "input", "started first", "ended first", "output a", "output b", "started second", "input", "output re-entrant",
      ]
    )
  }

  @Test("ten thousand messages wait without growing the stack")
  func deepQueue() throws {
    let bench = Bench()
    var left = 10_000
    bench.onLine = { line in
      guard line == "input", left > 0 else { return }
      left -= 1
      bench.send(.none)
    }
    bench.send(.none)
    #expect(bench.events.count == 10_001)
  }

  @Test("feedback of an effect that is not cancelled is reduced even after its operation has returned")
  func stray() throws {
    let bench = Bench()
    bench.send(.live("a"))
    let effect = try bench.effect("a")
    try bench.finish("a")
    bench.runner.arrive("late", from: effect)
    #expect(bench.feedback == ["late"])
    bench.runner.acceptsFeedbackAfterEnd = { _ in false }
    bench.runner.arrive("too late", from: effect)
    #expect(bench.feedback == ["late"])
  }

  // MARK: Effects

  @Test("no effect starts nothing")
  func none() throws {
    let bench = Bench()
    let group = bench.send(.none)
    #expect(bench.events == ["input"])
    #expect(!bench.runner.isBusy)
    #expect(group.isFinished)
  }

  @Test("effects that have ended leave nothing behind, however many there were")
  func nothingStays() throws {
    let bench = Bench()
    for number in 0..<scaled(2_000) {
      bench.send(.live("\(number)").cancellable(id: number))
      try bench.finish("\(number)")
    }
    #expect(bench.running.isEmpty)
    #expect(!bench.runner.isBusy)
  }

  @Test("the effects that run are listed in the order in which they started")
  func processes() throws {
    let bench = Bench()
    bench.send(.merge(.live("a"), .live("b")))
    bench.send(.live("c"))
    try bench.finish("b")
    bench.send(.live("d"))
    #expect(bench.running == ["a", "c", "d"])
  }

  @Test("an error that nothing handles ends the effect, and is told once")
  func failure() throws {
    let bench = Bench()
    let group = bench.send(.live("a"))
    try bench.fail("a", Failure())
    try bench.fail("a", Failure())
    #expect(bench.events == ["input", "started a", "failed a: Failure()"])
    #expect(group.isFinished)
  }

  // MARK: Cancellation

  @Test("feedback that waits behind the message that cancels its effect is dropped")
  func queuedFeedback() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1))
    let effect = try bench.effect("a")
    bench.onLine = { line in
      guard line == "output now" else { return }
      bench.send(.cancel(id: 1))
      bench.runner.arrive("late", from: effect)
    }
    bench.send(.output("now"))
    #expect(bench.feedback.isEmpty)
    #expect(bench.events.suffix(3) == ["input", "cancelled a", "dropped late from a"])
  }

  @Test("feedback that arrives after its effect was cancelled is dropped, and told")
  func lateFeedback() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1))
    bench.send(.cancel(id: 1))
    try bench.say("late", from: "a")
    #expect(bench.feedback.isEmpty)
    #expect(bench.events.last == "dropped late from a")
    #expect(try bench.isTaskCancelled("a"))
  }

  @Test("an error of a cancelled effect is dropped")
  func cancelledError() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1))
    bench.send(.cancel(id: 1))
    try bench.fail("a", Failure())
    #expect(bench.events == ["input", "started a", "input", "cancelled a", "ended a"])
  }

  @Test("an effect is cancelled once, and is still there until it has ended")
  func cancelledOnce() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1))
    bench.send(.cancel(id: 1))
    bench.send(.cancel(id: 1))
    #expect(bench.events.count { $0 == "cancelled a" } == 1)
    #expect(bench.running == ["a"])
    try bench.finish("a")
    #expect(bench.running.isEmpty)
  }

  @Test("cancelling a group drops what its effects still send, and starts nothing that would follow")
  func cancelTree() throws {
    let bench = Bench { .live("after \($0)") }
    let group = bench.send(.concatenate(.live("a"), .live("b")))
    let other = bench.send(.live("c"))
    bench.runner.cancel(group)
    try bench.say("late", from: "a")
    try bench.finish("a")
    #expect(bench.feedback.isEmpty)
    #expect(bench.running == ["c"])
    #expect(group.isFinished)
    #expect(!other.isCancelled)
  }

  @Test("cancelling everything leaves no effect that may speak")
  func cancelAll() throws {
    let bench = Bench()
    bench.send(.merge(.live("a"), .live("b")))
    bench.send(.live("c"))
    bench.runner.cancelAll()
    for name in ["a", "b", "c"] {
      #expect(try bench.isTaskCancelled(name))
      try bench.say("late", from: name)
    }
    #expect(bench.feedback.isEmpty)
  }

  @Test("an engine that is released cancels its effects, and wakes who waits for them")
  func release() async throws {
    var bench: Bench? = Bench()
    let group = bench?.send(.live("a"))
    let task = try #require(try bench?.effect("a"))
    bench = nil
    await group?.finish()
    #expect(task.isCancelled)
  }

  @Test("cancelling an id under which nothing runs has no event")
  func unknownIdentifier() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: 1))
    bench.send(.cancel(id: 2))
    #expect(bench.events == ["input", "started a", "input"])
  }
}
