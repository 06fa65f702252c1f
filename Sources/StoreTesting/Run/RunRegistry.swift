import Synchronization
import Testing

/// The runs of tests without a scope, each found by its test case or its task.
///
/// Swift Testing's public API neither identifies a case of a parameterised test nor signals the end of a test. So a case
/// is identified by its text, and a run with a kept object remains until the test runs again in the same process. A
/// test with a trait of this package needs neither.
enum RunRegistry {
  /// The identity of a test case.
  struct Key: Hashable {
    let test: Test.ID

    /// The case as text; empty without arguments. It contains a number if two cases have arguments with the same text.
    let testCase: String
  }

  private struct Entry {
    weak let run: TestRun?

    /// The run, if it has a kept object.
    var kept: TestRun?

    /// The task of the test itself, if that task has asked for the run.
    var body: UInt64?
  }

  private static let entries = Mutex<[Key: Entry]>([:])

  /// The runs outside of Swift Testing, and of code that has lost its test, by task; by zero outside of tasks.
  private static let runsOfTasks = Mutex<[UInt: WeakRun]>([:])

  private struct WeakRun {
    weak let run: TestRun?
  }

  /// The run of the current code, which the first request makes.
  static var current: TestRun {
    guard let test = Test.current else { return run(ofTask: Runtime.currentTaskIdentity ?? 0) }
    let key = Key(test: test.id, testCase: text(of: Test.Case.current))
    let body = bodyTask
    // The replaced entry is released outside of the lock, as it may hold the last reference to a user's values.
    let (run, replaced) = entries.withLock { entries -> (TestRun, Entry?) in
      let entry = entries[key]
      if let entry, let run = entry.run, entry.body == nil || body == nil || entry.body == body {
        if entry.body == nil, body != nil { entries[key]?.body = body }
        return (run, nil)
      }
      let made = TestRun(of: test, key)
      entries[key] = Entry(run: made, body: body)
      return (made, entry)
    }
    withExtendedLifetime(replaced) {}
    return run
  }

  private static func run(ofTask task: UInt) -> TestRun {
    runsOfTasks.withLock { runs in
      if let run = runs[task]?.run { return run }
      let made = TestRun(of: nil, nil)
      runs[task] = WeakRun(run: made)
      return made
    }
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
    guard Task.name?.hasPrefix("[Swift Testing]") == true, let task = Runtime.currentTask else { return nil }
    return task.number == 0 ? UInt64(task.identity) : task.number
  }
}
