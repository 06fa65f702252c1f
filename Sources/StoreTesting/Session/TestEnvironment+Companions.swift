import Synchronization

// Effects of one store may resume tasks of another: by a stream, a lock or a sender that both use. A test that has made both calls one at
// a time, so each call runs what is ready in all of them.
extension TestEnvironment {
  /// A store that does not live longer for being known here.
  private struct Companion {
    /// The store's identity, which is compared without a reference to it.
    let id: ObjectIdentifier

    /// Wakes the test that waits at the store.
    let signal: WorkSignal

    /// The store.
    weak let environment: TestEnvironment?
  }

  /// The stores that are there, by the task that has made them.
  private static let companions = Mutex<[Int: [Companion]]>([:])

  /// Makes the store known to the others that the same task has made.
  func joinCompanions() {
    guard let owner else { return }
    let new = Companion(id: ObjectIdentifier(self), signal: executor.signal, environment: self)
    Self.companions.withLock { $0[owner, default: []].append(new) }
    let all = Self.companions(of: owner)
    if all.count > 1 { for environment in all { environment.executor.companionsKey.store(owner, ordering: .relaxed) } }
  }

  /// Forgets the store.
  func leaveCompanions() {
    guard let owner else { return }
    let id = ObjectIdentifier(self)
    Self.companions.withLock { companions in
      companions[owner]?.removeAll { $0.id == id }
      if companions[owner]?.isEmpty ?? false { companions[owner] = nil }
    }
  }

  /// The stores that a task has made, in order. They are handed out, as one may be released with the reference that is taken here.
  private static func companions(of owner: Int) -> [TestEnvironment] {
    companions.withLock { companions in companions[owner, default: []].compactMap(\.environment) }
  }

  /// Wakes the test, if it waits at any of the stores that it has made.
  ///
  /// - Parameter owner: The test's task.
  static func wakeCompanions(of owner: Int) {
    let signals = companions.withLock { companions in companions[owner, default: []].map(\.signal) }
    for signal in signals { signal.send() }
  }

  /// Runs what is ready in any store that the test's task has made, until nothing is.
  ///
  /// - Parameter hasRun: Whether anything has run so far.
  /// - Returns: Whether anything has run.
  func settleCompanions(hasRun: Bool) async -> Bool {
    guard let owner, isTestsOwnTask else { return hasRun }
    let all = Self.companions(of: owner)
    // Each of these is a step by itself, in which several items are done.
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
