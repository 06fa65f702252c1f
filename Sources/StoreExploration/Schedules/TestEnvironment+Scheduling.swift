import StoreCore
import StoreTesting
import Synchronization

extension TestEnvironment {
  /// Runs the work that can run now, in the order of a schedule, until none is left or the test continues.
  ///
  /// - Parameters:
  ///   - controller: The scheduler.
  ///   - step: The current step of the test.
  ///   - clock: The clock whose due sleepers wake.
  ///   - mayContinue: Whether the wait of the test is over.
  /// - Returns: Whether any work ran.
  func settle(
    under controller: ScheduleController,
    _ step: TestStep,
    _ clock: TestClock? = nil,
    mayContinue: () -> Bool = { true }
  ) async -> Bool {
    // Work that the test started between its steps, such as a value of a stream, runs before this step's events.
    if !executor.isEmpty { controller.begin(.acts, with: self) }
    let wasLeft = controller.begin(step, with: self)
    // The previous step chose to continue before an answer, and nothing has happened since.
    let isUnchanged = wasLeft && executor.isEmpty
    if isUnchanged, step == .waits {
      if mayContinue() {
        // The open events could have happened in the previous step, and are left open again.
        controller.leave(self)
        return false
      }
      controller.noteRedundancy()
    }
    if isUnchanged, step == .passesTime, controller.hasDeliveries(in: self) { controller.noteRedundancy() }
    var mayBeAnswered = !(isUnchanged && step == .passesTime)
    if controller.granularity == .jobs, !ordersUnstructuredTasks {
      controller.noteOutsideWork("any 'Task {}' and 'Task.detached', which the portable runtime can't see")
    }
    let limit = stepLimit.load(ordering: .relaxed)
    var hasRun = false
    var hasHadEvent = false
    for _ in 0..<limit {
      let jobs = controller.granularity == .jobs ? await readyJobs(under: controller) : []
      if jobs.isEmpty {
        hasRun = await runToRest() || hasRun
        hasRun = await settleCompanions(hasRun: hasRun)
      }
      guard !isEnded else { return hasRun }
      if jobs.isEmpty { reportUnsettledEffects(isAtEnd: false) }
      var options = controller.options(
        in: self,
        clock,
        step,
        jobs: jobs,
        mayContinue: mayContinue(),
        mayBeAnswered: mayBeAnswered
      )
      // An event of another store can happen in that store's steps, before this step and after it. This is the only
      // place between two events of this store.
      if hasHadEvent, !options.isEmpty {
        options = ScheduleOption.disambiguated(options + eventsOfCompanions(under: controller))
      }
      guard let option = controller.choose(options) else {
        // The test may wait for an event that another store's effect causes.
        guard !mayContinue(), performEventOfCompanion(under: controller) else {
          if case .ends = step { reportUnsettledEffects(isAtEnd: true) }
          return hasRun
        }
        hasRun = true
        continue
      }
      if option.isEvent, controller.granularity == .deliveries { hasHadEvent = true }
      switch option.action {
      case .continueTest:
        controller.leave(self)
        return hasRun
      case .run(let index):
        guard await runJob(at: index) else { return hasRun }
      case .deliver:
        let added = executor.itemsAdded
        controller.perform(option)
        // The job that sends the message also receives it, and no other event may come in between.
        if controller.granularity == .jobs, executor.itemsAdded == added + 1 {
          _ = await runJob(at: executor.jobCount - 1)
        }
      case .answer, .wake:
        controller.perform(option)
      }
      mayBeAnswered = true
      hasRun = true
    }
    stopLivelock(after: limit)
    return true
  }

  /// The open events of the other stores of the test.
  private func eventsOfCompanions(under controller: ScheduleController) -> [ScheduleOption] {
    companions.flatMap { controller.options(in: $0, nil, .waits, mayContinue: false) }
  }

  /// Performs an open event of another store of the test.
  ///
  /// - Returns: Whether one was open.
  private func performEventOfCompanion(under controller: ScheduleController) -> Bool {
    let events = ScheduleOption.disambiguated(eventsOfCompanions(under: controller))
    guard let event = controller.choose(events) else { return false }
    controller.perform(event)
    return true
  }

  /// Performs all open events in the default order, because the test no longer waits for them.
  func release(under controller: ScheduleController) {
    var budget = stepLimit.load(ordering: .relaxed)
    _ = executor.run(budget: &budget)
    while budget > 0, let option = controller.options(in: self, nil, .ends).first {
      budget -= 1
      controller.perform(option)
      _ = executor.run(budget: &budget)
    }
    reportUnsettledEffects(isAtEnd: true)
  }
}

extension TestEnvironment {
  /// Waits for work on other executors, and returns the tasks with a ready job, in their default order.
  private func readyJobs(under controller: ScheduleController) async -> [ScheduleOption] {
    let tasks = await readyTasks(besidesOutsideWork: controller.hasOutsideWork)
    let labels = tasks.map { task in task.effect.map { controller.label(of: $0.token, in: self) } ?? "task" }
    return labels.indices.map { index in
      // Several tasks of one effect are numbered in order.
      let earlier = labels[..<index].count { $0 == labels[index] }
      let number = earlier == 0 ? "" : "/\(earlier + 1)"
      return ScheduleOption(
        .run(index: tasks[index].index),
        label: ScheduleOption.runPrefix + labels[index] + number,
        of: tasks[index].effect
      )
    }
  }
}
