import StoreCore
import StoreTesting

/// A store under a scheduler, which chooses its events.
struct ScheduledStore {
  let store: TestEnvironment
  let controller: ScheduleController

  /// Runs the work that can run now, in the order of the schedule, until none is left or the test continues.
  ///
  /// - Parameters:
  ///   - step: The current step of the test.
  ///   - clock: The clock whose due sleepers wake.
  ///   - work: The work of the step so far.
  ///   - mayContinue: Whether the wait of the test is over.
  func settle(
    _ step: TestStep,
    waking clock: TestClock? = nil,
    work: inout StepWork,
    mayContinue: () -> Bool = { true }
  ) async {
    // Work that the test started between its steps, such as a value of a stream, runs before this step's events.
    if !store.executor.isEmpty { controller.begin(.acts, in: store) }
    let wasLeft = controller.beginStep(step, in: store)
    // The previous step chose to continue before an answer, and nothing has happened since.
    let isUnchanged = wasLeft && store.executor.isEmpty
    if isUnchanged, step == .waits {
      // The open events could have happened in the previous step, and are left open again.
      if mayContinue() { return controller.leave(store) }
      controller.noteRedundancy()
    }
    if isUnchanged, step == .passesTime, controller.hasDeliveries(in: store) { controller.noteRedundancy() }
    var mayBeAnswered = !(isUnchanged && step == .passesTime)
    if controller.granularity == .jobs, !Runtime.movesTasks {
      controller.noteOutsideWork("any 'Task {}' and 'Task.detached', which the portable runtime can't see")
    }
    var hasHadEvent = false
    for _ in 0..<work.limit {
      let jobs = controller.granularity == .jobs ? await readyJobs() : []
      if jobs.isEmpty { await runReadyWork(&work) }
      guard !store.isEnded else { return }
      if jobs.isEmpty { reportUnsettledEffects(isAtEnd: false) }
      var options = controller.options(
        in: store,
        clock,
        step,
        jobs: jobs,
        mayContinue: mayContinue(),
        mayBeAnswered: mayBeAnswered
      )
      // An event of another store can happen in that store's steps, before this step and after it. This is the only
      // place between two events of this store.
      if hasHadEvent, !options.isEmpty {
        options = ScheduleOption.disambiguated(options + eventsOfCompanions)
      }
      guard let option = controller.choose(options) else {
        // The test may wait for an event that another store's effect causes.
        guard !mayContinue(), performEventOfCompanion() else {
          if case .ends = step { reportUnsettledEffects(isAtEnd: true) }
          return
        }
        continue
      }
      if option.isEvent, controller.granularity == .deliveries { hasHadEvent = true }
      guard await perform(option) else { return }
      mayBeAnswered = true
      work.hasRun = true
    }
    store.stopLivelock(after: work.limit)
  }

  /// Runs the ready work of all stores of the test.
  private func runReadyWork(_ work: inout StepWork) async {
    // The work that an event has resumed may be on any executor.
    var ready = store.makeWork(hasRun: true)
    await store.runToRest(&ready)
    work.hasRun = true
    await store.settleCompanions(&work)
  }

  /// Performs a chosen event.
  ///
  /// - Returns: Whether the step goes on.
  private func perform(_ option: ScheduleOption) async -> Bool {
    switch option.action {
    case .continueTest:
      controller.leave(store)
      return false
    case .run(let index): return await runJob(at: index)
    case .deliver:
      let added = store.executor.itemsAdded
      controller.perform(option)
      // The job that sends the message also receives it, and no other event may come in between.
      if controller.granularity == .jobs, store.executor.itemsAdded == added + 1 {
        _ = await runJob(at: store.executor.waitingItems.count - 1)
      }
    case .answer, .wake: controller.perform(option)
    }
    return true
  }

  /// The open events of the other stores of the test.
  private var eventsOfCompanions: [ScheduleOption] {
    store.companions.flatMap { controller.options(in: $0, nil, .waits, mayContinue: false) }
  }

  /// Performs an open event of another store of the test.
  ///
  /// - Returns: Whether one was open.
  private func performEventOfCompanion() -> Bool {
    guard let event = controller.choose(ScheduleOption.disambiguated(eventsOfCompanions)) else { return false }
    controller.perform(event)
    return true
  }

  /// Performs all open events in the default order, because the test no longer waits for them.
  func release() {
    let limit = store.makeWork().limit
    var budget = limit
    _ = store.executor.run(budget: &budget)
    for _ in 0..<limit {
      guard let option = controller.options(in: store, nil, .ends).first else { break }
      controller.perform(option)
      _ = store.executor.run(budget: &budget)
    }
    reportUnsettledEffects(isAtEnd: true)
  }
}
