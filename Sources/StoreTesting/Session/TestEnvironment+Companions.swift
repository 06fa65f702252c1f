import Synchronization

// Effects of one store may resume tasks of another, by a shared stream, lock or sender. A test with several stores
// calls them one at a time, so each call runs the ready work of all of them.
extension TestEnvironment {
  /// A weak reference to a store.
  private struct Companion {
    /// The identity of the store, which is compared without a strong reference.
    let id: ObjectIdentifier

    /// The signal that wakes the test waiting at the store.
    let signal: WorkSignal

    weak let environment: TestEnvironment?
  }

  /// The live stores, by the task that made them.
  private static let companions = Mutex<[Int: [Companion]]>([:])

  /// Registers the store with the others of the same task.
  func joinCompanions() {
    guard let owner else { return }
    let new = Companion(id: ObjectIdentifier(self), signal: executor.signal, environment: self)
    Self.companions.withLock { $0[owner, default: []].append(new) }
    let all = Self.companions(of: owner).filter { !$0.isEnded }
    if all.count > 1 { for environment in all { environment.executor.companionsKey.store(owner, ordering: .relaxed) } }
  }

  /// Unregisters the store.
  func leaveCompanions() {
    guard let owner else { return }
    let id = ObjectIdentifier(self)
    Self.companions.withLock { companions in
      companions[owner]?.removeAll { $0.id == id }
      if companions[owner]?.isEmpty ?? false { companions[owner] = nil }
    }
  }

  /// Returns the stores of a task, in order. They leave the lock before their release, as this may be a last reference.
  private static func companions(of owner: Int) -> [TestEnvironment] {
    companions.withLock { companions in companions[owner, default: []].compactMap(\.environment) }
  }

  /// Wakes the test if it waits at any of its stores.
  ///
  /// - Parameter owner: The test's task.
  static func wakeCompanions(of owner: Int) {
    let signals = companions.withLock { companions in companions[owner, default: []].map(\.signal) }
    for signal in signals { signal.send() }
  }

  /// Runs the ready work of all stores that the test's task has made, until there is none left.
  ///
  /// - Parameter hasRun: Whether any work has run so far.
  /// - Returns: Whether any work has run.
  func settleCompanions(hasRun: Bool) async -> Bool {
    guard let owner, isTestsOwnTask else { return hasRun }
    let all = Self.companions(of: owner)
    // Each round runs several items.
    let limit = max(stepLimit.load(ordering: .relaxed) / 10, 1)
    var hasRun = hasRun
    for _ in 0..<limit {
      guard let next = all.first(where: { !$0.isEnded && $0.scheduler == nil && !$0.executor.isEmpty }) else {
        return hasRun
      }
      hasRun = await next.settleAlone() || hasRun
    }
    stopLivelock(after: limit)
    return true
  }
}
