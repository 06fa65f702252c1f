import StoreCore
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
    // What the test has set going between its steps, such as a value of a stream, comes before whatever this step lets happen.
    if !executor.isEmpty { probe.begin(.acts, with: self) }
    let wasLeft = probe.begin(step, with: self)
    // That the test goes on before an answer was decided in the step before, and nothing has happened since.
    var mayBeAnswered = !(step == .passesTime && wasLeft && executor.isEmpty)
    let limit = stepLimit.load(ordering: .relaxed)
    var hasRun = false
    for _ in 0..<limit {
      if probe.granularity == .jobs { chooseJobs(under: probe, limit: limit) }
      hasRun = await runToRest() || hasRun
      guard !isEnded else { return hasRun }
      let options = probe.options(in: self, clock, step, mayGoOn: mayGoOn(), mayBeAnswered: mayBeAnswered)
      guard let option = probe.choose(options) else { return hasRun }
      probe.perform(option)
      if case .goOn = option.action {
        probe.leave(self)
        return hasRun
      }
      mayBeAnswered = true
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

extension TestEnvironment {
  /// Does what there is to do, piece by piece, in the order that a schedule says.
  private func chooseJobs(under probe: ScheduleProbe, limit: Int) {
    for _ in 0..<limit {
      let tasks = executor.readyTasks
      guard !tasks.isEmpty else { return }
      let labels = tasks.map { task in task.effect.map { probe.label(of: $0, in: self) } ?? "task" }
      let options = labels.indices.map { index in
        // Several tasks of one effect are told apart by their order.
        let earlier = labels[..<index].count { $0 == labels[index] }
        let number = earlier == 0 ? "" : "/\(earlier + 1)"
        return ScheduleOption(.run, label: ScheduleOption.runPrefix + labels[index] + number)
      }
      guard let chosen = probe.choose(options), let index = options.firstIndex(where: { $0.label == chosen.label }),
        executor.runOne(at: tasks[index].place)
      else { return }
    }
  }
}

extension TestExecutor {
  /// The first piece of each task that is ready, with where it stands in the queue and whose it is.
  fileprivate var readyTasks: [(place: Int, effect: EffectToken?)] {
    let items = state.withLock(\.queue.waiting)
    var seen: Set<UInt64> = []
    return items.enumerated().compactMap { place, item in
      guard case .job(_, let task, let effect) = item else { return (place, nil) }
      guard seen.insert(task).inserted else { return nil }
      return (place, (effect ?? owner?.inFlightEffects.effect(ofTask: task))?.token)
    }
  }

  /// Does one piece of what there is to do.
  ///
  /// - Parameter place: Where it stands in the queue.
  /// - Returns: Whether this thread may do it.
  fileprivate func runOne(at place: Int) -> Bool {
    state.withLock { $0.queue.moveToFront(place) }
    var budget = 1
    return run(budget: &budget) != nil
  }
}
