import StoreCore
import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// What a store under a scheduler reports of work that no schedule orders.
@Suite struct ScheduledOutsideWorkTests {
  /// A store of the current task with one effect in flight, and its scheduler.
  private struct Bench: Sendable {
    let controller = ScheduleController(policy: ScheduledPolicy(Schedule()), granularity: .deliveries)
    let store: TestEnvironment
    let effect: InFlightEffect

    init() {
      let store = TestEnvironment(site: CallSite())
      let description = EffectDescription(kind: .run, name: "load", payload: nil, site: CallSite())
      let token = EffectToken(id: 1, description: description, group: EffectGroup(site: CallSite()))
      let record = EffectRecord(token: token, origin: EffectOrigin(nil))
      self.store = store
      effect = InFlightEffect(environment: store, record, startedAt: TestClock.Instant())
    }

    var scheduled: ScheduledStore { ScheduledStore(store: store, controller: controller) }

    /// Ends the effect, which keeps the store.
    func end() { effect.endOperation() }
  }

  @Test(arguments: [false, true])
  func `an effect that may act alone is reported at a choice and at the end`(isAtEnd: Bool) {
    let bench = Bench()
    defer { bench.end() }
    #expect(!bench.controller.wasUnsettled(bench.store))
    bench.scheduled.reportUnsettledEffects(isAtEnd: isAtEnd)
    #expect(bench.controller.outsideWork == ["load"])
    #expect(bench.controller.wasUnsettled(bench.store))
  }

  @Test func `an effect that may act alone is reported at the release of its store`() {
    let bench = Bench()
    defer { bench.end() }
    bench.scheduled.release()
    #expect(bench.controller.outsideWork == ["load"])
  }

  @Test func `the release of a store runs the work that is ready`() {
    let bench = Bench()
    defer { bench.end() }
    let ends = Recorder<Bool>()
    _ = bench.store.executor.post { ends.record(true) }
    bench.scheduled.release()
    #expect(ends.values == [true])
  }

  @Test func `the release of a store delivers what waits for its turn, and runs what follows`() async {
    let bench = Bench()
    defer { bench.end() }
    let ends = Recorder<Bool>()
    Task(executorPreference: bench.store.executor) {
      await bench.controller.waitForTurn(of: bench.effect) { "" }
      ends.record(true)
    }
    while bench.controller.options(in: bench.store, nil, .ends).isEmpty {
      bench.store.executor.runItems()
      await Task.yield()
    }
    bench.scheduled.release()
    #expect(ends.values == [true])
    bench.controller.releaseDeliveries(in: bench.store)
    bench.store.executor.runItems()
  }

  @Test func `a step waits for what the main actor gives to its store`() async {
    let bench = Bench()
    defer { bench.end() }
    let ends = Recorder<Bool>()
    Task { @MainActor in _ = bench.store.executor.post { ends.record(true) } }
    var work = bench.store.makeWork()
    await bench.scheduled.settle(.acts, work: &work)
    #expect(ends.values == [true])
  }

  @Test func `a delivery wakes no test while other tasks of its effect may act`() async {
    let bench = Bench()
    defer { bench.end() }
    let elsewhere = TestExecutor()
    let ends = Recorder<Bool>()
    Task(executorPreference: elsewhere) {
      await bench.controller.waitForTurn(of: bench.effect) { "" }
      ends.record(true)
    }
    while bench.controller.options(in: bench.store, nil, .ends).isEmpty {
      elsewhere.runItems()
      await Task.yield()
    }
    #expect(await bench.store.executor.waitForWork(WaitBudget(.zero)) == .timedOut)
    bench.controller.releaseDeliveries(in: bench.store)
    while ends.values.isEmpty {
      elsewhere.runItems()
      bench.store.executor.runItems()
      await Task.yield()
    }
  }

  @Test func `a ready job is offered, and an effect beside it may wait in an actor`() async {
    let bench = Bench()
    defer { bench.end() }
    _ = bench.store.executor.post {}
    let jobs = await bench.scheduled.readyJobs()
    #expect(jobs.map(\.label) == [ScheduleOption.runPrefix + "task"])
    #expect(bench.controller.sharedActorWork == ["load on an actor"])
    #expect(bench.controller.outsideWork == [])
    bench.store.executor.runItems()
  }

  @Test func `a cancelled effect is not reported, as its messages are dropped`() {
    let bench = Bench()
    defer { bench.end() }
    bench.effect.token.leave(for: .cancelled)
    bench.scheduled.reportUnsettledEffects(isAtEnd: true)
    #expect(bench.controller.outsideWork == [])
  }

  @Test func `an action is reported if it is one of a task elsewhere, and not if it is the test's`() async {
    let bench = Bench()
    defer { bench.end() }
    bench.scheduled.reportUnorderedTask(of: bench.effect.token)
    #expect(bench.controller.outsideWork == [])
    await Task.detached { bench.scheduled.reportUnorderedTask(of: bench.effect.token) }.value
    #expect(bench.controller.outsideWork == ["a task that load has made"])
  }

  @Test(arguments: [false, true])
  func `an action on the main actor is outside work only if a choice did not wait for it`(isLate: Bool) async {
    let bench = Bench()
    defer { bench.end() }
    if isLate { bench.controller.noteUnsettled(bench.store) }
    let ends = Recorder<Bool>()
    let task = Task(executorPreference: bench.store.executor) {
      await MainActor.run { bench.scheduled.reportUnorderedTask(of: bench.effect.token) }
      ends.record(true)
    }
    while ends.values.isEmpty {
      bench.store.executor.runItems()
      await Task.yield()
    }
    await task.value
    #expect(bench.controller.sharedActorWork == (isLate ? [] : ["load on the main actor"]))
    #expect(bench.controller.outsideWork == (isLate ? ["load on the main actor"] : []))
  }

  @Test func `an action on the thread of another test is reported to both tests`() async {
    let bench = Bench()
    defer { bench.end() }
    let order = ScheduleController(policy: ScheduledPolicy(Schedule()), granularity: .deliveries)
    // A store of another task counts as one of another test.
    let host = await Task { Hooks.$order.withValue(order) { TestEnvironment(site: CallSite()) } }.value
    host.executor.setOwner(host)
    defer { host.executor.setOwner(nil) }
    let guest = Guest()
    let ends = Recorder<Bool>()
    let task = Task(executorPreference: bench.store.executor) {
      await guest.act { bench.scheduled.reportUnorderedTask(of: bench.effect.token) }
      ends.record(true)
    }
    while ends.values.isEmpty {
      bench.store.executor.runItems()
      _ = host.executor.post { guest.queue.run() }
      host.executor.runItems()
      await Task.yield()
    }
    await task.value
    #expect(bench.controller.sharedActorWork == ["load on an actor of several tests"])
    #expect(order.sharedActorWork == ["a task on an actor of several tests"])
    #expect(bench.controller.outsideWork == [])
  }

  @Test func `an effect without a ready job may wait in an actor whose job is ready`() {
    let bench = Bench()
    defer { bench.end() }
    bench.scheduled.reportEffectsElsewhere(beside: [ScheduledStore.ReadyTask(index: 0, effect: bench.effect)])
    #expect(bench.controller.sharedActorWork == [])
    #expect(bench.controller.outsideWork == [])
    bench.scheduled.reportEffectsElsewhere(beside: [ScheduledStore.ReadyTask(index: 0, effect: nil)])
    #expect(bench.controller.sharedActorWork == ["load on an actor"])
    #expect(bench.controller.outsideWork == [])
    bench.scheduled.reportEffectsElsewhere(beside: [])
    #expect(bench.controller.outsideWork == ["load on another executor"])
  }
}

/// An actor whose jobs run where the test runs them.
private actor Guest {
  let queue = HeldJobs()

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// The number of actions. Without state the optimizer drops the hop to the actor.
  private var count = 0

  func act(_ action: @Sendable () -> Void) {
    count += 1
    action()
  }
}

private final class HeldJobs: SerialExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs the waiting jobs on the caller's thread.
  func run() {
    let waiting = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in waiting { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
