import StoreCore
import StoreTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct EffectCompositionTests {
  private func testStore() -> TestStore<Journal> {
    TestStore(initialState: Journal.State()) { Journal() }
  }

  @Test func `merged effects start in order, outputs among them`() {
    let store = JournalStore()
    let log = store.log()
    store.send(.merge(.say("a"), .output("b"), .merge(.say("c"), .output("d")), .none, .say("e")))
    #expect(log.lines == ["input", "started a", "output b", "started c", "output d", "started e"])
  }

  @Test func `merged effects run concurrently`() async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(
      .merge(
        .run { send in
          await probe.wait(for: "second is here")
          await send("first")
        },
        .run { _ in probe.note("second is here") }
      )
    )
    await task.finish()
    #expect(store.feedback == ["first"])
  }

  @Test(arguments: [0, 1, 3])
  func `sequences of effects are merged and concatenated`(count: Int) async {
    let store = JournalStore()
    let names = (0..<count).map(String.init)
    await store.send(.concatenate(names.map { .say($0) })).finish()
    #expect(store.feedback == names)
    await store.send(.merge(names.lazy.map { .say($0) })).finish()
    #expect(store.feedback.sorted() == (names + names).sorted())
  }

  @Test func `concatenated effects run one after another, with outputs between them`() async {
    let store = JournalStore()
    let log = store.log()
    await store.send(.concatenate(.output("1"), .say("a"), .output("2"), .merge(.say("b"), .output("3")))).finish()
    #expect(
      log.lines == [
        "input", "output 1", "started a", "feedback a from a: [] -> [\"a\"]", "ended a", "output 2", "started b",
        "output 3", "feedback b from b: [\"a\"] -> [\"a\", \"b\"]", "ended b",
      ]
    )
  }

  @Test func `concatenated effects of sequences run one after another in virtual time`() async {
    let store = testStore()
    let clock = store.clock
    /// Returns an effect that sends a word after a second.
    @Sendable func later(_ word: String) -> Step {
      .run(word) { send in
        try await clock.sleep(for: .seconds(1))
        await send(word)
      }
    }
    await store.send(.concatenate(later("a"), .merge(later("b"), later("c")), later("d")))
    await clock.advance(by: .seconds(1))
    await store.receive("a") { $0.feedback = ["a"] }
    await clock.advance(by: .seconds(1))
    await store.receive("b") { $0.feedback = ["a", "b"] }
    await store.receive("c") { $0.feedback = ["a", "b", "c"] }
    await clock.advance(by: .seconds(1))
    await store.receive("d") { $0.feedback = ["a", "b", "c", "d"] }
    await store.finish()
  }

  @Test(arguments: ["link", "chain"])
  func `a cancelled link lets its chain continue, and a cancelled chain ends`(id: String) async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(
      .concatenate(.live("a", probe).cancellable(id: "link"), .say("b")).cancellable(id: "chain")
    )
    await probe.wait(for: "a started")
    store.send(.cancel(id: id))
    await task.finish()
    #expect(store.feedback == (id == "link" ? ["b"] : []))
  }

  @Test func `any message cancels an effect by its id`() async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(.live("a", probe).cancellable(id: "id"))
    await probe.wait(for: "a started")
    store.send(.cancel(id: "id"))
    await task.finish()
    #expect(probe.notes == ["a started", "a ended"])
    #expect(!task.isCancelled)
  }

  @Test func `a feedback cancels the effect that sent it`() async {
    let store = JournalStore { $0 == "stop" ? .cancel(id: 1) : .none }
    let task = store.send(
      .run { send in
        await send("stop")
        await send("late")
      }
      .cancellable(id: 1)
    )
    await task.finish()
    #expect(store.feedback == ["stop"])
  }

  @Test func `a cancellation of an unknown id does nothing`() async {
    let store = JournalStore()
    let log = store.log()
    await store.send(.cancel(id: "unknown")).finish()
    #expect(log.lines == ["input"])
  }

  @Test func `two stores use equal ids independently`() async {
    let (first, second) = (JournalStore(), JournalStore())
    let probe = Probe()
    let firstTask = first.send(.live("first", probe).cancellable(id: 1))
    let secondTask = second.send(.live("second", probe).cancellable(id: 1))
    await probe.wait(for: "first started")
    await probe.wait(for: "second started")
    first.send(.cancel(id: 1))
    await firstTask.finish()
    #expect(probe.count("second ended") == 0)
    second.send(.cancel(id: 1))
    await secondTask.finish()
    #expect(probe.count("second ended") == 1)
  }

  @Test func `a second appearance that restarts the same work leaves one result`() async {
    let store = JournalStore()
    let probe = Probe()
    let first = store.send(.patient("a", probe).cancellable(id: "load", cancelInFlight: true))
    let second = store.send(.patient("b", probe).cancellable(id: "load", cancelInFlight: true))
    await first.finish()
    probe.note("go")
    await second.finish()
    #expect(store.feedback == ["b"])
  }

  @Test func `an input has outputs, an effect and a cancellation at once`() async {
    let store = JournalStore()
    let probe = Probe()
    let old = store.send(.live("old", probe).cancellable(id: 1))
    await probe.wait(for: "old started")
    let log = store.log()
    let task = store.send(.merge(.output("a"), .cancel(id: 1), .say("b"), .output("c")))
    #expect(log.lines == ["input", "output a", "cancelled old", "started b", "output c"])
    await task.finish()
    await old.finish()
  }
}
