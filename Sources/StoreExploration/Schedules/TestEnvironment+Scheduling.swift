import StoreCore
import StoreTesting
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
    under probe: ScheduleController,
    _ step: TestStep,
    _ clock: TestClock? = nil,
    mayGoOn: () -> Bool = { true }
  ) async -> Bool {
    // What the test has set going between its steps, such as a value of a stream, comes before whatever this step lets happen.
    if !executor.isEmpty { probe.begin(.acts, with: self) }
    let wasLeft = probe.begin(step, with: self)
    // That the test goes on before an answer was decided in the step before, and nothing has happened since.
    let isUnchanged = wasLeft && executor.isEmpty
    if isUnchanged, step == .waits {
      if mayGoOn() {
        // What is open could have happened in the step before, and is left once more.
        probe.leave(self)
        return false
      }
      probe.noteRedundancy()
    }
    if isUnchanged, step == .passesTime, probe.hasDeliveries(in: self) { probe.noteRedundancy() }
    var mayBeAnswered = !(isUnchanged && step == .passesTime)
    let limit = stepLimit.load(ordering: .relaxed)
    var hasRun = false
    for _ in 0..<limit {
      let jobs = probe.granularity == .jobs ? await readyJobs(under: probe) : []
      if jobs.isEmpty { hasRun = await runToRest() || hasRun }
      guard !isEnded else { return hasRun }
      let options = probe.options(
        in: self,
        clock,
        step,
        jobs: jobs,
        mayGoOn: mayGoOn(),
        mayBeAnswered: mayBeAnswered
      )
      guard let option = probe.choose(options) else { return hasRun }
      switch option.action {
      case .goOn:
        probe.leave(self)
        return hasRun
      case .run(let place):
        guard await runPiece(at: place) else { return hasRun }
      case .deliver:
        let added = executor.itemsAdded
        probe.perform(option)
        // The message is taken by the piece of work that sends it, and nothing else happens before that.
        if probe.granularity == .jobs, executor.itemsAdded == added + 1 {
          _ = await runPiece(at: executor.pieceCount - 1)
        }
      case .answer, .wake:
        probe.perform(option)
      }
      mayBeAnswered = true
      hasRun = true
    }
    stopLivelock(after: limit)
    return true
  }

  /// Lets everything that is open happen in the usual order, because nobody waits for it any more.
  func release(under probe: ScheduleController) {
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
  /// The tasks that may go on by a piece, in their usual order, when all work elsewhere has come as far as it does by itself.
  private func readyJobs(under probe: ScheduleController) async -> [ScheduleOption] {
    let tasks = await readyTasks(besidesOutsideWork: probe.hasOutsideWork)
    let labels = tasks.map { task in task.effect.map { probe.label(of: $0.token, in: self) } ?? "task" }
    return labels.indices.map { index in
      // Several tasks of one effect are told apart by their order.
      let earlier = labels[..<index].count { $0 == labels[index] }
      let number = earlier == 0 ? "" : "/\(earlier + 1)"
      return ScheduleOption(
        .run(place: tasks[index].place),
        label: ScheduleOption.runPrefix + labels[index] + number
      )
    }
  }
}
