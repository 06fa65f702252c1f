import Synchronization

// Effects of one store may resume tasks of another, through a shared stream, lock or sender. A test calls its stores
// one at a time, so each call runs the ready work of all of them.
extension TestEnvironment {
  /// Registers the store with the others of the test.
  func joinCompanions() {
    guard let owner, run.add(self) else { return }
    let live = run.stores(of: owner).filter { !$0.isEnded }
    guard live.count > 1 else { return }
    for environment in live { environment.executor.hasCompanions = true }
  }

  /// Whether the test has made other stores.
  var hasCompanions: Bool { executor.hasCompanions }

  /// The other stores that the test's task has created.
  package var companions: [TestEnvironment] {
    guard hasCompanions, let owner, isOnTestTask else { return [] }
    return run.stores(of: owner).filter { $0 !== self && !$0.isEnded }
  }

  /// Runs the ready work of all stores that the test's task has created, until no work is left. Events that are not
  /// chosen yet stay open.
  ///
  /// - Parameter work: The work of the step so far.
  package func settleCompanions(_ work: inout StepWork) async {
    guard let owner, isOnTestTask else { return }
    let all = run.stores(of: owner)
    // Each round runs several items.
    let limit = max(stepLimit.load(ordering: .relaxed) / 10, 1)
    for _ in 0..<limit {
      guard let next = all.first(where: { !$0.isEnded && !$0.executor.isEmpty }) else { return }
      next.joinStep()
      var workOfNext = next.makeWork()
      await next.runToRest(&workOfNext)
      if workOfNext.hasRun { work.hasRun = true }
    }
    stopLivelock(after: limit)
  }

  /// Joins the step of another store: its failures go where those of that step go. Its effects have the task locals of
  /// its own last step.
  private func joinStep() {
    stepNumber.add(1, ordering: .relaxed)
    reporter.joinStep()
  }
}

extension TestRun {
  /// Returns the existing stores that a task has created, in order.
  func stores(of task: TaskReference) -> [TestEnvironment] {
    stores.compactMap { $0 as? TestEnvironment }.filter { $0.owner == task }
  }
}

/// The identity of a store among all stores, including released ones. It leads to the store until the test releases it.
///
/// An address isn't sufficient: a new store often has the address of a released one. Performance: a weak reference would
/// make each reference count of the store take much longer.
package final class StoreIdentity: Hashable, Sendable {
  private let existing = Mutex<TestEnvironment?>(nil)

  /// The store, until the test releases it.
  var store: TestEnvironment? { existing.withLock(\.self) }

  func set(_ store: TestEnvironment?) {
    // The caller holds the old store, so it isn't released under the lock.
    existing.withLock { $0 = store }
  }

  package static func == (first: StoreIdentity, second: StoreIdentity) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
