package import StoreDependencies
import Synchronization

/// The identity of one started effect, shared by its task, its sender and its owner.
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

  package let tree: EffectTree
  private let storedPhase = Atomic(Phase.running)

  package init(id: Int, description: EffectDescription, tree: EffectTree) {
    self.id = id
    self.description = description
    self.tree = tree
  }

  /// Makes the identity of work that no engine has started: that which begins while a container is being made.
  ///
  /// - Parameters:
  ///   - name: What failures call the work.
  ///   - site: Where the container is made.
  package convenience init(making name: String, at site: CallSite) {
    let description = EffectDescription(kind: .run, name: name, payload: nil, site: site)
    self.init(id: 0, description: description, tree: EffectTree(site: site))
  }

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
