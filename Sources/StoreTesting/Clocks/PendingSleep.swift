import StoreCore
public import StoreDependencies
import Synchronization

/// Somebody who sleeps on a test clock.
public struct PendingSleep: Sendable, CustomStringConvertible {
  /// When the sleep ends.
  public let deadline: TestClock.Instant

  /// The effect that sleeps, if it is one, as failures name it.
  public let effect: String?

  /// Where the effect was made, if it is one.
  public let site: CallSite?

  /// The name of the task that sleeps, if it is no effect and has one.
  public let task: String?

  /// Who sleeps, and until when.
  public var description: String {
    guard let effect, let site else {
      return "a task that is no effect\(task.map { ", \"\($0)\"," } ?? "") sleeps until \(deadline)"
    }
    return "\(effect), made at \(site), sleeps until \(deadline)"
  }
}

/// There is somebody who sleeps where nobody should.
public struct SuspensionError: Error, CustomStringConvertible {
  /// Who sleeps, in the order in which they are due.
  public let sleeps: [PendingSleep]

  /// Who sleeps, and until when.
  public var description: String {
    "Somebody sleeps on the clock: " + sleeps.map(\.description).joined(separator: "; ")
  }
}

extension TestClock {
  /// Who sleeps on the clock, in the order in which they are due.
  public var pendingSleeps: [PendingSleep] {
    state.withLock { state in
      state.sleepers.inOrder.map { ($0.deadline, $0.scope?.token.description, $0.task) }
    }
    .map { deadline, effect, task in
      PendingSleep(deadline: deadline, effect: effect?.label, site: effect?.site, task: task)
    }
  }

  /// Makes sure that nobody sleeps on the clock, when all has run that can run now.
  ///
  /// Tasks that the test has started a line before are waited for, until they sleep or end. Where they run on executors that can't be
  /// seen, they are given a short while.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: ``SuspensionError``, which names who sleeps.
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
