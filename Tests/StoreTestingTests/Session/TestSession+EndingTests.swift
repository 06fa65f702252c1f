import Dispatch
import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime

/// A dependency for effects that outlive their test.
private enum WordKey: TestDependencyKey {
  static var testValue: String { "word" }
}

@Suite struct TestSessionEndingTests {
  @Test func `a call on a store after its end is a failure at its line, and does nothing`() async {
    let failures = await recordingReports {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      await store.finish()
      await store.send(.go) { $0.log = ["a"] }  // Fails: usedAfterEnd
      await store.receive("a")  // Warns: usedAfterEnd
      await store.receive(where: { _ in true })  // Warns: usedAfterEnd
      await store.receive(unordered: ["a"])  // Warns: usedAfterEnd
      await store.receiveEffect("work")  // Warns: usedAfterEnd
      await store.skipReceived()  // Warns: usedAfterEnd
      await store.cancelInFlightEffects()  // Warns: usedAfterEnd
      await store.settle()  // Warns: usedAfterEnd
      store.assert { $0.log = ["a"] }  // Warns: usedAfterEnd
      #expect(store.state == Runner.State())
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    #expect(failures.first?.headline == "The test called 'send' after the store had ended.")
  }

  @Test func `feedback that a reported effect sends after the end is not reported a second time`() async {
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
      await store.finish(timeout: .milliseconds(10))
      gate.open()
      await done.wait()
      #expect(store.state.log.isEmpty)
    }
    #expect(failures.kinds == [.effectInFlight])
  }

  @Test func `a sender that is kept past the end is reported at the send of its effect, and reduces nothing`() async {
    let kept = Mutex<Send<String>?>(nil)
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { send in kept.withLock { $0 = send } } }
      await store.send(.go)  // Fails: effectInFlight
      await store.finish(timeout: .milliseconds(10))
      let send = kept.withLock(\.self)
      await Task.detached { await send?("late") }.value
      #expect(store.state.log.isEmpty)
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The effect work is still running at the end of the test: it has returned, but something still holds its sender. The store waited 10 ms of real time."
    )
  }

  @Test(arguments: repetitions(40))
  func `an effect is in flight while its sender is held, and its late feedback is reduced`(copy: Int) async {
    let kept = Mutex<Send<String>?>(nil)
    let store = TestStore(initialState: Runner.State()) { Runner { send in kept.withLock { $0 = send } } }
    store.timeout = .seconds(60)
    await store.send(.go)
    #expect(store.inFlightEffects.map(\.hasReturned) == [true])
    DispatchQueue.global().async {
      let send = kept.withLock { $0.take() }
      Task { await send?("from elsewhere") }
    }
    await store.receive("from elsewhere") { $0.log = ["from elsewhere"] }
    await store.finish()
    #expect(store.inFlightEffects.isEmpty)
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `effects are cancelled at the end, at every level`(level: Exhaustivity) async {
    let ends = Recorder<Bool>()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          try? await sleep(for: .seconds(1))
          ends.record(Task.isCancelled)
        }
      }
      store.exhaustivity = level
      await store.send(.go)
      await store.finish()
    }
    #expect(ends.values == [true])
    #expect(failures.kinds == (level == .on ? [.effectInFlight] : []))
  }

  @Test(arguments: [false, true])
  func `the failure of a left-behind task suggests no calls that end only effects`(isLeftBehind: Bool) async throws {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          let clock = DependencyValues.current.continuousClock
          guard isLeftBehind else { return try await clock.sleep(for: .seconds(1)) }
          Task { try await clock.sleep(for: .seconds(1)) }
        }
      }
      await store.send(.go)
      await store.finish()
    }
    let failure = try #require(failures.first)
    #expect(failures.kinds == [.effectInFlight])
    #expect(failure.details.contains("await store.cancelInFlightEffects()") == !isLeftBehind)
    #expect(failure.details.contains("the task that the effect has left behind") == isLeftBehind)
  }

  @Test func `a task of the test that sleeps on the store's clock is a failure only if it might be an effect's`() async
  {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner() }
      let clock = store.clock
      let sleeper = Task { try? await clock.sleep(for: .seconds(1)) }
      while clock.pendingSleeps.isEmpty { await Task.yield() }
      await store.finish()
      sleeper.cancel()
      await sleeper.value
    }
    #expect(failures.kinds == (Runtime.movesTasks ? [] : [.effectInFlight]))
  }

  @Test func `an effect of a store that is released is cancelled, too`() async {
    let ends = Recorder<Bool>()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          try? await sleep(for: .seconds(1))
          ends.record(Task.isCancelled)
        }
      }
      await store.send(.go)
    }
    #expect(ends.values == [true])
    #expect(failures.kinds == [.effectInFlight])
  }

  @Test(arguments: repetitions(20))
  func `detached tasks that return after the end finish, and don't affect other tests`(copy: Int) async {
    let (gate, done) = (Latch(), Latch())
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await Task.detached {
            await gate.wait()
            await Task { await send("late") }.value
            await Task.detached { await Task.yield() }.value
            done.open()
          }.value
        }
      }
      await store.send(.go)
      await store.finish(timeout: .zero)
    }
    gate.open()
    await done.wait()
    #expect(failures.kinds == [.effectInFlight])
  }

  @Test func `a store that outlives its last step in a local variable is checked in the test that made it`() async {
    var inner: [TestFailure] = []
    let outer = await recordingFailures {
      let store = TestStore(initialState: Catalog.State()) { Catalog() }
      inner = await recordingFailures {
        await store.send(.open("a"))
        await store.send(.nothing)
      }
      await store.send(.nap)
    }
    #expect(inner.kinds == [.unhandledOutput])
    #expect(outer.kinds == [.effectInFlight])
  }
}
