import StoreCore
import StoreExploration
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// Explorations beside other tests, whose threads they share.
@Suite struct SharedThreadTests {
  private static func makeStore() -> TestStore<Reduce<Int, Int>> {
    TestStore(initialState: 0) {
      Reduce { state, step in
        state = (state + step) % 3
        return .none
      }
    }
  }

  /// Runs code beside a task on the same thread, and returns how often that has run before each new store.
  private func turns(_ body: @escaping @Sendable (_ note: @escaping @Sendable () -> Void) async throws -> Void)
    async throws -> [Int]
  {
    final class Counts: Sendable {
      let turns = Mutex(0)
      let seen = Mutex<[Int]>([])
    }
    let counts = Counts()
    let thread = OneThread()
    let other = Task(executorPreference: thread) {
      while !Task.isCancelled {
        counts.turns.withLock { $0 += 1 }
        await Task.yield()
      }
    }
    defer { other.cancel() }
    try await Task(executorPreference: thread) {
      try await body { counts.seen.withLock { $0.append(counts.turns.withLock(\.self)) } }
    }
    .value
    return counts.seen.withLock(\.self)
  }

  @Test func `orders give others a turn before each run`() async throws {
    let seen = try await turns { note in
      try await explore {
        note()
        let store = Self.makeStore()
        await store.send(1) { $0 = 1 }
        await store.finish()
      }
    }
    #expect(seen.count > 1)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }, "\(seen)")
  }
}
