import StoreCore
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct SendTests {
  @Test func `a test calls the operation of an effect without a store`() async {
    /// The work of an effect as a function.
    func work(_ send: Send<String>) async {
      await send("a")
      await send("b")
    }
    let probe = Probe()
    await work(Send { probe.note($0) })
    #expect(probe.notes == ["a", "b"])
  }

  @Test func `a call of 'send' waits until its feedback was received`() async {
    let probe = Probe()
    let send = Send<String> { _ in
      await probe.wait(for: "go")
      probe.note("taken")
    }
    async let call: Void = {
      await send("a")
      probe.note("returned")
    }()
    probe.note("go")
    await call
    #expect(probe.notes == ["go", "taken", "returned"])
  }

  @Test func `a call of 'send' doesn't wait for the effects that follow from its feedback`() async {
    let probe = Probe()
    let store = JournalStore { .live("after \($0)", probe) }
    let task = store.send(
      .run { send in
        for tick in 1...3 { await send("\(tick)") }
        probe.note("all sent")
      }
    )
    await probe.wait(for: "all sent")
    #expect(store.feedback == ["1", "2", "3"])
    await task.cancel()
  }

  @Test func `a sender that is kept after its effect has returned still reaches the store`() async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(
      .run { send in
        Task {
          await probe.wait(for: "go")
          await send("late")
          probe.note("sent")
        }
      }
    )
    await task.finish()
    probe.note("go")
    await probe.wait(for: "sent")
    #expect(store.feedback == ["late"])
  }

  @Test func `a sender outlives its store, and does nothing`() async {
    let probe = Probe()
    var store: JournalStore? = JournalStore()
    let outputs = store?.outputStream
    store?.send(
      .run { send in
        probe.note("started")
        await probe.wait(for: "go", ignoringCancellation: true)
        await send("late")
        probe.note("sent")
      }
    )
    await probe.wait(for: "started")
    store = nil
    probe.note("go")
    await probe.wait(for: "sent")
    if let outputs {
      for await output in outputs { Issue.record("\(output) was emitted.") }
    }
  }
}
