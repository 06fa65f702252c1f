import Foundation
import StoreCore
import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite struct ScheduleReportTests {
  /// A feature whose effect sleeps in real time until it is cancelled.
  private struct Sleeper: Reducer {
    /// The recipient of the feature's sleep.
    let hand: @Sendable (Task<Void, Never>) -> Void

    func reduce(message: Message<Bool, Bool>, into state: inout Bool) -> Effect<Bool, Never> {
      switch message {
      case .input:
        return .run("nap") { [hand] send in
          let sleep = Task { _ = try? await Task.sleep(for: .seconds(600)) }
          hand(sleep)
          await sleep.value
          await send(true)
        }
      case .feedback:
        state = true
        return .none
      }
    }
  }

  /// Explores a test whose effect is woken from its real sleep once the runtime has detected the sleep.
  private func exploreNap(requiresCompleteSearch: Bool) async throws -> ScheduleReport {
    try await explore(requiresCompleteSearch: requiresCompleteSearch) {
      let probe = try #require(ScheduleController.current)
      let store = TestStore(initialState: false) {
        Sleeper { sleep in
          Thread.detachNewThread {
            while probe.outsideWork.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
            sleep.cancel()
          }
        }
      }
      await store.send(true)
      await store.receive(true) { $0 = true }
      await store.finish()
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an exploration with work outside the test is not complete`() async throws {
    let report = try await exploreNap(requiresCompleteSearch: false)
    #expect(!report.isComplete)
    #expect(report.hasPassed)
    #expect("\(report)" == "incomplete: 1 schedule, beside work that no schedule orders: nap")
  }

  @Test(.timeLimit(.minutes(15)))
  func `work outside the test is a failure if all orders must be tried`() async throws {
    let failures = try await recordingFailures { _ = try await exploreNap(requiresCompleteSearch: true) }
    #expect(failures.kinds == [.undecidedProperty])
    #expect(
      failures.first?.headline
        == "The exploration did not try all orders: no schedule controls when some work continues."
    )
    #expect(failures.first?.details.contains("• nap") ?? false)
  }

  @Test func `a report states the number of tried schedules`() {
    var report = ScheduleReport(scheduleCount: 3, isComplete: true, seed: 7, shard: ExplorationShard())
    #expect("\(report)" == "complete: all 3 schedules")
    report.hasPassed = false
    #expect("\(report)" == "failed: in schedule 3")
    report = ScheduleReport(scheduleCount: 2_000, isComplete: false, seed: 7, shard: ExplorationShard())
    #expect("\(report)" == "sampled: 2,000 schedules, of unknown many, with seed 7")
  }
}
