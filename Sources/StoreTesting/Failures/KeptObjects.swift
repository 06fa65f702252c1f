import Synchronization
import Testing

/// One object for each test case, shared by all code of the case and invisible to other tests.
///
/// Swift Testing doesn't signal the end of a test, so an object remains until the test runs again in the same process.
enum KeptObjects {
  /// A test case.
  private struct Key: Hashable {
    let test: Test.ID

    /// The case as text. The text contains a number if two cases have arguments with the same text.
    let testCase: String
  }

  private struct Kept {
    let object: any AnyObject & Sendable

    /// The task of the test itself, if that task requested the object.
    var body: UInt64?
  }

  /// The objects by case.
  private static let all = Mutex<[Key: Kept]>([:])

  /// Returns the object of a case, and creates it on first use.
  static func object(
    for test: Test,
    _ testCase: Test.Case?,
    _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    let key = Key(test: test.id, testCase: testCase.map { String(describing: $0) } ?? "")
    let body = bodyTask
    let made = make()
    // The replaced object is released outside of the lock, as it may hold the last reference to a user's values.
    let (object, replaced) = all.withLock { all -> (any AnyObject & Sendable, Kept?) in
      guard let known = all[key], known.body == nil || body == nil || known.body == body else {
        return (made, all.updateValue(Kept(object: made, body: body), forKey: key))
      }
      if known.body == nil { all[key]?.body = body }
      return (known.object, nil)
    }
    withExtendedLifetime(replaced) {}
    return object
  }

  /// The running task, if it is the task of a test itself. Swift Testing names such tasks.
  private static var bodyTask: UInt64? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    guard Task.name?.hasPrefix("[Swift Testing]") == true, let task = Runtime.current.currentTask else { return nil }
    return task.number == 0 ? UInt64(task.identity) : task.number
  }
}
