import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// The events of one store in one run of an audited test, in order.
final class AuditLog: Sendable {
  /// A wait of the test for an effect outside of its control.
  struct Wait {
    let effect: Int

    /// The number of earlier entries.
    let position: Int

    /// The number of messages that the effect had sent when the wait began.
    let feedbackCount: Int

    let snapshot: EffectSnapshot

    init(_ effect: LedgerEntry, position: Int) {
      self.effect = effect.token.id
      self.position = position
      feedbackCount = effect.snapshot.feedbackCount
      snapshot = effect.snapshot
    }
  }

  private struct State {
    var entries: [AuditEntry] = []

    /// The number of entries when the purity check first failed.
    var impureAt: Int?

    /// The waits that have not ended.
    var openWaits: [Wait] = []

    /// The sleeps in real time, and the waits that ended with an event outside of the test's control.
    var waits: [Wait] = []

    var perturbation: AllocationPerturbation?
  }

  /// The line that created the store.
  let site: CallSite

  private let state = Mutex(State())

  init(site: CallSite) {
    self.site = site
  }

  /// The entries, in order.
  var entries: [AuditEntry] { state.withLock(\.entries) }

  /// The number of entries when the purity check first failed; nil if it never failed.
  var impureAt: Int? { state.withLock(\.impureAt) }

  /// The sleeps in real time, and the waits that ended with an event outside of the test's control.
  var waits: [Wait] { state.withLock(\.waits) }

  func write(_ entry: AuditEntry) {
    state.withLock { $0.entries.append(entry) }
  }

  /// Records a failure. A failure of the purity check reports the same problem as the audit would.
  func noteFailure(_ kind: TestFailure.Kind) {
    state.withLock { state in
      if kind == .impureReducer { state.impureAt = state.impureAt ?? state.entries.count }
    }
  }

  /// Changes the addresses of later allocations, so that new sets and dictionaries have another order than their
  /// predecessors.
  func perturbAllocation() {
    let perturbation = AllocationPerturbation()
    // The previous blocks stay until the new ones are allocated, so that the new ones don't reuse their addresses.
    let previous = state.withLock { state in
      defer { state.perturbation = perturbation }
      return state.perturbation
    }
    withExtendedLifetime(previous) {}
  }
}

// MARK: - Waiting

extension AuditLog {
  /// Records the effects that sleep in real time. Such a sleep is a finding even if the test doesn't wait for it.
  func noteSleeps(_ effects: [LedgerEntry]) {
    state.withLock { state in
      for wait in effects.map({ Wait($0, position: state.entries.count) }) where wait.snapshot.realSleep != nil {
        if !state.waits.contains(where: { $0.effect == wait.effect }) { state.waits.append(wait) }
      }
    }
  }

  /// Records the effects that the test is about to wait for.
  func beginWaiting(_ effects: [LedgerEntry]) {
    noteSleeps(effects)
    state.withLock { state in
      for wait in effects.map({ Wait($0, position: state.entries.count) }) where wait.snapshot.waitingOn == .outside {
        let isKnown = (state.openWaits + state.waits).contains { $0.effect == wait.effect }
        if !isKnown { state.openWaits.append(wait) }
      }
    }
  }

  /// Records the end of a wait. The test waited for the effects that proceeded meanwhile.
  ///
  /// - Parameter effects: The effects that still run.
  func endWaiting(_ effects: [LedgerEntry]) {
    let open = state.withLock { state in
      for wait in state.openWaits {
        let rest = effects.first { $0.token.id == wait.effect }
        let hasMoved = rest.map { $0.snapshot.feedbackCount != wait.feedbackCount } ?? true
        if hasMoved { state.waits.append(wait) }
      }
      defer { state.openWaits = [] }
      return state.openWaits
    }
    // The release of the waits happens outside the lock, because an effect's payload is the user's value.
    withExtendedLifetime(open) {}
  }

  /// Records that a wait timed out. The store reports the timeout as a separate failure.
  func giveUpWaiting() {
    let open = state.withLock { state in
      defer { state.openWaits = [] }
      return state.openWaits
    }
    withExtendedLifetime(open) {}
  }
}
