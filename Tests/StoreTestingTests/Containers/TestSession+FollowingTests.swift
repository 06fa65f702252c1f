import Observation
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// A view model that works in several tasks, and observes its own changes.
private final class MultitaskModel: StateStore<[String], String> {
  @Dependency(\.continuousClock) private var clock

  /// Makes a workshop without any work done.
  init() { super.init(state: []) }

  func note(_ work: String) { state.append(work) }

  func work(_ name: String, for seconds: Int) async throws {
    try await clock.sleep(for: .seconds(seconds))
    note(name)
  }

  /// Works until it is cancelled, and tidies up.
  func workForEver() async {
    note("began")
    do {
      try await clock.sleep(for: .seconds(1000))
    } catch {
      note("tidied up")
      emit("stopped")
    }
  }

  /// Works in three tasks, each of another kind, and waits for two of them.
  func divide() async throws {
    async let child: Void = work("child", for: 2)
    let detached = Task.detached { try await self.work("detached", for: 3) }
    Task { try await work("left behind", for: 4) }
    try await child
    try await detached.value
    note("both done")
  }

  /// Answers each of its changes but the last with another.
  func answer(upTo count: Int) {
    onChange = { [weak self] _, new in
      if new.count < count { self?.note("answer \(new.count)") }
    }
    note("question")
  }
}

@MainActor
@Suite struct TestSessionFollowingTests {
  @Test(arguments: repetitions(10))
  func `changes of several tasks arrive in the order in which they are made`(copy: Int) async {
    let store = TestStore { MultitaskModel() }
    await store.call("divide") { try await $0.divide() }
    await store.clock.advance(by: .seconds(2))
    await store.receiveChange { $0 = ["child"] }
    await store.clock.advance(by: .seconds(2))
    await store.receiveChange { $0.append("detached") }
    await store.receiveChange { $0.append("both done") }
    await store.receiveChange { $0.append("left behind") }
    await store.finish()
  }

  @Test func `a change in reaction to a change is a separate change after it`() async {
    let store = TestStore { MultitaskModel() }
    await store.call("answer") { $0.answer(upTo: 3) }
    await store.receiveChange { $0 = ["question"] }
    await store.receiveChange { $0.append("answer 1") }
    await store.receiveChange { $0.append("answer 2") }
    await store.finish()
  }

  @Test func `a change by an observer is a separate change before the one that notified it`() async {
    let store = TestStore { MultitaskModel() }
    let model: MultitaskModel = store.container()
    withObservationTracking {
      _ = model.state
    } onChange: {
      MainActor.assumeIsolated { model.state = ["observed"] }
    }
    await store.call("note") { $0.note("called") }
    await store.receiveChange { $0 = ["observed"] }
    await store.receiveChange { $0 = ["called"] }
    await store.finish()
  }

  @Test func `changes that a call makes when it is cancelled must be received`() async {
    let store = TestStore { MultitaskModel() }
    let work = await store.call("work") { await $0.workForEver() }
    await store.receiveChange { $0 = ["began"] }
    await work.cancel()
    #expect(work.isCancelled)
    await store.receiveChange { $0.append("tidied up") }
    await store.receiveOutput("stopped")
    #expect(store.state == store.container().state)
    await store.finish()
  }

  @Test func `changes that a call makes when all effects are cancelled must be received`() async {
    let store = TestStore { MultitaskModel() }
    await store.call("work") { await $0.workForEver() }
    await store.receiveChange { $0 = ["began"] }
    await store.cancelInFlightEffects()
    await store.receiveChange { $0.append("tidied up") }
    await store.receiveOutput("stopped")
    await store.finish()
  }

  @Test func `an omitted change on cancellation is one failure at the end`() async {
    let failures = await recordingFailures {
      let store = TestStore { MultitaskModel() }
      let work = await store.call("work") { await $0.workForEver() }
      await store.receiveChange { $0 = ["began"] }
      await work.cancel()
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains(#"await store.receiveChange { $0 = ["began", "tidied up"] }"#) == true)
  }

  @Test func `a task that continues after the cancellation of its call is still followed`() async {
    let store = TestStore { MultitaskModel() }
    let call = await store.call("divide") { model in
      Task { try await model.work("left behind", for: 1) }
      try await model.work("call", for: 1)
    }
    await call.cancel()
    await store.clock.advance(by: .seconds(1))
    await store.receiveChange { $0 = ["left behind"] }
    await store.finish()
  }

  @Test func `a cancelled call that throws is not a failure`() async {
    let store = TestStore { MultitaskModel() }
    let work = await store.call("work") { try await $0.work("never", for: 1) }
    await work.cancel()
    await store.clock.advance(by: .seconds(2))
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `a store that is released without an end reports omitted events and running effects`() async {
    let failures = await recordingReports {
      let store = TestStore { MultitaskModel() }
      await store.call("note") { $0.note("a") }
      // Fails: unhandledFeedback
      await store.call("work") { try await $0.work("b", for: 1) }  // Warns: unhandledFeedback, effectInFlight
      store.container().note("c")
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
  }

  @Test func `a left-behind task that still runs at the end is reported at the call that started it`() async {
    let failures = await recordingFailures {
      let store = TestStore { MultitaskModel() }
      await store.call("start") { model in Task { try await model.work("b", for: 1) } }  // Fails: effectInFlight
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a store at the level .off reports no event after its end`() async {
    let gate = Latch()
    let failures = await recordingFailures {
      let store = TestStore { MultitaskModel() }
      store.exhaustivity = .off
      let model: MultitaskModel = store.container()
      let states = model.stateStream
      await store.call("work") { model in
        await gate.wait()
        model.note("late")
      }
      await store.finish()
      gate.open()
      for await state in states where state == ["late"] { break }
    }
    #expect(failures.isEmpty)
  }

  @Test func `a change that work outside of the test's control makes is waited for`() async {
    let latch = Latch()
    await Hooks.$observers.withValue([LatchOpener(latch)]) {
      let store = TestStore { MultitaskModel() }
      await store.call("work") { model in
        await latch.wait()
        model.note("late")
      }
      await store.receiveChange { $0 = ["late"] }
      await store.finish()
    }
  }

  @Test(arguments: [Exhaustivity.on, .strict])
  func `two calls at once are identified by their order`(level: Exhaustivity) async {
    let store = TestStore { MultitaskModel() }
    store.exhaustivity = level
    for seconds in [2, 1] { await store.call("work") { try await $0.work("\(seconds)", for: seconds) } }
    #expect(store.inFlightEffects.count == 2)
    await store.clock.advance(by: .seconds(2))
    await store.receiveChange { $0 = ["1"] }
    await store.receiveChange { $0 = ["1", "2"] }
    await store.finish()
  }

  @Test func `parallel copies of a test don't affect each other`() async {
    await withTaskGroup { group in
      for copy in repetitions(100, byDefault: 5) { group.addTask { await self.copy(copy + 1) } }
    }
  }

  private func copy(_ number: Int) async {
    let store = TestStore { MultitaskModel() }
    await store.call("work") { try await $0.work("\(number)", for: number) }
    await store.call("divide") { try await $0.divide() }
    await store.clock.advance(by: .seconds(100))
    let works = [(number, "\(number)"), (2, "child"), (3, "detached"), (3, "both done"), (4, "left behind")]
    for work in works.sorted(by: { $0.0 < $1.0 }) { await store.receiveChange { $0.append(work.1) } }
    await store.finish()
  }
}
