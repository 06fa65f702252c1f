import Foundation
import StoreCore
import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// An observer that implements nothing.
private final class EmptyObserver: ObserverOfStores, StoreObserver {
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
}

/// An observer that records its notifications.
private final class NotingObserver: ObserverOfStores, StoreObserver {
  /// The recorded notifications, in order.
  let notes = Recorder<String>()

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
  func note(_ failure: TestFailure, to destination: FailureDestination) { notes.record("reported \(failure.kind)") }
  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {
    notes.record("begin with \(session.engine.state)")
  }
  func noteStep(at instant: TestClock.Instant) { notes.record("step at \(instant)") }
  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    notes.record("\(event.kind) at \(event.instant)")
  }
  func note(_ failure: TestFailure, at instant: TestClock.Instant) {
    notes.record("\(failure.kind) at \(instant)")
  }
  func noteSleep(of effect: InFlightEffect, until deadline: TestClock.Instant, on clock: TestClock) {
    notes.record("sleep until \(deadline)")
  }
  func noteWaking(of effect: InFlightEffect, on clock: TestClock) { notes.record("waking at \(clock.now)") }
  func willWait(for effects: () -> [LedgerEntry]) { notes.record("wait for \(effects().map(\.snapshot.label))") }
  func didTimeOut() { notes.record("time-out") }
  func attachments<Feature: Reducer>(for session: TestSession<Feature>) -> [TestAttachment]
  where Feature.State: Equatable {
    [TestAttachment(name: "notes.txt", text: "")]
  }
}

/// An observer that records the lines at which messages are asserted.
private final class AssertionObserver: ObserverOfStores, StoreObserver {
  /// The lines, in order.
  let lines = Recorder<Int>()

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
  func noteAssertion(of message: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity) {
    lines.record(site.line)
  }
}

/// An observer that records which effects read a dependency.
private final class ReadObserver: ObserverOfStores, StoreObserver {
  /// The names of the effects, in order.
  let readers = Recorder<String>()

  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }
  func noteRead(of key: any TestDependencyKey.Type, by effect: InFlightEffect, at instant: TestClock.Instant) {
    readers.record(effect.token.description.title)
  }
}

/// Makes steps of which some fail.
private func makeSteps() async {
  let store = TestStore(initialState: Ticker.State()) { Ticker() }
  await store.send(.start(.seconds(1)))
  await store.clock.advance(by: .seconds(2))
  await store.receive(.ticked(1)) { $0.ticks = [1] }
  await store.receive(.ticked(2)) { $0.ticks = [2] }
  await store.receive(.ticked(3))
  await store.clock.run(limit: 3)
  await store.finish()
}

@Suite struct HooksTests {
  @Test func `an observer that implements nothing, and an order that chooses nothing, change nothing`() async {
    let usual = await recordingReports { await makeSteps() }
    let observed = await recordingReports {
      await Hooks.$observers.withValue([EmptyObserver()]) {
        await Hooks.$order.withValue(TurnRecorder()) { await makeSteps() }
      }
    }
    #expect(usual.kinds == [.unexpectedState, .missingFeedback, .unfinishedSleep, .unhandledFeedback, .effectInFlight])
    #expect(observed.map(\.description) == usual.map(\.description))
  }

  @Test func `an observer receives each step, event and failure in order, and adds attachments`() async {
    let witness = NotingObserver()
    let attachments = await Hooks.$observers.withValue([witness]) {
      await recordingAttachments {
        let store = TestStore(initialState: Ticker.State()) { Ticker() }
        await store.send(.wait)
        await store.clock.advance(by: .seconds(1))
        await store.receive(.ticked(1)) { $0.ticks = [2] }
        await store.finish()
      }
    }
    #expect(
      witness.notes.values == [
        "begin with State(ticks: [])", "step at 0 s", "input at 0 s", "started at 0 s", "sleep until 1 s",
        "waking at 1 s", "feedback at 1 s", "finished at 1 s", "step at 1 s", "unexpectedState at 1 s",
        "reported unexpectedState",
      ]
    )
    #expect(attachments.map(\.name) == ["timeline.txt", "notes.txt"])
  }

  @Test func `an observer receives each read of a dependency by an effect`() async {
    let observer = ReadObserver()
    await Hooks.$observers.withValue([observer]) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { _ in
          @Dependency(\.locale) var locale
          _ = locale
        }
      } withDependencies: {
        $0.locale = Locale(identifier: "de_CH")
      }
      await store.send(.go)
      await store.receiveEffect("work")
      await store.finish()
    }
    #expect(observer.readers.values == ["work"])
  }

  @Test func `an observer receives the start of a wait for outside work, and its time-out`() async {
    let witness = NotingObserver()
    let latch = Latch()
    let failures = await recordingFailures {
      await Hooks.$observers.withValue([witness]) {
        let store = TestStore(initialState: Runner.State()) { Runner { _ in await latch.wait() } }
        store.timeout = .milliseconds(1)
        await store.send(.go)
        await store.receive("a")
        store.exhaustivity = .off
        await store.finish()
      }
    }
    latch.open()
    #expect(failures.kinds == [.timedOut])
    let notes = witness.notes.values
    #expect(notes.firstIndex(of: "wait for [\"work\"]") != nil)
    #expect((notes.firstIndex(of: "time-out") ?? .max) < (notes.firstIndex(of: "timedOut at 0 s") ?? 0))
  }

  @Test func `an observer receives each end of a wait`() async {
    let latch = Latch()
    let observer = LatchOpener(latch)
    await Hooks.$observers.withValue([observer]) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          await latch.wait()
          await send("a")
        }
      }
      store.timeout = .seconds(60)
      await store.send(.go)
      await store.receive("a") { $0.log = ["a"] }
      await store.finish()
    }
    let notes = observer.notes.values
    #expect(notes.first == #"elsewhere: ["work"]"#)
    #expect(notes.filter { !$0.hasPrefix("elsewhere") } == ["will wait: [\"work\"]", "did wait: []", "did wait: []"])
  }

  @Test(arguments: [true, false])
  func `a task is suspended elsewhere if the order doesn't control its thread`(isControlled: Bool) async {
    await Hooks.$order.withValue(TurnRecorder(controlsThreads: isControlled)) {
      let store = TestStore(initialState: Runner.State()) { Runner { _ in try await sleep(for: .seconds(1)) } }
      await store.send(.go)
      let suspensions = store.session.environment.inFlightEffects.accounts.flatMap(\.suspensions)
      #expect(suspensions.map(\.isElsewhere) == [!isControlled])
      await store.clock.advance(by: .seconds(1))
      await store.receiveEffect("work")
      await store.finish()
    }
  }

  @Test func `an observer receives feedback of a cancelled effect as often as the log contains it`() async {
    let witness = NotingObserver()
    await Hooks.$observers.withValue([witness]) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          try? await sleep(for: .seconds(1))
          for number in 0..<100 { await send("\(number)") }
        }
      }
      await store.send(.go)
      await store.send(.stop)
      await store.finish()
    }
    #expect(witness.notes.values.count { $0.hasPrefix("dropped") } == 16)
  }

  @Test func `an observer receives each asserted message once, with the line of its assertion`() async {
    let observer = AssertionObserver()
    await Hooks.$observers.withValue([observer]) {
      let store = TestStore(initialState: Runner.State()) { Runner { await $0("a") } }
      await store.send(.go)  // Here: sent
      await store.receive("a") { $0.log = ["a"] }  // Here: received
      await store.finish()
    }
    #expect(observer.lines.values == [markedLine("sent"), markedLine("received")])
  }
}
