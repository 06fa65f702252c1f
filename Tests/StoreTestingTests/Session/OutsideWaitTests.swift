import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// An observer that opens a latch at the moment when a wait times out.
private final class LastMomentOpener: ObserverOfStores, StoreObserver {
  private let latch: Latch

  init(_ latch: Latch) { self.latch = latch }

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
  func didTimeOut() { latch.open() }
}

/// A tool that changes nothing, and bounds the waits for outside work.
private final class WaitMeter: Mutator {
  /// The waits, in order.
  let waits = Recorder<Duration>()

  let patience: Duration?

  init(patience: Duration) { self.patience = patience }

  func change<Feature: Reducer>(of feature: Feature.Type, storeAt site: CallSite) -> ReducerChange<Feature>? { nil }
  func noteWait(_ duration: Duration) { waits.record(duration) }
}

/// The waits for work outside of the test's control.
@Suite struct OutsideWaitTests {
  @Test func `the log notes once that something outside of the test has continued an effect`() async {
    let latch = Latch()
    await Hooks.$observers.withValue([LatchOpener(latch)]) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await latch.wait()
          await send("a")
        }
      }
      store.timeout = .seconds(60)
      await store.send(.go)
      #expect(store.session.log.gaps.map { $0.gap } == [])
      await store.receive("a") { $0.log = ["a"] }
      #expect(store.session.log.gaps.map { $0.gap } == [.resumption])
      await store.finish()
    }
  }

  @Test func `an event at the last moment of a wait still counts`() async {
    let latch = Latch()
    await Hooks.$observers.withValue([LastMomentOpener(latch)]) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await latch.wait()
          await send("a")
        }
      }
      await store.send(.go)
      await store.receive("a", timeout: .milliseconds(1)) { $0.log = ["a"] }
      await store.finish()
    }
  }

  @Test func `an observer receives the end of a wait that nothing can end but the test`() async {
    let observer = LatchOpener(Latch())
    let failures = await recordingFailures {
      await Hooks.$observers.withValue([observer]) {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in try await sleep(for: .seconds(1)) } }
        await store.send(.go)
        await store.receive("never")
        #expect(observer.notes.values.filter { $0.hasPrefix("did wait") } == [#"did wait: ["work"]"#])
        await store.cancelInFlightEffects()
        await store.finish()
      }
    }
    #expect(failures.kinds == [.missingFeedback])
  }

  @Test(arguments: [
    (Duration.milliseconds(1), Duration.seconds(100_000)), (.seconds(100_000), .milliseconds(1)),
  ])
  func `the patience of a tool shortens a wait, and never lengthens it, and the tool is told of it`(
    patience: Duration,
    timeout: Duration
  ) async {
    let (latch, meter) = (Latch(), WaitMeter(patience: patience))
    let failures = await recordingFailures {
      await Hooks.$mutator.withValue(meter) {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in await latch.wait() } }
        // Had it to wait for so long, this test would run into the limit of the suite's run.
        store.timeout = timeout
        await store.send(.go)
        #expect(meter.waits.values.isEmpty)
        await store.receive("never")
        #expect(meter.waits.values.count == 1)
        store.exhaustivity = .off
        await store.finish()
      }
    }
    latch.open()
    #expect(failures.kinds == [.timedOut])
  }

  @Test func `a level that the code of a step sets holds for what follows`() async {
    let store = TestStore(initialState: Runner.State()) {
      Runner { send in for word in ["a", "b"] { await send(word) } }
    }
    await store.send(.go)
    await store.receive(where: { _ in
      store.exhaustivity = .off
      return true
    })
    #expect(store.session.judge.level == .off)
    await store.finish()
  }
}
