import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

@Suite struct SessionLifetimeTests {
  @Test func `an effect that continues without its store does not keep the session`() async throws {
    let latch = Latch()
    var store: TestStore<Runner>? = TestStore(initialState: Runner.State()) {
      Runner { send in
        await latch.wait()
        await send("unheard")
      }
    }
    store?.exhaustivity = .off
    await store?.send(.go)
    weak let session = try #require(store).session
    store = nil
    #expect(session == nil)
    latch.open()
  }

  @Test func `a cancelled sleep does not keep the store alive, even on a clock that outlives the store`() async throws {
    let clock = TestClock()
    var store: TestStore<Runner>? = TestStore(initialState: Runner.State()) {
      Runner { _ in try await clock.sleep(for: .seconds(1)) }
    }
    await store?.send(.go)
    weak let environment = try #require(store).session.environment
    await store?.cancelInFlightEffects()
    await store?.finish()
    store = nil
    #expect(environment == nil)
    #expect(clock.pendingSleeps.isEmpty)
  }

  @Test func `the task of an input does not keep the session, and does nothing after the release of the store`()
    async throws
  {
    let failures = try await recordingFailures {
      var store: TestStore<Runner>? = TestStore(initialState: Runner.State()) { Runner() }
      let task = try #require(await store?.send(.idle))
      weak let session = try #require(store).session
      store = nil
      #expect(session == nil)
      await task.cancel()
      await task.finish()
      #expect(!task.isCancelled)
    }
    #expect(failures.map(\.headline) == [])
  }

  @Test func `a trait that ends the store with its test retains the session, with all events that arrive`() async throws
  {
    let latch = Latch()
    weak var session: TestSession<Runner>?
    await ExhaustiveScope(level: .off).run {
      var store: TestStore<Runner>? = TestStore(initialState: Runner.State()) {
        Runner { send in
          await latch.wait()
          await send("heard")
        }
      }
      await store?.send(.go)
      session = store?.session
      store = nil
      latch.open()
      _ = await session?.wait(timeout: .seconds(10)) { session?.engine.state.log.isEmpty == false }
      #expect(session?.engine.state.log == ["heard"])
    }
  }
}
