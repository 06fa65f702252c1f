import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreTesting

/// How long a step of a run that accepts changes waits for outside work.
@Suite struct AcceptedWaitTests {
  @Test func `a step waits for its event, though another one has arrived`() async {
    let latch = Latch()
    let observer = LatchOpener(latch)
    await Hooks.$observers.withValue([observer]) {
      let change = await acceptedChange {
        let store = TestStore(initialState: Runner.State()) {
          Runner { send in
            await send("a")
            await latch.wait()
            await send("b")
          }
        }
        store.timeout = .seconds(60)
        await store.send(.go)
        await store.receive("b") { $0.log = ["a", "b"] }
        #expect(observer.notes.values.contains { $0.hasPrefix("will wait") })
        await store.finish()
      }
      #expect(change.removed == [])
      #expect(change.added.map { $0.hasPrefix(#"await store.receive("a")"#) } == [true])
    }
  }

  @Test func `a step does not wait if its event has arrived`() async {
    let latch = Latch()
    let observer = LatchOpener(latch)
    await Hooks.$observers.withValue([observer]) {
      let change = await acceptedChange {
        let store = TestStore(initialState: Runner.State()) {
          Runner { send in
            await send("a")
            await latch.wait()
          }
        }
        store.timeout = .seconds(60)
        await store.send(.go)
        await store.receive("a") { $0.log = ["a"] }
        #expect(!observer.notes.values.contains { $0.hasPrefix("will wait") })
        await store.finish()
      }
      #expect(change == "No assertion was accepted.\n")
    }
  }
}
