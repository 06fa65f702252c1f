import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// What one store did in one run of an audited test, in order.
final class AuditLog: Sendable {
  /// An effect that the test waits for, without being able to do anything about it.
  struct Wait {
    /// The effect's number.
    let effect: Int

    /// How many entries there were before.
    let position: Int

    /// How many messages the effect had sent.
    let feedbackCount: Int

    /// What is known of the effect.
    let snapshot: EffectSnapshot

    /// Notes that an effect waits, behind some entries.
    init(_ effect: LedgerEntry, position: Int) {
      self.effect = effect.token.id
      self.position = position
      feedbackCount = effect.snapshot.feedbackCount
      snapshot = effect.snapshot
    }
  }

  /// What changes over the life of the store.
  private struct State {
    /// What happened.
    var entries: [AuditEntry] = []

    /// Whether anything was reported.
    var hasFailed = false

    /// How many entries there were when the reducer was first found to give two answers.
    var impureAt: Int?

    /// The waits that have come to nothing yet.
    var openWaits: [Wait] = []

    /// The waits that have ended with something that the test had no hand in.
    var waits: [Wait] = []

    /// What makes objects go somewhere else in memory than they would.
    var shift: AllocationPerturbation?
  }

  /// Where the store was made.
  let site: CallSite

  /// What changes over the life of the store.
  private let state = Mutex(State())

  /// Makes the empty log of a store.
  init(site: CallSite) {
    self.site = site
    perturbAllocation()
  }

  /// What happened, in order.
  var entries: [AuditEntry] { state.withLock(\.entries) }

  /// How many entries there were when the reducer was first found to give two answers; nil if it never was.
  var impureAt: Int? { state.withLock(\.impureAt) }

  /// The waits that have ended with something that the test had no hand in.
  var waits: [Wait] { state.withLock(\.waits) }

  /// Writes down what happened.
  func write(_ entry: AuditEntry) {
    state.withLock { $0.entries.append(entry) }
  }

  /// Whether anything was reported.
  var hasFailed: Bool { state.withLock(\.hasFailed) }

  /// Notes that something was reported, and where that says the same as the audit would.
  func noteFailure(_ kind: TestFailure.Kind) {
    state.withLock { state in
      state.hasFailed = true
      if kind == .impureReducer { state.impureAt = state.impureAt ?? state.entries.count }
    }
  }

  /// Makes objects go somewhere else in memory than they would, so that sets and dictionaries that are made next come in
  /// another order than those which were made in their place before.
  func perturbAllocation() {
    let shift = AllocationPerturbation()
    // What was held before is let go of behind this, so that it is not used next.
    let previous = state.withLock { state in
      defer { state.shift = shift }
      return state.shift
    }
    withExtendedLifetime(previous) {}
  }
}

// MARK: - Waiting

extension AuditLog {
  /// Notes which effects are in a real sleep. That is a finding, whoever waits for it.
  func noteSleeps(_ effects: [LedgerEntry]) {
    state.withLock { state in
      for wait in effects.map({ Wait($0, position: state.entries.count) }) where wait.snapshot.realSleep != nil {
        if !state.waits.contains(where: { $0.effect == wait.effect }) { state.waits.append(wait) }
      }
    }
  }

  /// Notes what the test is about to wait for.
  func beginWaiting(_ effects: [LedgerEntry]) {
    noteSleeps(effects)
    state.withLock { state in
      for wait in effects.map({ Wait($0, position: state.entries.count) }) where wait.snapshot.waitingOn == .outside {
        let isKnown = (state.openWaits + state.waits).contains { $0.effect == wait.effect }
        if !isKnown { state.openWaits.append(wait) }
      }
    }
  }

  /// Notes that the test goes on. What the effects have done meanwhile has been waited for.
  ///
  /// - Parameter effects: The effects that are still running.
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
    // Released outside the lock: what an effect asks for is the user's.
    withExtendedLifetime(open) {}
  }

  /// Notes that the test has given up waiting, which is a failure of its own.
  func giveUpWaiting() {
    let open = state.withLock { state in
      defer { state.openWaits = [] }
      return state.openWaits
    }
    withExtendedLifetime(open) {}
  }
}
