import StoreDependencies
import Synchronization
import Testing

/// The runs of tests without a scope, each found by its test case or its task.
///
/// Swift Testing's public API neither identifies a case of a parameterised test nor signals the end of a test. So a case
/// is identified by its text, and a run with a kept object remains until the test runs again in the same process. A
/// test with a trait of this package needs neither.
enum RunRegistry {
  enum Key: Hashable {
    /// A test case. The text contains a number if two cases have arguments with the same text.
    case testCase(Test.ID, String)

    /// A task outside of Swift Testing, or one that has lost its test; zero outside of tasks.
    case task(Int)
  }

  private struct Entry {
    weak let run: TestRun?

    /// The run, if it has a kept object.
    var kept: TestRun?

    /// The task of the test itself, if that task has asked for the run.
    var body: UInt64?
  }

  private static let entries = Mutex<[Key: Entry]>([:])

  /// The run of the current code, which the first request makes.
  static var current: TestRun {
    let test = Test.current
    let key = test.map { Key.testCase($0.id, text(of: Test.Case.current)) } ?? .task(currentTaskIdentity() ?? 0)
    let body = test == nil ? nil : bodyTask
    if let known = known(key, body) { return known }
    let made = TestRun(of: test, key)
    // The replaced entry is released outside of the lock, as it may hold the last reference to a user's values.
    let (run, replaced) = entries.withLock { entries -> (TestRun, Entry?) in
      if let run = known(key, body, &entries) { return (run, nil) }
      return (made, entries.updateValue(Entry(run: made, body: body), forKey: key))
    }
    withExtendedLifetime(replaced) {}
    return run
  }

  private static func known(_ key: Key, _ body: UInt64?) -> TestRun? {
    entries.withLock { known(key, body, &$0) }
  }

  /// Returns the run of a key, unless the task of another test itself has asked for it.
  private static func known(_ key: Key, _ body: UInt64?, _ entries: inout [Key: Entry]) -> TestRun? {
    guard let entry = entries[key], entry.body == nil || body == nil || entry.body == body else { return nil }
    guard let run = entry.run else { return nil }
    if entry.body == nil, body != nil { entries[key]?.body = body }
    return run
  }

  /// Keeps a run until its test runs again.
  static func keep(_ run: TestRun) {
    guard let key = run.key else { return }
    entries.withLock { entries in
      if entries[key]?.run === run { entries[key]?.kept = run }
    }
  }

  private static func text(of testCase: Test.Case?) -> String {
    testCase.map { $0.isParameterized ? String(describing: $0) : "" } ?? ""
  }

  /// The running task, if it is the task of a test itself. Swift Testing names such tasks.
  private static var bodyTask: UInt64? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    guard Task.name?.hasPrefix("[Swift Testing]") == true, let task = Runtime.current.currentTask else { return nil }
    return task.number == 0 ? UInt64(task.identity) : task.number
  }
}
