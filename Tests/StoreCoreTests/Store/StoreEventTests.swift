import StoreCore
import StoreTesting
import Testing

private struct Failure: Error {}

@MainActor @Suite(.timeLimit(.minutes(15))) struct StoreEventTests {
  @Test func `every change refers to its message, and every feedback to its effect`() async {
    let probe = Probe()
    let store = JournalStore { $0 == "a" ? .merge(.output("heard a"), .patient("b", probe)) : .none }
    let log = store.log()
    let task = store.send(.say("a"))
    store.onEvent = { event in
      log.lines.append(event.line)
      if event.line == "ended a" { probe.note("go") }
    }
    await task.finish()
    #expect(
      log.lines == [
        "input", "started a", #"feedback a from a: [] -> ["a"]"#, "output heard a", "started b", "ended a",
        #"feedback b from b: ["a"] -> ["a", "b"]"#, "ended b",
      ]
    )
  }

  @Test func `an event of an input has the states before and after it`() {
    let store = FormStore()
    var changes: [[String]] = []
    store.onEvent = { event in
      if case .input(_, let old, let new) = event { changes.append([old.query, new.query]) }
    }
    store.send { $0.query = "a" }
    store.send { $0.query = "a" }
    store.send { $0.query = "b" }
    #expect(changes == [["", "a"], ["a", "a"], ["a", "b"]])
  }

  @Test func `an observer of events that sends finds its inputs in the log after their cause`() {
    let store = JournalStore()
    var lines: [String] = []
    store.onEvent = { [weak store] event in
      lines.append(event.line)
      if event.line == "output a" { store?.send(.output("c")) }
    }
    store.send(.merge(.output("a"), .output("b")))
    #expect(lines == ["input", "output a", "output b", "input", "output c"])
  }

  @Test func `an unhandled error is the event of the effect's end`() async {
    let store = JournalStore()
    let log = store.log()
    _ = await recordingFailures { await store.send(.run("a") { _ in throw Failure() }).finish() }
    #expect(log.lines == ["input", "started a", "failed a: Failure()"])
  }

  @Test func `effects that the task of their input cancels are reported as cancelled`() async {
    let probe = Probe()
    let store = JournalStore()
    let log = store.log()
    let task = store.send(.live("a", probe))
    await probe.wait(for: "a started")
    await task.cancel()
    #expect(log.lines == ["input", "started a", "cancelled a", "ended a"])
  }

  @Test func `a late observer of events receives only later events`() async {
    let store = JournalStore()
    let probe = Probe()
    let task = store.send(.patient("a", probe))
    let log = store.log()
    probe.note("go")
    await task.finish()
    #expect(log.lines == [#"feedback a from a: [] -> ["a"]"#, "ended a"])
    store.onEvent = nil
    store.send(.output("unheard"))
    #expect(log.lines.count == 2)
  }
}
