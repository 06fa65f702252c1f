import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// An order of events learns of each event that it may order.
@Suite struct EventOrderTests {
  @Test func `an order receives the jobs, each sleep, each call, each feedback, and the end of its store`() async {
    let order = TurnRecorder()
    await Hooks.$order.withValue(order) {
      let gate = Gate<Void, String, Never>("gate") { _ in [.success("a")] }
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try await sleep(for: .seconds(1))
          await send(await gate())
        }
      }
      store.answersGatesManually = true
      await store.send(.go)
      #expect(order.jobs.values.contains(true))
      #expect(order.actors.values == [1])
      await store.clock.advance(by: .seconds(1))
      #expect(order.actors.values == [1, 1])
      await gate.succeed(with: "a")
      #expect(order.actors.values == [1, 1, 1])
      await store.receive("a") { $0.log = ["a"] }
      await store.finish()
    }
    // It chooses no answers, so none is offered to it.
    #expect(order.notes.values == ["closes gate()", #"work sends "a""#, "end"])
  }

  @Test func `an order receives each wait for the change of a source`() async {
    let (order, source) = (TurnRecorder(), Source(0))
    await Hooks.$order.withValue(order) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in for await _ in source.values { break } }
      }
      await store.send(.go)
      await store.receiveEffect("work")
      await store.finish()
    }
    #expect(order.actors.values == [1])
  }

  @Test func `an order receives the effects that the test waits for`() async {
    let (order, latch) = (TurnRecorder(), Latch())
    let failures = await recordingFailures {
      await Hooks.$order.withValue(order) {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in await latch.wait() } }
        store.exhaustivity = .off
        await store.send(.go)
        await store.receive("a", timeout: .milliseconds(1))
        await store.finish()
      }
    }
    latch.open()
    #expect(failures.kinds == [.timedOut])
    #expect(order.notes.values.first == "wait for [\"work\"]")
  }

  @Test(arguments: [true, false])
  func `an order receives each cancellation as a step that acts`(isOfTask: Bool) async {
    let order = TurnRecorder()
    await Hooks.$order.withValue(order) {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in try await sleep(for: .seconds(1)) } }
      let task = await store.send(.go)
      if isOfTask { await task.cancel() } else { await store.cancelInFlightEffects() }
      await store.finish()
    }
    #expect(order.steps.values.filter { $0.hasPrefix("begin") } == ["begin acts"])
  }
}
