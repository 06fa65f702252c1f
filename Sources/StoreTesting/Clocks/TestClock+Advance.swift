import StoreDependencies
import Synchronization

extension TestClock {
  /// Lets an amount of time pass.
  ///
  /// Everything that is due within it has run when this returns. The feedback that it sent waits for `receive`.
  ///
  /// - Parameters:
  ///   - duration: How much time passes; zero runs what can run now. A negative duration, and one that the clock can't
  ///     count, is a failure, and no time passes.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func advance(
    by duration: Duration = .zero,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard duration >= .zero else {
      return reportMisuse(
        "The clock can't be moved by the negative duration \(duration.text): time never goes backwards.",
        details: "The clock still stands at \(now).",
        at: site
      )
    }
    let (target, overflow) = now.offset.attoseconds.addingReportingOverflow(duration.attoseconds)
    guard !overflow else {
      return reportMisuse(
        "The clock can't be moved by \(duration.text): that is more time than it can count.",
        details: "The clock still stands at \(now). To let everything run, whenever it is due, call 'run()'.",
        at: site
      )
    }
    await move(to: Instant(offset: Duration(attoseconds: target)), site)
  }

  /// Lets time pass up to an instant.
  ///
  /// - Parameters:
  ///   - deadline: Where time stops. An instant before ``now`` is a failure, and no time passes.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func advance(
    to deadline: Instant,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard deadline >= now else {
      return reportMisuse(
        "The clock can't be moved back to \(deadline): time never goes backwards.",
        details: "The clock still stands at \(now).",
        at: site
      )
    }
    await move(to: deadline, site)
  }

  /// Lets time pass until nobody sleeps.
  ///
  /// - Parameters:
  ///   - limit: How many sleeps may end. A timer never stops sleeping; running into the limit is a failure that names
  ///     who sleeps.
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
    if !isOver, !pendingSleeps.isEmpty { reportUnfinishedSleep(after: limit, site) }
  }

  private func reportUnfinishedSleep(after limit: Int, _ site: CallSite) {
    let sleeps = pendingSleeps.map { "• \($0)" }.joined(separator: "\n")
    TestFailure(
      .unfinishedSleep,
      "After \(limit) sleeps have ended, up to \(now), somebody still sleeps.",
      details: """
        \(sleeps)

        A timer sleeps for ever. Advance the clock by an amount, or cancel the effect first.
        """,
      at: site
    )
    .report(to: nil)
  }

  /// Moves time forward, stopping at each deadline on the way.
  private func move(to target: Instant, _ site: CallSite) async {
    guard !isAfterEnd(site) else { return }
    _ = await pass(to: target, site)
    state.withLock { $0.now = max($0.now, target) }
  }

  /// Stops at each deadline up to an instant, in the order that the scheduler says, if there is one.
  ///
  /// - Returns: Whether the instant was reached within the limit.
  @inline(__always)
  private func pass(
    to target: Instant,
    _ site: CallSite,
    limit: Int = .max,
    endsAtTarget: Bool = true
  ) async -> Bool {
    if let scheduler = Hooks.scheduler {
      return await scheduler.move(self, to: target, site, limit: limit, endsAtTarget: endsAtTarget)
    }
    return await moveInUsualOrder(to: target, site, limit: limit)
  }

  /// Stops at each deadline up to an instant, in the usual order.
  ///
  /// - Returns: Whether the instant was reached within the limit.
  @inline(__always)
  func moveInUsualOrder(to target: Instant, _ site: CallSite, limit: Int = .max) async -> Bool {
    await settle(site)
    var woken = 0
    while wakeNext(by: target) {
      await settle(site, isGoingOn: true)
      woken += 1
      guard woken < limit || pendingSleeps.isEmpty else { return false }
    }
    return true
  }

  /// Lets all run that can run now, without time passing, until somebody sleeps or nothing is left.
  func settle(forCheckAt site: CallSite) async {
    if store.map({ !$0.isEnded }) ?? true { _ = await pass(to: now, site) }
    // Tasks of the test that can't be seen to run are somewhere in the pool, or on an executor of their own.
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: Hooks.scheduler == nil ? .milliseconds(20) : .zero)
    repeat { await Turns.passMainActorAndPool(times: 8) } while pendingSleeps.isEmpty && clock.now < end
  }

  /// Whether the store that the clock belongs to has come to its end, which is reported.
  private func isAfterEnd(_ site: CallSite) -> Bool {
    guard let store, store.isEnded else { return false }
    if !store.isGivenUp {
      TestFailure(
        .usedAfterEnd,
        "The clock of a store was moved after the store had come to its end.",
        details: "Nothing was done. Make 'finish()' the last call of a store.",
        at: site
      )
      .report(to: nil)
    }
    return true
  }
}

// MARK: - Participants

extension TestClock {
  /// Notes that a store uses the clock, so that advancing runs its effects.
  ///
  /// Two tests that run at the same time can't share a clock. It is reported once in each of them.
  func join(_ environment: TestEnvironment) {
    environment.noteJoined(self)
    // All are handed out, as what is referred to here may be released with the reference.
    let others = state.withLock { state in
      let others = state.participants.compactMap(\.environment)
      if !others.contains(where: { $0 === environment }) {
        state.participants = (others.filter { !$0.isEnded } + [environment]).map(Participant.init)
      }
      return others
    }
    let strangers = others.filter { !$0.isEnded && $0.isForeign(to: environment) }
    guard !others.contains(where: { $0 === environment }), !strangers.isEmpty, !environment.isEnded else { return }
    leave(strangers + [environment])
    environment.reportSharing()
    // Two stores of one test make one failure.
    var reported: [TestEnvironment] = []
    for stranger in strangers {
      let isReported = reported.contains { !$0.isForeign(to: stranger) }
      if isReported { stranger.abandon() } else { stranger.reportSharing() }
      reported.append(stranger)
    }
  }

  /// Runs the effects of stores no more when the clock is advanced.
  private func leave(_ environments: [TestEnvironment]) {
    let all = state.withLock { state in
      let all = state.participants.compactMap(\.environment)
      state.participants = all.filter { one in !environments.contains { $0 === one } }.map(Participant.init)
      return all
    }
    withExtendedLifetime(all) {}
  }

  /// Runs what can run now in all stores that use the clock, and in the tasks of the test itself, until nothing is left
  /// in any of them.
  ///
  /// - Parameters:
  ///   - site: The line of the step.
  ///   - isGoingOn: Whether the step has settled once already. Where one store uses the clock, that has begun the step.
  @inline(__always)
  private func settle(_ site: CallSite, isGoingOn: Bool = false) async {
    // A test on an actor may have started tasks there, which no domain has seen.
    let isOnActor = isOnActor()
    let domain = self.domain.flatMap { $0.isUsed || isOnActor ? $0 : nil }
    let (only, environments) = state.withLock { state -> (TestEnvironment?, [TestEnvironment]) in
      // Nearly always one store uses the clock, and this is asked at each deadline.
      guard state.participants.count != 1 || domain != nil else { return (state.participants[0].environment, []) }
      return (nil, state.participants.compactMap(\.environment))
    }
    if environments.count > 1 || domain != nil { return await settle(environments, domain, site) }
    await (only ?? environments.first)?.settle(isGoingOn ? nil : site)
  }

  /// Runs what can run now in several stores, and in the tasks of the test itself, until nothing is left in any of them.
  private func settle(_ environments: [TestEnvironment], _ domain: TaskDomain?, _ site: CallSite) async {
    var isSettled = false
    while !isSettled {
      isSettled = true
      for environment in environments where await environment.settle(site) { isSettled = false }
      switch await domain?.settle() {
      case true?: isSettled = false
      case false?: break
      case nil where domain == nil: break
      case nil: return reportCircles(site)
      }
    }
  }

  /// Reports that tasks of the test itself never come to rest.
  private func reportCircles(_ site: CallSite) {
    TestFailure(
      .livelock,
      "Tasks that the test has started keep running without coming to rest, and without time passing.",
      details: "Let them wait on the clock, or end.",
      at: site
    )
    .report(to: nil)
  }
}

private func isOnActor(_ isolation: isolated (any Actor)? = #isolation) -> Bool {
  isolation != nil
}
