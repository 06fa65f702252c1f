import Synchronization

extension TestEnvironment {
  /// Runs what can run now, in the order that a schedule says, until nothing is left to do or the test goes on.
  ///
  /// - Parameters:
  ///   - probe: Who decides.
  ///   - step: The step that the test makes.
  ///   - clock: The clock whose due sleepers wake.
  ///   - mayGoOn: Whether the test has what it waits for.
  /// - Returns: Whether anything ran.
  func settle(
    under probe: ScheduleProbe,
    _ step: ScheduleStep,
    _ clock: TestClock? = nil,
    mayGoOn: () -> Bool = { true }
  ) async -> Bool {
    probe.begin(step, with: self)
    let limit = stepLimit.load(ordering: .relaxed)
    var hasRun = false
    for _ in 0..<limit {
      if probe.granularity == .jobs { executor.chooseJobs(under: probe, limit: limit) }
      hasRun = await runToRest() || hasRun
      guard !isEnded else { return hasRun }
      guard let option = probe.choose(probe.options(in: self, clock, step, mayGoOn: mayGoOn())) else { return hasRun }
      probe.perform(option)
      if case .goOn = option.action { return hasRun }
      hasRun = true
    }
    stopLivelock(after: limit)
    return true
  }

  /// Lets everything that is open happen in the usual order, because nobody waits for it any more.
  func release(under probe: ScheduleProbe) {
    var budget = stepLimit.load(ordering: .relaxed)
    _ = executor.run(budget: &budget)
    while budget > 0, let option = probe.options(in: self, nil, .ends).first {
      budget -= 1
      probe.perform(option)
      _ = executor.run(budget: &budget)
    }
  }
}

extension TestExecutor {
  /// Does what there is to do, piece by piece, in the order that a schedule says.
  func chooseJobs(under probe: ScheduleProbe, limit: Int) {
    for _ in 0..<limit {
      let jobs = readyTasks
      guard !jobs.isEmpty else { return }
      let labels = jobs.map { job in job.scope.map(probe.label) ?? "task" }
      let options = labels.indices.map { index in
        // Several tasks of one effect are told apart by their order.
        let earlier = labels[..<index].count { $0 == labels[index] }
        return ScheduleOption(.goOn, label: "run \(labels[index])" + (earlier == 0 ? "" : "/\(earlier + 1)"))
      }
      guard let chosen = probe.choose(options), let index = options.firstIndex(where: { $0.label == chosen.label })
      else { return }
      state.withLock { $0.queue.moveToFront(jobs[index].place) }
      var budget = 1
      guard run(budget: &budget) != nil else { return }
    }
  }

  /// The first piece of each task that is ready, with where it stands in the queue.
  private var readyTasks: [(place: Int, scope: EffectScope?)] {
    let items = state.withLock(\.queue.waiting)
    var seen: Set<UInt64> = []
    return items.enumerated().compactMap { place, item in
      guard case .job(_, let task, let scope) = item else { return (place, nil) }
      guard seen.insert(task).inserted else { return nil }
      return (place, scope ?? owner(of: task))
    }
  }

  /// The effect of a task, if it is known.
  private func owner(of task: UInt64) -> EffectScope? {
    effects.withLock { $0[task]?.scope._withUnsafeGuaranteedRef { $0 } }
  }
}
