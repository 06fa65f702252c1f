import Synchronization
import Testing

/// What belongs to one running test, or to one case of it: its stores, the domains of its tasks, and its kept object.
///
/// The traits of this package run a test in the scope of its run. Otherwise the run is found by the test case, and
/// outside of Swift Testing by the task.
package final class TestRun: Sendable {
  /// The run whose scope contains the current code; nil in a test without a trait of this package.
  @TaskLocal private static var scoped: TestRun?

  /// The test; nil outside of Swift Testing, and in code that has lost its test.
  let test: Test?

  private struct State {
    /// The existing stores, in the order of their creation.
    var stores: [any ExecutorOwner] = []

    /// The domains of the test's tasks.
    var domains: [WeakDomain] = []

    /// The object that is kept for the whole run.
    var kept: (any AnyObject & Sendable)?

    /// The number of failures of the test.
    var failureCount = 0

    /// Whether the scope of the run has ended.
    var hasEnded = false
  }

  /// A weak reference to a domain, which its clocks and gates retain.
  private struct WeakDomain {
    weak let domain: TaskDomain?
  }

  private let state = Mutex(State())

  /// The key in the registry; nil for a run with a scope, and outside of Swift Testing.
  let key: RunRegistry.Key?

  init(of test: Test?, _ key: RunRegistry.Key?) {
    self.test = test
    self.key = key
  }

  /// The run of the current code.
  static var current: TestRun { scoped ?? RunRegistry.current }

  /// Runs a test in a scope, so that all its code finds the same run.
  package static func scope<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    if scoped != nil { return try await body() }
    let run = TestRun(of: Test.current, nil)
    defer { run.state.withLock { $0.hasEnded = true } }
    return try await $scoped.withValue(run) { try await body() }
  }

  /// Whether the run belongs to a test that is not known to have ended. The end of a run without a scope is unknown.
  var mayRun: Bool { test != nil && !state.withLock(\.hasEnded) }

  /// Whether another run is of another test, or of another case of the same test. Unknown tests don't count.
  func isForeign(to other: TestRun) -> Bool { test != nil && other.test != nil && self !== other }

  /// Whether the current code belongs to another test, or to another case of the same test.
  var isForeignHere: Bool { test != nil && Test.current != nil && Self.current !== self }
}

// MARK: - Stores

extension TestRun {
  /// The existing stores, in the order of their creation.
  var stores: [any ExecutorOwner] { state.withLock(\.stores) }

  /// Adds a store.
  ///
  /// - Returns: Whether the test has others.
  func add(_ store: any ExecutorOwner) -> Bool {
    state.withLock { state in
      state.stores.append(store)
      return state.stores.count > 1
    }
  }

  /// Removes a store.
  func remove(_ store: any ExecutorOwner) {
    // The caller holds the store, so it isn't released under the lock.
    state.withLock { $0.stores.removeAll { $0 === store } }
  }
}

// MARK: - Tasks

extension TestRun {
  /// The domain of the current task, which all its clocks and gates share. It claims the tasks that the task creates
  /// later. Nil for a task of an effect, and outside of tasks.
  var domainOfCurrentTask: TaskDomain? {
    guard TaskLifetime.ownerHere == nil, let task = Runtime.currentTask else { return nil }
    let known = state.withLock(\.domains).lazy.compactMap(\.domain).first { $0.owner == task }
    if let known { return known }
    let made = TaskDomain(of: task)
    state.withLock { $0.domains.append(WeakDomain(domain: made)) }
    return made
  }
}

// MARK: - Failures

extension TestRun {
  private static let failures = Atomic(0)

  /// The number of failures in all runs.
  static var totalFailureCount: Int { failures.load(ordering: .relaxed) }

  /// The number of failures of the test.
  var failureCount: Int { state.withLock(\.failureCount) }

  /// Records a failure of the test.
  func noteFailure() {
    state.withLock { $0.failureCount += 1 }
    Self.failures.add(1, ordering: .relaxed)
  }
}

// MARK: - The kept object

extension TestRun {
  /// Returns the object that is kept for the running test; nil outside of tests. The first call makes it.
  static func kept(_ make: () -> any AnyObject & Sendable) -> (any AnyObject & Sendable)? {
    guard Test.current != nil else { return nil }
    let run = current
    if let known = run.state.withLock(\.kept) { return known }
    let made = make()
    let (kept, isFirst) = run.state.withLock { state -> (any AnyObject & Sendable, Bool) in
      if let known = state.kept { return (known, false) }
      state.kept = made
      return (made, true)
    }
    if isFirst { RunRegistry.keep(run) }
    return kept
  }
}
