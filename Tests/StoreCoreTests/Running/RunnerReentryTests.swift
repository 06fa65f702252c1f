import StoreCore
import Testing

/// Calls of a runner while it works, and its release.
@Suite struct RunnerReentryTests {
  @Test func `a message during the start waits until the whole start has followed`() {
    let harness = RunnerHarness(start: .merge(.output("a"), .output("b")))
    harness.onLine = { line in
      if line == "output a" { harness.send(.output("re-entrant")) }
    }
    harness.runner.begin(in: harness.runner.makeGroup())
    #expect(harness.events == ["output a", "output b", "input", "output re-entrant"])
  }

  @Test func `late feedback of an ended effect is reduced after the current message`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a"))
    let effect = try harness.effect("a")
    try harness.finish("a")
    harness.onLine = { line in
      if line == "output now" { harness.runner.arrive("late", from: effect) }
    }
    harness.send(.output("now"))
    #expect(harness.feedback == ["late"])
  }

  @Test func `the ids of an effect are known while it starts, and again once the runner is idle`() throws {
    let harness = RunnerHarness()
    var ids: [String: [EffectIdentifier]] = [:]
    harness.onLine = { line in
      guard let token = harness.runner.effects.first?.token else { return }
      ids[line] = harness.runner.identifiers(of: token)
    }
    harness.send(.merge(.live("a").cancellable(id: 1), .output("after")))
    #expect(ids == ["started a": [EffectIdentifier(1)], "output after": []])
    #expect(try harness.runner.identifiers(of: harness.effect("a")) == [EffectIdentifier(1)])
  }

  @Test func `a released runner releases the values that its running effects retain`() throws {
    let counter = LifetimeCounter()
    var harness: RunnerHarness? = RunnerHarness()
    harness?.send(.live("a"))
    let record = try #require(harness?.runner.effects.first)
    record.attachment = counter.makeProbe()
    #expect(counter.deinitialised == 0)
    harness = nil
    #expect(record.attachment == nil)
    #expect(counter.deinitialised == 1)
  }
}
