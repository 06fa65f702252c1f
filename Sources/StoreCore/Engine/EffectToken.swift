import Synchronization

/// The identity of one started effect, shared by its task, its sender and its engine.
package final class EffectToken: Sendable {
  /// How far an effect has come.
  package enum Phase: UInt8, AtomicRepresentable, Sendable {
    /// Its operation has not returned.
    case running

    /// Its operation has returned by itself.
    case finished

    /// It was cancelled; whatever it still sends is dropped.
    case cancelled
  }

  /// The effect's number, counted from 1 in the order in which a store starts its effects.
  package let id: Int

  /// What can be said of the effect without running it.
  package let description: EffectDescription

  /// What kind of work the effect is. Another module that asks the description for it copies all of that.
  package var kind: EffectDescription.Kind { description.kind }

  /// The tree of effects that it belongs to.
  package let tree: EffectTree

  /// What its engine knows of the effect while it runs.
  package internal(set) var record: EffectRecord? {
    get { storedRecord }
    set { storedRecord = newValue }
  }

  /// What its engine knows of the effect while it runs.
  ///
  /// It is unsafe for a token that travels with tasks, and safe because only the engine touches it, and its host while the
  /// engine calls it.
  nonisolated(unsafe) private var storedRecord: EffectRecord?

  /// How far the effect has come.
  private let storedPhase = Atomic(Phase.running)

  /// Makes the identity of an effect that is about to start.
  package init(id: Int, description: EffectDescription, tree: EffectTree) {
    self.id = id
    self.description = description
    self.tree = tree
  }

  /// How far the effect has come.
  package var phase: Phase { storedPhase.load(ordering: .acquiring) }

  /// Notes that the effect has left the running phase; the first to say how, wins.
  ///
  /// - Returns: Whether this call ended the running phase.
  @discardableResult
  package func leave(for phase: Phase) -> Bool {
    storedPhase.compareExchange(expected: .running, desired: phase, ordering: .acquiringAndReleasing).exchanged
  }

  /// Whether what the effect sends must be dropped.
  package var isCancelled: Bool { phase == .cancelled || tree.isCancelled }
}
