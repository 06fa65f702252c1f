import StoreCore
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct StoreTaskTests {
  @Test("an input without effects is finished when it has been sent")
  func nothing() async {
    let store = JournalStore()
    let task = store.send(.none)
    await task.finish()
    #expect(!task.isCancelled)
  }

  @Test("'finish' waits for the effects of feedback at any depth")
  func wholeTree() async {
    let store = JournalStore { text in text.count < 4 ? .merge(.say("\(text)l"), .say("\(text)r")) : .none }
    await store.send(.say("x")).finish()
    #expect(store.feedback.count == 15)
  }

  @Test("'finish' waits for all links of a chain")
  func chain() async {
    let store = JournalStore()
    await store.send(.concatenate(.say("a"), .say("b"), .merge(.say("c"), .none))).finish()
    #expect(store.feedback == ["a", "b", "c"])
  }

  @Test("'finish' of a queued input waits until it was handled, with its effects")
  func queued() async {
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

  @Test("'finish' of an input doesn't wait for the effects of another")
  func others() async {
    let store = JournalStore()
    let other = store.send(.live("other"))
    await store.send(.say("a")).finish()
    #expect(store.feedback == ["a"])
    await other.cancel()
  }

  @Test("'finish' returns when the waiting task is cancelled, and the work continues")
  func cancelledWaiter() async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(.patient("a", probe))
    let waiter = Task { await task.finish() }
    await probe.wait(for: "a started")
    waiter.cancel()
    await waiter.end()
    #expect(!task.isCancelled)
    probe.note("go")
    await task.finish()
    #expect(store.feedback == ["a"])
  }

  @Test("'finish' returns when the store is released, before and while it waits")
  func releasedStore() async {
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

  @Test("'cancel' ends the whole group with the effects of feedback, and waits until they have ended")
  func cancelTree() async {
    let probe = Probe()
    let store = JournalStore { .live("after \($0)", probe) }
    let task = store.send(.merge(.live("a", probe), .say("b"), .concatenate(.live("c", probe), .say("d"))))
    for name in ["a", "after b", "c"] { await probe.wait(for: "\(name) started") }
    await task.cancel()
    #expect(task.isCancelled)
    for name in ["a", "after b", "c"] { #expect(probe.count("\(name) ended") == 1) }
    #expect(store.feedback == ["b"])
  }

  @Test("'cancel' drops feedback that is in transit")
  func cancelWithPendingFeedback() async {
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

  @Test("'cancel' leaves the effects of other inputs alone")
  func cancelOne() async {
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

  @Test("'cancel' of finished work doesn't change the store")
  func cancelLate() async {
    let store = JournalStore()
    let task = store.send(.say("a"))
    await task.finish()
    await task.cancel()
    await store.send(.say("b")).finish()
    #expect(store.feedback == ["a", "b"])
  }

  @Test("a released store cancels the work")
  func isCancelled() async {
    let probe = Probe()
    var store: JournalStore? = JournalStore()
    let task = store?.send(.live("a", probe))
    await probe.wait(for: "a started")
    store = nil
    await probe.wait(for: "a ended")
    #expect(task?.isCancelled == true)
  }
}
