import StoreCore
import Synchronization

extension TestSession: TestEnvironment.ErasedSession {
  var surroundings: (any Surroundings)? { change?.surroundings }

  func adopt(_ clock: TestClock) {
    if time === self.clock { time = clock }
  }

  /// Handles a feedback.
  func enter(_ feedback: any Sendable, from effect: EffectToken) { engine.arrive(feedback, from: effect) }

  /// Handles the end of an operation.
  func enterEnd(of effect: EffectToken, throwing error: (any Error)?) { engine.end(effect, throwing: error) }

  /// Adds a dropped feedback of a cancelled effect to the event log.
  func noteDrop(of feedback: any Sendable, from effect: EffectToken) { note(.dropped(feedback, sender: effect)) }

  /// The number of the next event.
  var eventCount: Int { log.count }

  /// The time of the clock that the feature uses.
  var now: TestClock.Instant { time.now }

  /// Whether any effect is in flight.
  package var hasEffects: Bool { !environment.inFlightEffects.isEmpty }

  /// The in-flight effects, in the order in which they started.
  package var ledger: [LedgerEntry] {
    let all = environment.inFlightEffects.progress.sorted { $0.record.token.id < $1.record.token.id }
    return all.map { ($0.record.token, snapshot(of: $0, among: all)) }
  }

  /// Returns the snapshot of an effect.
  private func snapshot(
    of progress: InFlightEffect.Progress,
    among all: [InFlightEffect.Progress]
  ) -> EffectSnapshot {
    let record = progress.record
    let description = record.token.description
    let wait: EffectSnapshot.Wait =
      if let sleep = progress.nextSleep {
        .sleep(until: sleep.deadline, in: sleep.clock.now.duration(to: sleep.deadline))
      } else if !progress.calls.isEmpty {
        Self.wait(for: progress.calls)
      } else if !progress.sources.isEmpty {
        .change(of: shortened(progress.sources, to: 4).joined(separator: "', '"))
      } else if let awaited = all.first(where: { $0.record.token.id == progress.awaited }) {
        .task(of: awaited.record.token.description.title)
      } else if record.token.isCancelled {
        .cancellation
      } else {
        .outside
      }
    return EffectSnapshot(
      name: description.name,
      label: description.title,
      payload: description.payload,
      message: record.origin.text,
      isFirst: record.origin.message == nil,
      createdAt: description.site,
      startedAt: progress.effect.startedAt,
      startedBy: record.token.group.site,
      waitingOn: wait,
      cancelledBy: record.canceller?.text,
      isCancelled: record.token.isCancelled,
      lastDependency: progress.effect.lastDependency.withLock(\.self).map { "\($0)" },
      feedbackCount: record.feedbackCount,
      hasReturned: progress.hasReturned,
      isHeld: progress.isHeld,
      hasTasks: progress.hasTasks,
      realSleep: wait == .outside ? progress.activity.sleep : nil,
      waitsForActor: wait == .outside && progress.activity == .runnable
    )
  }

  /// Returns the wait for some calls: only for those that the test can answer, if any, and for streams only without
  /// others.
  private static func wait(for calls: [any WaitingCall]) -> EffectSnapshot.Wait {
    let open = calls.filter { !$0.isLeftUnanswered }
    let single = open.filter { !$0.isStream }
    let names = (!single.isEmpty ? single : open.isEmpty ? calls : open).map { "\($0)" }
    let text = shortened(names, to: 4).joined(separator: "', '")
    return single.isEmpty && !open.isEmpty ? .stream(text) : .call(text, hangs: open.isEmpty)
  }

  /// Reports work that runs endlessly, and stops it.
  func stopLivelock(after items: Int) {
    let suspects = ledger.filter { entry in
      if case .sleep = entry.snapshot.waitingOn { false } else { true }
    }
    let names = suspects.map(\.snapshot.label)
    fail(
      .livelock,
      """
      \(names.isEmpty ? "The store's effects run" : names.joined(separator: ", ") + (names.count == 1 ? " runs" : " run")) \
      endlessly: \(count(items, "job")) ran while no time passed.
      """,
      details: paragraphs(
        list(suspects.map(\.snapshot.origin)),
        "Let the effect wait on a clock, or end. If it needs that many jobs, raise 'store.stepLimit'. "
          + "The store has cancelled its effects."
      )
    )
    stopEffects()
  }

  /// Cancels the effects, and ends the store.
  func stopEffects() {
    attachTimeline()
    engine.cancelAll()
    var budget = 10_000
    _ = environment.executor.run(budget: &budget)
    if budget <= 0 { environment.executor.discard() }
    environment.abandon()
  }
}
