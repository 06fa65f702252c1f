import StoreCore
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct StoreTaskTests {
  @Test func `an input without effects is finished when it has been sent`() async {
    let store = JournalStore()
    let task = store.send(.none)
    await task.finish()
    #expect(!task.isCancelled)
  }

  @Test func `'finish' waits for the effects of feedback at any depth`() async {
    let store = JournalStore { text in text.count < 4 ? .merge(.say("\(text)l"), .say("\(text)r")) : .none }
    await store.send(.say("x")).finish()
    #expect(store.feedback.count == 15)
  }

  @Test func `'finish' waits for all links of a chain`() async {
    let store = JournalStore()
    await store.send(.concatenate(.say("a"), .say("b"), .merge(.say("c"), .none))).finish()
    #expect(store.feedback == ["a", "b", "c"])
  }

  @Test func `'finish' of a queued input waits until it was handled, with its effects`() async {
    let store = JournalStore()
    var task: StoreTask?
    store.onEvent = { [weak store] event in
      guard case .output = event, task == nil else { return }
      task = store?.send(.say("queued"))
    }
    store.send(.output("now"))
    await task?.finish()
    #expect(store.feedback == ["queued"])
  }

  @Test func `'finish' of an input doesn't wait for the effects of another`() async {
    let store = JournalStore()
    let other = store.send(.live("other"))
    await store.send(.say("a")).finish()
    #expect(store.feedback == ["a"])
    await other.cancel()
  }

  @Test func `'finish' in a task that is cancelled meanwhile cancels the work, and waits until it has ended`() async {
    let probe = Probe()
    let store = JournalStore()
    let task = store.send(.reluctant("a", probe))
    let waiter = Task {
      await task.finish()
      probe.note("returned")
    }
    await probe.wait(for: "a started")
    waiter.cancel()
    await probe.wait(for: "a cancelled")
    #expect(probe.count("returned") == 0)
    #expect(task.isCancelled)
    probe.note("go")
    await waiter.end()
    #expect(probe.notes == ["a started", "a cancelled", "go", "a ended", "returned"])
    #expect(store.feedback.isEmpty)
  }

  @Test func `'finish' in a cancelled task cancels the work, and waits until it has ended`() async {
    let probe = Probe()
    let store = JournalStore()
    let task = store.send(.live("a", probe))
    await probe.wait(for: "a started")
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await task.finish()
      probe.note("returned")
    }
    .end()
    #expect(probe.notes == ["a started", "a ended", "returned"])
    #expect(task.isCancelled)
  }

  @Test
  func `'finish' in a task that is cancelled afterwards leaves the finished work, and what it left behind, alone`()
    async
  {
    let probe = Probe()
    let store = JournalStore()
    let task = store.send(.leavingBehind("late", probe))
    let waiter = Task {
      await task.finish()
      probe.note("returned")
      await probe.waitUntilCancelled()
      await task.finish()
    }
    await probe.wait(for: "returned")
    waiter.cancel()
    await waiter.end()
    #expect(!task.isCancelled)
    probe.note("go")
    await probe.wait(for: "late sent")
    #expect(store.feedback == ["late"])
  }

  @Test func `a cancelled task that waits cancels the effects of feedback, and what would follow from them`() async {
    let probe = Probe()
    let store = JournalStore { .concatenate(.live("after \($0)", probe), .say("last")) }
    let task = store.send(.merge(.say("a"), .live("b", probe)))
    let other = store.send(.patient("other", probe))
    let waiter = Task { await task.finish() }
    for name in ["after a", "b", "other"] { await probe.wait(for: "\(name) started") }
    waiter.cancel()
    await waiter.end()
    for name in ["after a", "b"] { #expect(probe.count("\(name) ended") == 1) }
    #expect(store.feedback == ["a"])
    #expect(!other.isCancelled)
    await other.cancel()
  }

  @Test func `of two tasks that wait for one handle, the first cancelled one cancels the work for both`() async {
    let probe = Probe()
    let store = JournalStore()
    let task = store.send(.live("a", probe))
    let waiters = (0..<2).map { _ in Task { await task.finish() } }
    await probe.wait(for: "a started")
    waiters[0].cancel()
    for waiter in waiters { await waiter.end() }
    #expect(!waiters[1].isCancelled)
    #expect(probe.count("a ended") == 1)
  }

  @Test func `a cancelled task that waits for an input of a child's store cancels its effects`() async {
    let probe = Probe()
    let journal = JournalStore()
    let child: Store<[String], Step, Never> = journal.scope(\.feedback) { $0 }
    let waiter = Task { await child.send(.live("a", probe)).finish() }
    await probe.wait(for: "a started")
    waiter.cancel()
    await waiter.end()
    #expect(probe.count("a ended") == 1)
  }

  @Test func `'finish' doesn't wait for a task that an effect leaves behind, whose feedback is still reduced`() async {
    let probe = Probe()
    let store = JournalStore { $0 == "late" ? .say("after late") : .none }
    let task = store.send(.leavingBehind("late", probe))
    await task.finish()
    #expect(store.feedback.isEmpty)
    probe.note("go")
    await probe.wait(for: "late sent")
    await task.finish()
    #expect(store.feedback.prefix(2) == ["late", "after late"])
    await task.cancel()
  }

  @Test func `'cancel' drops the feedback of a task that an effect has left behind, and doesn't wait for it`() async {
    let probe = Probe()
    let store = JournalStore()
    let task = store.send(.leavingBehind("late", probe))
    await task.finish()
    await task.cancel()
    probe.note("go")
    await probe.wait(for: "late sent")
    #expect(store.feedback.isEmpty)
  }

  @Test func `'finish' returns when the store is released, before and while it waits`() async {
    let probe = Probe()
    var store: JournalStore? = JournalStore()
    let task = store?.send(.live("a", probe))
    await probe.wait(for: "a started")
    let waiter = Task {
      probe.note("waiting")
      await task?.finish()
    }
    await probe.wait(for: "waiting")
    store = nil
    await waiter.end()
    await task?.finish()
  }

  @Test func `'cancel' ends the whole group with the effects of feedback, and waits until they have ended`() async {
    let probe = Probe()
    let store = JournalStore { .live("after \($0)", probe) }
    let task = store.send(.merge(.live("a", probe), .say("b"), .concatenate(.live("c", probe), .say("d"))))
    for name in ["a", "after b", "c"] { await probe.wait(for: "\(name) started") }
    await task.cancel()
    #expect(task.isCancelled)
    for name in ["a", "after b", "c"] { #expect(probe.count("\(name) ended") == 1) }
    #expect(store.feedback == ["b"])
  }

  @Test func `'cancel' drops feedback that is in transit`() async {
    let heldActor = HeldActor()
    let store = JournalStore()
    let log = store.log()
    let task = store.send(.run("a") { send in await heldActor.say("late", send) })
    await heldActor.waitForWork()
    heldActor.run()
    await task.cancel()
    #expect(store.feedback.isEmpty)
    #expect(log.lines.contains("dropped late from a"))
  }

  @Test func `'cancel' leaves the effects of other inputs alone`() async {
    let store = JournalStore()
    let probe = Probe()
    let first = store.send(.live("first", probe))
    let second = store.send(.patient("second", probe))
    await probe.wait(for: "second started")
    await first.cancel()
    probe.note("go")
    await second.finish()
    #expect(store.feedback == ["second"])
    #expect(!second.isCancelled)
  }

  @Test func `'cancel' of finished work doesn't change the store`() async {
    let store = JournalStore()
    let task = store.send(.say("a"))
    await task.finish()
    await task.cancel()
    await store.send(.say("b")).finish()
    #expect(store.feedback == ["a", "b"])
  }

  @Test func `a released store cancels the work`() async {
    let probe = Probe()
    var store: JournalStore? = JournalStore()
    let task = store?.send(.live("a", probe))
    await probe.wait(for: "a started")
    store = nil
    await probe.wait(for: "a ended")
    #expect(task?.isCancelled == true)
  }
}

extension Step {
  /// Returns an effect that ends only after the probe's note `go`, even if it is cancelled.
  fileprivate static func reluctant(_ name: String, _ probe: Probe) -> Self {
    .run(name) { send in
      probe.note("\(name) started")
      await probe.waitUntilCancelled()
      probe.note("\(name) cancelled")
      await probe.wait(for: "go", ignoringCancellation: true)
      await send("late")
      probe.note("\(name) ended")
    }
  }

  /// Returns an effect that leaves a task behind, which sends a feedback after the probe's note `go`.
  fileprivate static func leavingBehind(_ feedback: String, _ probe: Probe) -> Self {
    .run("parent") { send in
      Task {
        await probe.wait(for: "go")
        await send(feedback)
        probe.note("\(feedback) sent")
      }
    }
  }
}
