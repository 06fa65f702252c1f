import Foundation
import StoreCore
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

/// Audits a test whose runs send other numbers.
private func auditing(_ runs: [[Int]]) async throws -> [TestFailure] {
  let count = Atomic(0)
  return try await recordingFailures {
    try await auditDeterminism(runs: runs.count - 1) {
      let run = count.add(1, ordering: .relaxed).newValue - 1
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { message, state in
          if case .input(let number) = message { state += number }
          return .none
        }
      }
      store.exhaustivity = .off
      for number in runs[run] { await store.send(number) }
    }
  }
}

/// What an audit says of runs that go on differently.
@Suite struct AuditComparisonTests {
  @Test(
    arguments: [
      ([[1, 1], [1]], ["after 1, other events happen", "in run 1: the test sends 1", "in run 2: no further event"]),
      ([[1], [1, 1]], ["after 1, other events happen", "in run 1: no further event", "in run 2: the test sends 1"]),
      (
        [[], [], [1]],
        [
          "after the start of the store, other events happen", "in run 1: no further event",
          "in run 3: the test sends 1",
        ]
      ),
      (
        [[1, 2], [2, 1]],
        [
          "after the start of the store, the same events happen in another order", "in run 1: the test sends 1",
          "in run 2: the test sends 2",
        ]
      ),
    ] as [([[Int]], [String])]
  )
  func `the audit names the first event that differs, in both runs`(_ runs: [[Int]], _ words: [String]) async throws {
    let failures = try await auditing(runs)
    #expect(failures.kinds == [.nondeterminism])
    for word in words { #expect(failures.first?.text.contains(word) == true, "\(failures)") }
  }

  @Test func `another event after a different value is no finding of its own`() async throws {
    let failures = try await auditing([[1], [2], [1, 1]])
    #expect(failures.kinds == [.nondeterminism])
    #expect(failures.first?.text.contains("events happen") == false)
  }

  @Test func `the errors of effects are compared`() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "\(UUID())" }
    let failures = try await recordingFailures {
      try await auditDeterminism(runs: 1) {
        let store = TestStore(initialState: 0) {
          Machine<Int, Int, Never, Never> { _, _ in .run("work") { _ in throw Broken() } }
        }
        store.exhaustivity = .off
        await store.send(1)
        await store.finish()
      }
    }
    #expect(failures.contains { $0.kind == .nondeterminism && $0.headline.contains("the error of work ") })
  }
}
