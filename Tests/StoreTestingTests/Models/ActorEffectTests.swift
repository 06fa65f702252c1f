import StoreTesting
import TestSupport
import Testing

/// A test of an actor names the calls whose jobs run there.
@MainActor
@Suite struct ActorEffectTests {
  private let load = Gate<String, Int, Never>("load")

  private let start = Latch()

  @Test func `a failure names the call that has changed an actor`() async {
    let failures = await recordingFailures {
      let store = TestStore(of: TallyActor { [load] in await load($0) }) { await $0.counts }
      await store.call { await $0.count("a") }
      await store.receiveChange { $0["a"] = 1 }
      await store.call { await $0.count("b") }
      await store.receiveChange { $0["b"] = 1 }
      await load.succeed(with: 3, skipping: 1)
      await store.finish()
    }
    #expect(
      failures.map(\.headline) == [
        """
        The test does not assert change of the state to ["a": 1, "b": 4], sent by count("b"), before the end of the test.
        """
      ]
    )
  }

  @Test func `a change of several calls in one job of an actor names none`() async {
    let failures = await recordingFailures {
      let store = TestStore(of: TallyActor { _ in 1 }) { await $0.counts }
      await store.call { [start] tally in
        await start.wait()
        await tally.count("a")
      }
      await store.call { [start] tally in
        await start.wait()
        await tally.count("b")
      }
      await store.call { [start] _ in start.open() }
      await store.finish()
    }
    #expect(
      failures.map(\.headline) == [
        """
        The test does not assert change of the state to ["a": 2, "b": 2], before the end of the test.
        """
      ]
    )
  }
}
