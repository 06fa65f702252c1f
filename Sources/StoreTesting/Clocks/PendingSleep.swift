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

  /// Who sleeps, and until when.
  public var description: String {
    guard let effect, let site else { return "a task that is no effect sleeps until \(deadline)" }
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
      state.sleepers.inOrder.map { ($0.deadline, $0.scope?.token.description) }
    }
    .map { deadline, effect in
      PendingSleep(deadline: deadline, effect: effect?.label, site: effect?.site)
    }
  }

  /// Makes sure that nobody sleeps on the clock.
  ///
  /// - Throws: ``SuspensionError``, which names who does.
  public func checkSuspension() throws {
    let sleeps = pendingSleeps
    if !sleeps.isEmpty { throw SuspensionError(sleeps: sleeps) }
  }
}
