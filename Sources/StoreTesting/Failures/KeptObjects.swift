import Synchronization
import Testing

/// One object for each case of each test, for what all code of a test shares and no other test may see.
///
/// The library doesn't tell when a test ends, so an object stays, unless its test is run again in the same process.
enum KeptObjects {
  /// A case of a test.
  private struct Key: Hashable {
    let test: Test.ID

    /// The case. Its text holds a number where the arguments of two cases have the same text.
    let testCase: String
  }

  private struct Kept {
    let object: any AnyObject & Sendable

    /// The task of the test itself, if that has asked for the object.
    var body: UInt64?
  }

  /// What is kept, by case.
  private static let all = Mutex<[Key: Kept]>([:])

  /// The object of a case, made if there is none.
  static func object(
    for test: Test,
    _ testCase: Test.Case?,
    _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    let key = Key(test: test.id, testCase: testCase.map { String(describing: $0) } ?? "")
    let body = bodyTask
    let made = make()
    // What is replaced is handed out, as it may be the last to hold values of the user.
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

  /// The running task, if it is that of a test itself, which the library has given a name.
  private static var bodyTask: UInt64? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    guard Task.name?.hasPrefix("[Swift Testing]") == true, let task = Runtime.current.currentTask else { return nil }
    return task.number == 0 ? UInt64(task.identity) : task.number
  }
}
