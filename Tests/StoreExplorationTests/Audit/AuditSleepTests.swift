import StoreCore
import StoreDependencies
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// Which sleeps in real time an audit records.
@Suite struct AuditSleepTests {
  /// An effect that sleeps in real time.
  private func sleeper(_ number: Int) -> LedgerEntry {
    let effect = EffectDescription(kind: .run, name: "effect \(number)", payload: nil, site: CallSite())
    return (
      EffectToken(id: number, description: effect, group: EffectGroup()),
      EffectSnapshot(
        name: effect.name,
        label: effect.label,
        payload: nil,
        message: "go",
        isFirst: false,
        createdAt: effect.site,
        startedAt: TestClock.Instant(),
        startedBy: nil,
        waitingOn: .outside,
        cancelledBy: nil,
        isCancelled: false,
        lastDependency: nil,
        feedbackCount: 0,
        hasReturned: false,
        isHeld: false,
        hasTasks: true,
        realSleep: "Task.sleep",
        waitsForActor: false
      )
    )
  }

  @Test func `each effect that sleeps in real time is recorded once`() {
    let log = AuditLog(site: CallSite())
    for _ in 1...2 { log.noteSleeps([sleeper(1), sleeper(2)]) }
    #expect(log.waits.map(\.effect) == [1, 2])
  }
}
