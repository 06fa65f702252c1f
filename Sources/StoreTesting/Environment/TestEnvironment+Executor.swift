import StoreCore

extension TestEnvironment: ExecutorOwner {
  package func willEnqueue(_ job: UnownedJob, of owner: (any TaskOwner)?, isPreferred: Bool) {
    order.willEnqueue(job, of: owner as? InFlightEffect, isPreferred: isPreferred, in: self)
  }

  /// Wakes the test if it waits at any of its stores.
  package func wakeCompanions() {
    guard let owner else { return }
    for environment in run.stores(of: owner) { environment.executor.signal.send() }
  }

  package func threadIsBlocked(by task: UInt64, hasMore: Bool) {
    let effect = inFlightEffects.effect(ofTask: task)?.token.description
    let name = effect.map { "The \($0.titlePhrase)" } ?? "Work of the feature"
    let site = effect.map { " It was made at \($0.site)." } ?? ""
    let others =
      hasMore
      ? "Other work of the same store waits for that thread. If the effect waits for that work, neither can continue."
      : "No other work of the store can run meanwhile."
    giveUp(
      "\(name) blocks the test's thread, and has done nothing for \(hasMore ? "1 s" : "10 s").",
      details: """
        \(others)\(site)

        Await another task. Don't wait for it with a semaphore, a lock or a run loop. The store has ended.
        """
    )
  }
}

extension TestEnvironment {
  /// The environment of the store whose queue the current thread drains.
  package static var drainedHere: TestEnvironment? { TestExecutor.drainedHere?.owner as? TestEnvironment }

  /// Whether the current thread is the test's, or drains a queue of one of its stores.
  package var isOnThreadOfTest: Bool {
    guard let draining = TestExecutor.drainedHere else { return isOnTestTask }
    return draining === executor || owner != nil && (draining.owner as? TestEnvironment)?.owner == owner
  }
}
