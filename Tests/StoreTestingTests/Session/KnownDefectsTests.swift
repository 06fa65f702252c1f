import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Defects of other test stores that this one avoids.
@Suite struct KnownDefectsTests {
  @Test func `1: a late expected feedback is noticed`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in for text in ["a", "b"] { await send(text) } }
      }
      await store.send(.go)
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.kinds == [.unexpectedFeedback])
    #expect(failures.first?.details.contains("The expected one arrived later.") == true)
  }

  @Test func `2: a receive that times out is one failure`() async {
    let gate = Latch()
    for level in [Exhaustivity.on, .off] {
      let failures = await recordingFailures {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in await gate.wait() } }
        store.exhaustivity = level
        await store.send(.go)
        await store.receive("a", timeout: .milliseconds(5))
        await store.withExhaustivity(.off) { await store.finish(timeout: .zero) }
      }
      #expect(failures.kinds == [.timedOut])
    }
    gate.open()
  }

  @Test func `3: sending too early is one failure, and the next step starts from the real state`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      await store.send(.go)
      await store.send(.go)
      await store.receive("a") { $0.log.append("a") }
      await store.finish()
    }
    #expect(failures.kinds == [.unhandledFeedback])
  }

  @Test func `4: an unordered receive finds a case with the right value after one with another value`() async {
    let store = TestStore(initialState: [Int]()) {
      Machine<[Int], Int, Int?, Never> { message, state in
        if case .feedback(let number?) = message { state.append(number) }
        guard case .input = message else { return .none }
        return .run { send in for number in 1...3 { await send(number) } }
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    await store.receive(3) { $0 = [1, 2, 3] }
    await store.finish()
  }

  @Test func `5: a cancelled effect is really cancelled, and sends nothing`() async {
    let gate = Latch()
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in
        await withTaskCancellationHandler {
          await gate.wait()
        } onCancel: {
          gate.open()
        }
        await send("late")
      }
    }
    store.timeout = .seconds(60)
    await store.send(.go)
    await store.cancelInFlightEffects()
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
    #expect(store.state.log.isEmpty)
  }

  @Test func `6: feedback that arrives while finish waits is reported by finish, at its line`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await gate.wait()
          await send("a")
        }
      }
      store.timeout = .seconds(60)
      await store.send(.go)
      Task.detached { gate.open() }
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [true, false])
  func `7: two concurrent stores do not affect each other, in any order of their ends`(isFirstFirst: Bool) async {
    let stores = [0, 1].map { index in
      TestStore(initialState: Runner.State()) {
        Runner { send in
          await Shape.nested.run(send)
          await send("\(index)")
        }
      }
    }
    for index in isFirstFirst ? [0, 1] : [1, 0] {
      await stores[index].withExhaustivity(.off) {
        await stores[index].send(.go)
        await stores[index].receive("\(index)")
      }
    }
    for index in isFirstFirst ? [0, 1] : [1, 0] {
      await stores[index].skipReceived(strict: false)
      await stores[index].finish()
    }
  }

  @Test @MainActor func `8: a store can be released on any thread, even off the main actor by a main-actor test`() async
  {
    final class Carrier: @unchecked Sendable {
      var store: TestStore<Catalog>?
    }
    let carrier = Carrier()
    carrier.store = TestStore(initialState: Catalog.State()) { Catalog() }
    await carrier.store?.send(.nothing)
    await Task.detached { carrier.store = nil }.value
  }

  @Test func `9: the clock can be read and run from many tasks at once`() async {
    let clock = TestClock()
    await withTaskGroup(of: Void.self) { group in
      for _ in repetitions(20) {
        group.addTask { for _ in 0..<50 { _ = (clock.now, clock.pendingSleeps) } }
        group.addTask { for _ in 0..<50 { try? await clock.sleep(until: clock.now) } }
      }
    }
    #expect(clock.pendingSleeps.isEmpty)
  }

  @Test func `10: a wrong first feedback fails even before the right one arrives from outside`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await send("a")
          await gate.wait()
          await send("b")
        }
      }
      store.timeout = .seconds(60)
      await store.send(.go)
      await store.receive("b") { $0.log = ["a", "b"] }  // Fails: unexpectedFeedback
      gate.open()
      await store.receive("b") { $0.log = ["a", "b"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
