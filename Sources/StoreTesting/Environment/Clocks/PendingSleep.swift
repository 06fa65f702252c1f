import StoreCore
public import StoreDependencies
import Synchronization

/// A task that sleeps on a test clock.
public struct PendingSleep: Sendable, CustomStringConvertible {
  /// The time at which the sleep ends.
  public let deadline: TestClock.Instant

  /// The label of the effect that sleeps; nil if the task belongs to no effect.
  public let effect: String?

  /// The line that made the effect; nil if the task belongs to no effect.
  public let site: CallSite?

  /// The name of the sleeping task, if it has one and belongs to no effect.
  public let task: String?

  /// The sleeping task and its deadline.
  public var description: String {
    guard let effect, let site else {
      return "a task that is no effect\(task.map { ", \"\($0)\"," } ?? "") sleeps until \(deadline)"
    }
    return "\(effect), made at \(site), sleeps until \(deadline)"
  }
}

/// An error that reports unexpected sleeps on a clock.
public struct SuspensionError: Error, CustomStringConvertible {
  /// The sleeps, in the order of their deadlines.
  public let sleeps: [PendingSleep]

  /// The sleeping tasks and their deadlines.
  public var description: String {
    "A task sleeps on the clock: " + sleeps.map(\.description).joined(separator: "; ")
  }
}

extension TestClock {
  /// The pending sleeps, in the order of their deadlines.
  public var pendingSleeps: [PendingSleep] {
    state.withLock { state in
      state.sleepers.inOrder.map { ($0.deadline, $0.effect?.token.description, $0.task) }
    }
    .map { deadline, effect, task in
      PendingSleep(deadline: deadline, effect: effect?.label, site: effect?.site, task: task)
    }
  }

  /// Runs all work that can run now, and throws if a task then sleeps on the clock.
  ///
  /// Tasks that the test has just started may first sleep or end. Tasks on executors that the test can't observe get a
  /// short time to do so.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: ``SuspensionError``, which names the sleeping tasks.
  public func checkSuspension(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await settle(forCheckAt: site)
    let sleeps = pendingSleeps
    if !sleeps.isEmpty { throw SuspensionError(sleeps: sleeps) }
  }
}
