import Synchronization

extension RuntimeIssue {
  /// Reports the issue to the observer, otherwise to the test library, otherwise to standard error.
  ///
  /// - Parameters:
  ///   - observer: The observer of the dependencies that were misused.
  ///   - bridge: The connection to the test library.
  package func report(
    to observer: (any DependencyObserver)?,
    through bridge: (any RuntimeIssueBridging.Type)? = Self.bridge
  ) {
    if let observer {
      observer.issueOccurred(self)
    } else if let bridge {
      bridge.report(self)
    } else {
      StandardError.write("\(site.filePath):\(site.line): warning: \(headline)")
    }
  }
}

/// A connection to the test library, for issues without an observer and for the running test.
///
/// This module ships in apps and must not import Testing. So it looks up the only conforming type by name. See
/// ``RuntimeIssue/bridge``.
package protocol RuntimeIssueBridging: SendableMetatype {
  /// Reports an issue as a failure of the running test.
  static func report(_ issue: RuntimeIssue)

  /// Returns the object that is stored for the running test; nil outside of tests. The first call in a test makes it.
  static func kept(_ make: () -> any AnyObject & Sendable) -> (any AnyObject & Sendable)?
}

extension RuntimeIssue {
  /// The bridge in the module StoreTesting, if the process has loaded that module.
  package static var bridge: (any RuntimeIssueBridging.Type)? { lookup.bridge }

  /// The string is the mangled name of `enum RuntimeIssueBridge` in the module `StoreTesting`.
  private static let lookup = BridgeLookup {
    _typeByName("12StoreTesting18RuntimeIssueBridgeO") as? any RuntimeIssueBridging.Type
  }
}

/// A bridge that is looked up until it is found, as an app that hosts tests runs before they are loaded.
package final class BridgeLookup: Sendable {
  private let found = Mutex<(any RuntimeIssueBridging.Type)?>(nil)
  private let find: @Sendable () -> (any RuntimeIssueBridging.Type)?

  package init(_ find: @escaping @Sendable () -> (any RuntimeIssueBridging.Type)?) { self.find = find }

  package var bridge: (any RuntimeIssueBridging.Type)? {
    found.withLock { found in
      found = found ?? find()
      return found
    }
  }
}

/// An observer of the dependencies that code uses.
///
/// A test store is an observer: it attributes each use to the step that caused it. The observer is part of the
/// dependency values, so it reaches every child task and every `Task {}` of the observed code.
package protocol DependencyObserver: AnyObject, Sendable {
  /// Receives each read of a dependency, before the value is resolved.
  ///
  /// - Parameter key: The type of the key that is read.
  func dependencyAccessed(_ key: any TestDependencyKey.Type)

  /// Receives each issue, and decides where to report it.
  func issueOccurred(_ issue: RuntimeIssue)

  /// Returns the wait of the current task, which is about to wait for the next change of a source.
  ///
  /// - Parameter source: The source as text.
  /// - Returns: The wait; nil if the observer doesn't know the task.
  func wait(forChangeOf source: String) -> (any SourceWait)?
}

extension DependencyObserver {
  package func wait(forChangeOf source: String) -> (any SourceWait)? { nil }
}

/// The wait of a task for the next change of a source, as its observer knows it.
package protocol SourceWait: AnyObject, Sendable {
  /// Begins the wait, in the task, under the lock of the source.
  ///
  /// - Returns: Whether to call ``wakeTest()``, outside of locks.
  func begin() -> Bool

  /// Wakes a waiting test, as the task is suspended now.
  func wakeTest()

  /// Ends the wait, before the task is resumed.
  func end()
}
