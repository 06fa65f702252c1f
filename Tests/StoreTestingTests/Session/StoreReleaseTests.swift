import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime

/// The end of a store that the test releases without finishing it.
@Suite struct StoreReleaseTests {
  @Test func `the failures of a release belong to the code that releases the store`() async {
    var inner: [TestFailure] = []
    let outer = await recordingFailures {
      var store: TestStore<Catalog>? = TestStore(initialState: Catalog.State()) { Catalog() }
      await store?.send(.nap)
      inner = await recordingFailures { store = nil }
    }
    #expect(inner.kinds == [.effectInFlight])
    #expect(outer.kinds == [])
  }

  @Test func `a stream that a strict test does not assert is reported at the release`() async {
    var gate: Any?
    let failures = await recordingFailures {
      let store = TestStore(initialState: ChatFeature.State()) { ChatFeature() }
      store.exhaustivity = .strict
      let messages = store.gate("messages", at: \.socket.messages)
      gate = messages
      await store.send(.join("a"))
      await store.receiveEffect("listen", of: "a")
      await store.cancelInFlightEffects()
    }
    withExtendedLifetime(gate) {}
    #expect(failures.map(\.headline) == [#"The test does not assert that an effect has opened 'messages("a")'."#])
  }

  @Test func `an effect that ends after the release of its store still runs to its end`() async {
    let (gate, done) = (Latch(), Latch())
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await gate.wait()
          await send("late")
          done.open()
        }
      }
      await store.send(.go)
    }
    gate.open()
    await done.wait()
    #expect(failures.kinds == [.effectInFlight])
  }

  @Test func `an effect that runs endlessly once it is cancelled is stopped with the release of its store`() async {
    let turns = Mutex(0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          try? await sleep(for: .seconds(1))
          while true {
            turns.withLock { $0 += 1 }
            await Task.yield()
          }
        }
      }
      store.stepLimit = 1_000
      await store.send(.go)
    }
    #expect(failures.kinds == [.effectInFlight])
    let count = turns.withLock(\.self)
    #expect(count > 0)
    for _ in 0..<10_000 { await Task.yield() }
    #expect(turns.withLock(\.self) == count)
  }

  @Test func `a task of the test is no effect of a store that it releases`() async {
    var sleeper: Task<Void, Never>?
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      let clock = store.clock
      sleeper = Task { _ = try? await clock.sleep(for: .seconds(1)) }
      while clock.pendingSleeps.isEmpty { await Task.yield() }
      withExtendedLifetime(store) {}
    }
    sleeper?.cancel()
    await sleeper?.value
    // Without the accelerator, it might be one of an effect.
    #expect(failures.kinds == (Runtime.movesTasks ? [] : [.effectInFlight]))
  }

  @Test(arguments: [1, 2])
  func `a sleeping effect is woken by an advance, unless it sends again and again`(count: Int) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          for _ in 0..<count { await send("a") }
          try await sleep(for: .seconds(1))
        }
      }
      await store.send(.go)
      for _ in 0..<count { await store.receive("a") { $0.log.append("a") } }
    }
    #expect(failures.kinds == [.effectInFlight])
    let advice = "Either advance the clock by 1 s, and assert what follows."
    #expect(failures.first?.details.contains(advice) == (count == 1))
  }

  /// A store of several cases, as in a 'static let' of a suite.
  @MainActor private static let shared = TestStore(initialState: 0) {
    Machine<Int, Int, Int, Never> { message, state in
      state += 1
      guard case .input(let number) = message else { return .none }
      return .run { send in await send(number) }
    }
  }

  @MainActor
  @Test(.serialized, arguments: [false, true])
  func `the end of a store fails the test that ends it, also if another one has failed before`(isEnd: Bool) async {
    await withKnownIssue {
      guard isEnd else {
        await Self.shared.send(1)
        return
      }
      await Self.shared.finish()
    }
  }
}
