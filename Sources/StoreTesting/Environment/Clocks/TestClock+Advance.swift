import StoreDependencies
import Synchronization

extension TestClock {
  /// Advances the time by a duration.
  ///
  /// When this returns, all work that was due within the duration has run. Its feedback waits for `receive`. In a test
  /// at ``Exhaustivity/strict``, an advance that wakes a task must end at a deadline.
  ///
  /// - Parameters:
  ///   - duration: The duration; zero runs the work that can run now. A negative duration, or one beyond the clock's
  ///     range, is a failure, and the time doesn't change.
  ///   - limit: The greatest number of times that one effect may wake; effects of one name and line count as one. It
  ///     also bounds the wakes of all effects within a second of the clock; a tenth of it those of other tasks, and its
  ///     hundredfold those of the whole advance. More count as an endless loop, which is a failure.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func advance(
    by duration: Duration = .zero,
    limit: Int = 100_000,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard duration >= .zero else {
      return test.report(
        .misuse,
        "The clock can't be moved by the negative duration \(duration.text): time never goes backwards.",
        details: "The clock is still at \(now).",
        at: site
      )
    }
    let (target, overflow) = now.offset.attoseconds.addingReportingOverflow(duration.attoseconds)
    guard !overflow else {
      return test.report(
        .misuse,
        "The clock can't be moved by \(duration.text): that is more time than it can count.",
        details: "The clock is still at \(now). To run all sleeping tasks, call 'run()'.",
        at: site
      )
    }
    await move(to: Instant(offset: Duration(attoseconds: target)), limit: limit, at: site)
  }

  /// Advances the time to an instant.
  ///
  /// In a test at ``Exhaustivity/strict``, an advance that wakes a task must end at a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The new time. An instant before ``now`` is a failure, and the time doesn't change.
  ///   - limit: The greatest number of times that one effect may wake; effects of one name and line count as one. It
  ///     also bounds the wakes of all effects within a second of the clock; a tenth of it those of other tasks, and its
  ///     hundredfold those of the whole advance. More count as an endless loop, which is a failure.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func advance(
    to deadline: Instant,
    limit: Int = 100_000,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard deadline >= now else {
      return test.report(
        .misuse,
        "The clock can't be moved back to \(deadline): time never goes backwards.",
        details: "The clock is still at \(now).",
        at: site
      )
    }
    await move(to: deadline, limit: limit, at: site)
  }

  /// Advances the time until no task sleeps.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of sleeps that may end. A timer never stops sleeping, so it reaches the limit.
  ///     Reaching the limit is a failure that names the sleeping tasks.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func run(
    limit: Int = 100_000,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !isAfterEnd(site) else { return }
    let end = Instant(offset: Duration(attoseconds: .max))
    let isOver = await pass(to: end, site, limit: limit, endsAtTarget: false)
    if isOver == false, !pendingSleeps.isEmpty { reportUnfinishedSleep(after: limit, at: site) }
  }

  private func reportUnfinishedSleep(after limit: Int, at site: CallSite) {
    let sleeps = pendingSleeps.map { "• \($0)" }.joined(separator: "\n")
    test.report(
      .unfinishedSleep,
      "After \(limit) sleeps have ended, up to \(now), a task still sleeps.",
      details: """
        \(sleeps)

        A timer sleeps again each time it wakes. Advance the clock by an amount, or cancel the effect first.
        """,
      at: site
    )
  }

  /// Advances the time to a target, and wakes the due sleepers on the way.
  func move(to target: Instant, limit: Int = .max, at site: CallSite) async {
    guard !isAfterEnd(site) else { return }
    let start = beginWakeRecord(limit: limit)
    guard await pass(to: target, site) != nil else { return }
    if let loop = state.withLock({ $0.wakeCounter.take()?.loop }) { return stop(loop, before: target, at: site) }
    state.withLock { $0.now = max($0.now, target) }
    reportOvershoot(from: start, to: target, at: site)
  }

  /// Wakes the sleepers that are due up to an instant, in the order of events. Runs all work after each.
  ///
  /// - Returns: Whether the instant was reached within the limit; nil, after reporting it, if a step of another task runs.
  @inline(__always)
  func pass(
    to target: Instant,
    _ site: CallSite,
    limit: Int = .max,
    endsAtTarget: Bool = true
  ) async -> Bool? {
    guard let (only, stores) = beginSteps(site) else { return nil }
    defer {
      only?.endStep()
      for store in stores { store.endStep() }
    }
    let isOver = await Hooks.order.move(self, to: target, site, limit: limit, endsAtTarget: endsAtTarget)
    await only?.giveLateAnswers()
    for store in stores { await store.giveLateAnswers() }
    return isOver
  }

  /// Runs all work that can run now, without advancing the time, until a task sleeps or no work is left.
  func settle(forCheckAt site: CallSite) async {
    if store.map({ !$0.isEnded }) ?? true { _ = await pass(to: now, site) }
    // Tasks of the test that can't be observed may run in the pool, or on a separate executor.
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: Hooks.order.waitsForUnseenWork ? .milliseconds(20) : .zero)
    repeat { await Turns.passMainActorAndPool(times: 8) } while pendingSleeps.isEmpty && clock.now < end
  }

  /// Whether the store that owns the clock has ended. If so, reports that.
  func isAfterEnd(_ site: CallSite) -> Bool {
    guard let store, store.isEnded else { return false }
    if !store.isAbandoned {
      test.report(
        .usedAfterEnd,
        "The test moved the clock of a store after the store had ended.",
        details: "The call did nothing. Make 'finish()' the last call of a store.",
        at: site
      )
    }
    return true
  }
}

// MARK: - Participants

extension TestClock {
  /// Records that a store uses the clock, so that advancing the clock runs the store's effects.
  ///
  /// Two concurrent tests can't share a clock: each of them fails once.
  func join(_ environment: TestEnvironment) {
    guard !environment.isEnded else { return }
    // The others are read in the same step in which the store is added: of two that join at once, one sees the other.
    let others: [StoreIdentity]? = state.withLock { state in
      if state.participants.contains(where: { $0 === environment.identity }) { return nil }
      defer { state.participants.append(environment.identity) }
      return state.participants
    }
    guard let others else { return }
    // A model has its clock from the test, and so the store learns of it here.
    if environment.watch.model != nil { _ = environment.executor.post { environment.session?.adopt(self) } }
    let environmentsOfOtherTests = others.compactMap(\.store).filter { !$0.isEnded && $0.isForeign(to: environment) }
    guard !environmentsOfOtherTests.isEmpty else { return }
    leave(environmentsOfOtherTests + [environment])
    environment.reportSharing()
    // Two stores of one test cause only one failure.
    var reported: [TestEnvironment] = []
    for other in environmentsOfOtherTests {
      let isReported = reported.contains { !$0.isForeign(to: other) }
      if isReported { other.abandon() } else { other.reportSharing() }
      reported.append(other)
    }
  }

  /// Begins a step in the stores of the current test that use the clock. An effect may advance the clock within a step
  /// of its test.
  ///
  /// - Returns: The stores whose step the caller must end; nil, after reporting it, if a step of another task runs.
  private func beginSteps(_ site: CallSite) -> (only: TestEnvironment?, stores: [TestEnvironment])? {
    let task = Runtime.currentTask
    // Performance: most tests have one store and its own clock.
    if let only = onlyStore, only.isTestTask(task), InFlightEffect.current == nil {
      return only.beginStep("advance", at: site, by: task) ? (only, []) : nil
    }
    guard InFlightEffect.running == nil else { return (nil, []) }
    let all = dropEndedStores()
    var begun: [TestEnvironment] = []
    for store in all where store.isTestTask(task) || !store.context.isForeignHere {
      guard store.beginStep("advance", at: site, by: task) else {
        for store in begun { store.stepOwner.end() }
        return nil
      }
      begun.append(store)
    }
    return (nil, begun)
  }

  /// The store that owns the clock, if no other uses it.
  private var onlyStore: TestEnvironment? { state.withLock { $0.isUsed(onlyBy: store) } ? store : nil }

  /// Removes the stores that have ended or are released.
  ///
  /// - Returns: The remaining stores.
  private func dropEndedStores() -> [TestEnvironment] {
    let all = state.withLock(\.participants)
    let live = all.compactMap(\.store).filter { !$0.isEnded }
    guard live.count < all.count else { return live }
    let gone = all.filter { one in !live.contains { $0.identity === one } }
    state.withLock { $0.participants.removeAll { gone.contains($0) } }
    return live
  }

  /// Stops running the effects of stores when the clock advances.
  private func leave(_ stores: [TestEnvironment]) {
    state.withLock { state in
      state.participants.removeAll { one in stores.contains { $0.identity === one } }
    }
  }

  /// Runs the work that can run now, in all stores that use the clock and in the test's own tasks, until no work is
  /// left.
  ///
  /// - Parameters:
  ///   - site: The line of the step.
  ///   - hasBegun: Whether the step has settled before. With a single store, the first settling begins the step.
  @inline(__always)
  func settle(_ site: CallSite, hasBegun: Bool = false) async {
    // A test on an actor may have started tasks there. No domain records such tasks.
    let isOnActor = isOnActor()
    let domain = self.domain.flatMap { $0.isUsed || isOnActor ? $0 : nil }
    let only = onlyStore
    let environments = only == nil ? stores : []
    if environments.count > 1 || domain != nil {
      return await settle(environments, domain: domain, at: site, hasBegun: hasBegun)
    }
    guard let environment = only ?? environments.first else { return }
    if !hasBegun, environment.begin(advanceAt: site) { environment.noteSharedStep(at: site) }
    await environment.settle()
  }

  /// Runs the work that can run now, in several stores and in the test's own tasks, until no work is left.
  private func settle(
    _ environments: [TestEnvironment],
    domain: TaskDomain?,
    at site: CallSite,
    hasBegun: Bool
  ) async {
    let execution = hasBegun ? nil : SharedExecution()
    for environment in environments where environment.begin(advanceAt: site) {
      if let execution { environment.noteSharedStep(at: site, in: execution) }
    }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for environment in environments where await environment.settle() { isSettled = false }
      switch await domain?.settle() {
      case true?: isSettled = false
      case false?: break
      case nil where domain == nil: break
      case nil: return reportLivelock(site)
      }
    }
  }

  /// Reports tasks of the test that run in an endless loop.
  private func reportLivelock(_ site: CallSite) {
    test.report(
      .livelock,
      "Tasks that the test has started run endlessly, while no time passes.",
      details: "Let them wait on the clock, or end.",
      at: site
    )
  }
}

private func isOnActor(_ isolation: isolated (any Actor)? = #isolation) -> Bool {
  isolation != nil
}
