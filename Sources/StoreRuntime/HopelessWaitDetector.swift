import Synchronization

/// A wait that only the test can end, by a task without an owner: a sleep in the test's time, or an unanswered call.
package protocol WaitForTest: Sendable {
  /// The condition of the wait; nil if it has ended, or its test.
  var condition: WaitCondition? { get }

  /// Ends the wait as hopeless.
  func end()
}

package struct WaitCondition {
  /// The number of actions of the test so far, any of which may end such waits.
  package let actions: Int

  /// Whether the test's own task can't continue before the wait ends; nil if that is unknown.
  package let holdsTest: Bool?

  /// Whether the test is taken to run: nothing tells of its end.
  package let isTestRunning: Bool

  package init(actions: Int, holdsTest: Bool?, isTestRunning: Bool) {
    self.actions = actions
    self.holdsTest = holdsTest
    self.isTestRunning = isTestRunning
  }
}

/// A detector of tests that wait for themselves, so that such a test fails instead of hanging.
///
/// The test's own task may sleep in a time that only it advances, or wait for a task that does. Another task of the test
/// may still advance the time, so the detector waits for a second of real time in which that doesn't happen. If the
/// runtime doesn't reveal who waits for the sleeping task, that takes ``patientLimit``, and a running test: outside of
/// one, a task may sleep for ever.
package final class HopelessWaitDetector: Sendable {
  /// The detector of the process. Tests share no state of it, as it judges each wait separately.
  package static let shared = HopelessWaitDetector()

  private static let interval = Duration.milliseconds(50)

  /// The number of samples after which a wait is hopeless that the test's own task waits for.
  private static let limit = 20

  /// The number of samples after which a wait is hopeless that the test's own task may wait for: half a minute.
  private static let patientLimit = 600

  /// A wait with its last sample.
  private struct Watched {
    let wait: any WaitForTest
    var actions = -1

    /// The number of samples without an action, and of those in which the test was known to wait.
    var still = 0
    var held = 0
  }

  private struct State {
    var watched: [Watched] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  /// Begins to watch a wait.
  package func watch(_ wait: any WaitForTest) {
    guard add(wait) else { return }
    // The samples are taken on the shared pool: on an overloaded machine, they slow down with the tests.
    MovedTasks.$isExempt.withValue(true) {
      _ = Task.detached {
        repeat { try? await Task.sleep(for: Self.interval) } while self.sample()
      }
    }
  }

  /// Adds a wait to the samples.
  ///
  /// - Returns: Whether no thread takes samples yet, so that the caller must.
  func add(_ wait: any WaitForTest) -> Bool {
    state.withLock { state in
      state.watched.append(Watched(wait: wait))
      defer { state.isRunning = true }
      return !state.isRunning
    }
  }

  /// Samples all waits, and ends those that are hopeless.
  ///
  /// - Returns: Whether any wait is left.
  func sample() -> Bool {
    // The conditions take other locks, and the waits are released outside of this one.
    let all = state.withLock { state in
      defer { state.watched = [] }
      return state.watched
    }
    var (rest, hopeless): ([Watched], [Watched]) = ([], [])
    for var watched in all {
      guard let condition = watched.wait.condition else { continue }
      let isStill = condition.actions == watched.actions
      watched.actions = condition.actions
      watched.still = isStill && condition.isTestRunning && condition.holdsTest == nil ? watched.still + 1 : 0
      watched.held = isStill && condition.holdsTest == true ? watched.held + 1 : 0
      let isHopeless = watched.held >= Self.limit || watched.still >= Self.patientLimit
      if isHopeless { hopeless.append(watched) } else { rest.append(watched) }
    }
    for watched in hopeless { watched.wait.end() }
    return state.withLock { state in
      state.watched += rest
      state.isRunning = !state.watched.isEmpty
      return state.isRunning
    }
  }
}
