import Synchronization

/// The identity of one started effect, shared by its task, its sender and its owner.
package final class EffectToken: Sendable {
  /// The progress of an effect.
  package enum Phase: UInt8, AtomicRepresentable, Sendable {
    /// Its operation has not returned.
    case running

    /// Its operation has returned, and it was not cancelled before.
    case finished

    /// It was cancelled. Messages that it still sends are dropped.
    case cancelled
  }

  /// The effect's number, counted from 1 in the order in which a store starts its effects.
  package let id: Int

  /// The metadata of the effect.
  package let description: EffectDescription

  package let group: EffectGroup
  private let storedPhase = Atomic(Phase.running)

  package init(id: Int, description: EffectDescription, group: EffectGroup) {
    self.id = id
    self.description = description
    self.group = group
  }

  package var phase: Phase { storedPhase.load(ordering: .acquiring) }

  /// Ends the running phase. Only the first call has an effect.
  ///
  /// - Returns: Whether this call ended the running phase.
  @discardableResult
  package func leave(for phase: Phase) -> Bool {
    storedPhase.compareExchange(expected: .running, desired: phase, ordering: .acquiringAndReleasing).exchanged
  }

  /// Whether to drop the messages that the effect sends.
  package var isCancelled: Bool { phase == .cancelled || group.isCancelled }
}
