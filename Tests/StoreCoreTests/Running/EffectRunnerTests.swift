import StoreCore
import StoreDependencies
import TestSupport
import Testing

private struct Failure: Error, Equatable {}

@Suite(.timeLimit(.minutes(15))) struct EffectRunnerTests {
  // MARK: Messages

  @Test func `a message is reduced, then reported, and then its outputs and effects follow in order`() throws {
    let harness = RunnerHarness { .merge(.output("out \($0)"), .live("after \($0)")) }
    harness.send(.live("first"))
    try harness.say("a", from: "first")
    #expect(harness.events == ["input", "started first", "feedback a from first", "output out a", "started after a"])
  }

  @Test func `messages during another message wait for their turn, in order`() throws {
    let harness = RunnerHarness()
    harness.onLine = { line in
      guard line == "started first" else { return }
      harness.send(.output("second"))
      harness.send(.output("third"))
    }
    harness.send(.merge(.live("first"), .output("first")))
    #expect(
      harness.events == ["input", "started first", "output first", "input", "output second", "input", "output third"]
    )
  }

  @Test func `messages that queued messages send go to the end of the queue`() throws {
    let harness = RunnerHarness()
    harness.onLine = { line in
      switch line {
      case "output 1":
        harness.send(.output("2"))
        harness.send(.output("3"))
      case "output 2": harness.send(.output("4"))
      default: break
      }
    }
    harness.send(.output("1"))
    #expect(harness.events.filter { $0 != "input" } == ["output 1", "output 2", "output 3", "output 4"])
  }

  @Test func `a message during the start of a later link waits until all of the link has started`() throws {
    let harness = RunnerHarness()
    harness.onLine = { line in
      if line == "output a" { harness.send(.output("re-entrant")) }
    }
    harness.send(.concatenate(.live("first"), .merge(.output("a"), .output("b"), .live("second"))))
    try harness.finish("first")
    #expect(
      harness.events == [
        "input", "started first", "ended first", "output a", "output b", "started second", "input", "output re-entrant",
      ]
    )
  }

  @Test func `ten thousand messages wait without growing the stack`() throws {
    let harness = RunnerHarness()
    var left = 10_000
    harness.onLine = { line in
      guard line == "input", left > 0 else { return }
      left -= 1
      harness.send(.none)
    }
    harness.send(.none)
    #expect(harness.events.count == 10_001)
  }

  @Test func `feedback of an effect that is not cancelled is reduced after its operation has returned`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a"))
    let effect = try harness.effect("a")
    try harness.finish("a")
    harness.runner.arrive("late", from: effect)
    #expect(harness.feedback == ["late"])
  }

  // MARK: Effects

  @Test func `an empty effect starts nothing`() throws {
    let harness = RunnerHarness()
    let group = harness.send(.none)
    #expect(harness.events == ["input"])
    #expect(harness.runner.effects.isEmpty)
    #expect(group.isFinished)
  }

  @Test func `any number of ended effects leave no data in the engine`() throws {
    let harness = RunnerHarness()
    for number in 0..<scaled(2_000) {
      harness.send(.live("\(number)").cancellable(id: number))
      try harness.finish("\(number)")
    }
    #expect(harness.running.isEmpty)
    #expect(harness.runner.effects.isEmpty)
  }

  @Test func `the running effects are listed in the order in which they started`() throws {
    let harness = RunnerHarness()
    harness.send(.merge(.live("a"), .live("b")))
    harness.send(.live("c"))
    try harness.finish("b")
    harness.send(.live("d"))
    #expect(harness.running == ["a", "c", "d"])
  }

  @Test func `an unhandled error ends the effect, and is reported once`() throws {
    let harness = RunnerHarness()
    let group = harness.send(.live("a"))
    try harness.fail("a", Failure())
    try harness.fail("a", Failure())
    #expect(harness.events == ["input", "started a", "failed a: Failure()"])
    #expect(group.isFinished)
  }

  // MARK: Cancellation

  @Test func `feedback in the queue behind the message that cancels its effect is dropped`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    let effect = try harness.effect("a")
    harness.onLine = { line in
      guard line == "output now" else { return }
      harness.send(.cancel(id: 1))
      harness.runner.arrive("late", from: effect)
    }
    harness.send(.output("now"))
    #expect(harness.feedback.isEmpty)
    #expect(harness.events.suffix(3) == ["input", "cancelled a", "dropped late from a"])
  }

  @Test func `feedback that arrives after its effect was cancelled is dropped, and reported`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    harness.send(.cancel(id: 1))
    try harness.say("late", from: "a")
    #expect(harness.feedback.isEmpty)
    #expect(harness.events.last == "dropped late from a")
    #expect(try harness.isTaskCancelled("a"))
  }

  @Test func `an error of a cancelled effect is dropped`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    harness.send(.cancel(id: 1))
    try harness.fail("a", Failure())
    #expect(harness.events == ["input", "started a", "input", "cancelled a", "ended a"])
  }

  @Test func `an effect is cancelled once, and stays listed until it has ended`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    harness.send(.cancel(id: 1))
    harness.send(.cancel(id: 1))
    #expect(harness.events.count { $0 == "cancelled a" } == 1)
    #expect(harness.running == ["a"])
    try harness.finish("a")
    #expect(harness.running.isEmpty)
  }

  @Test func `a cancelled group drops feedback of its effects, and starts nothing more`() throws {
    let harness = RunnerHarness { .live("after \($0)") }
    let group = harness.send(.concatenate(.live("a"), .live("b")))
    let other = harness.send(.live("c"))
    harness.runner.cancel(group)
    try harness.say("late", from: "a")
    try harness.finish("a")
    #expect(harness.feedback.isEmpty)
    #expect(harness.running == ["c"])
    #expect(group.isFinished)
    #expect(!other.isCancelled)
  }

  @Test func `a cancellation of everything leaves no effect that may send`() throws {
    let harness = RunnerHarness()
    harness.send(.merge(.live("a"), .live("b")))
    harness.send(.live("c"))
    harness.runner.cancelAll()
    for name in ["a", "b", "c"] {
      #expect(try harness.isTaskCancelled(name))
      try harness.say("late", from: name)
    }
    #expect(harness.feedback.isEmpty)
  }

  @Test func `a released engine cancels its effects, and resumes the tasks that wait for them`() async throws {
    var harness: RunnerHarness? = RunnerHarness()
    let group = harness?.send(.live("a"))
    let task = try #require(try harness?.effect("a"))
    harness = nil
    await group?.finish()
    #expect(task.isCancelled)
  }

  @Test func `a cancellation of an unused id has no event`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: 1))
    harness.send(.cancel(id: 2))
    #expect(harness.events == ["input", "started a", "input"])
  }
}
