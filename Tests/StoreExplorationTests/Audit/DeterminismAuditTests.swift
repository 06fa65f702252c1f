import Foundation
import StoreCore
import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

extension NondeterministicFeature.Input {
  /// Whether the test must wait for something that it does not control.
  fileprivate var isOutside: Bool { [.sleep, .clockSleep, .wait].contains(self) }
}

/// Opens a latch when a test is idle and waits. On a busy machine this can take long.
private func open(_ latch: Latch, whenWaitedForBy executor: TestExecutor) {
  Task.detached {
    while !executor.signal.isAwaited { try? await Task.sleep(for: .milliseconds(1)) }
    latch.open()
  }
}

/// Audits a test that sends inputs on one line, without assertions.
private func auditing(_ inputs: NondeterministicFeature.Input..., runs: Int = 8) async throws -> [TestFailure] {
  try await recordingFailures {
    try await auditDeterminism(runs: runs) {
      let latch = Latch()
      let store = TestStore(initialState: NondeterministicFeature.State()) { NondeterministicFeature(latch: latch) }
      store.dependencies.uuid = .incrementing
      store.dependencies.continuousClock = store.clock
      store.exhaustivity = .off
      // The task that opens the latch may have to wait for a thread.
      store.timeout = .seconds(60)
      for input in inputs { await store.send(input) }  // Here: send
      await store.clock.run()
      if inputs.contains(.wait) { open(latch, whenWaitedForBy: store.session.environment.executor) }
      if inputs.contains(where: \.isOutside) { await store.receive(.done) }
      await store.finish()
    }
  }
}

@Suite struct DeterminismAuditTests {
  /// Inputs that are sources of nondeterminism, and the words that their reports must contain.
  private static let sources: [(input: NondeterministicFeature.Input, words: [String])] = [
    (.uuid, ["after .uuid, 'items[0].id' is another UUID each time", #"the dependency '\.uuid'"#]),
    (.date, ["after .date, 'date' is another date each time", #"the dependency '\.date'"#]),
    (.rebuiltSet, ["after .rebuiltSet, 'names' has another order each time", "order of a Set or Dictionary"]),
    (.ownSet, ["after .ownSet, 'names' has another order each time", "order of a Set or Dictionary"]),
    (.joinedSet, ["after .joinedSet, 'text' has another order each time", "order of a Set or Dictionary"]),
    (.cache, ["'cache' in the state is an object, of the class Cache", "Keep values in the state"]),
    (
      .sleep,
      [
        "the effect sleeper is in a real sleep (Task.sleep), outside the test's control",
        "NondeterministicFeature.swift:",
      ]
    ),
    (.clockSleep, ["the effect sleeper is in a real sleep (SuspendingClock), outside the test's control"]),
    (.wait, ["the effect wait is suspended, but not by a clock or a gate of the test", "a timer, a queue"]),
    (.random, ["after .random, 'number' is another number each time", "withRandomNumberGenerator"]),
    (.randomInEffect, ["'.number' is another number each time", "withRandomNumberGenerator"]),
    (.counter, ["after .counter, 'number' counts on from run to run", "global or static variable"]),
    (.inOrder, ["the same events happen in another order", "The order of a Set or Dictionary"]),
    (.effects, ["the same events happen in another order", "The order of a Set or Dictionary"]),
    (.dependency, ["after .dependency, 'items[0].title' is another UUID each time", #"the dependency '\.uuid'"#]),
    (.delay, ["the time of .done from delay is another duration each time", "withRandomNumberGenerator"]),
    (.other, ["after .other, other events happen", "a random number"]),
  ]

  @Test(arguments: sources.indices) func `the audit finds, names and reports each source of nondeterminism once`(
    _ number: Int
  )
    async throws
  {
    let (input, words) = Self.sources[number]
    // Only the accelerator distinguishes a real sleep, other outside work, and work that is not finished yet.
    guard Runtime.isAccelerated || !input.isOutside else { return }
    for _ in input.isOutside ? 0..<1 : repetitions(10, byDefault: 1) {
      let failures = try await auditing(input)
      guard failures.map(\.kind) == [.nondeterminism], let failure = failures.first else {
        Issue.record("\(failures)")
        return
      }
      if input != .delay { #expect(failure.line == markedLine("send")) }
      #expect(!failure.text.contains("Further findings"))
      for word in words where !failure.text.contains(word) { #expect(failure.text.contains(word)) }
    }
  }

  @Test func `the audit accepts values that need no control`() async throws {
    #expect(try await auditing(.quiet, .nap, .quiet, .identity, .quiet).isEmpty)
  }

  @Test(.accelerated) func `each effect in a real sleep is named`() async throws {
    let failures = try await auditing(.sleep, .clockSleep)
    #expect(failures.kinds == [.nondeterminism])
    for sleep in ["(Task.sleep)", "(SuspendingClock)"] {
      #expect(failures.first?.text.contains("he effect sleeper is in a real sleep \(sleep)") == true)
    }
  }

  @Test func `several causes of nondeterminism are one failure that names them all`() async throws {
    let failures = try await auditing(.quiet, .uuid, .date, .uuid, .random)
    #expect(failures.locations == [FailureLocation(.nondeterminism, markedLine("send"))])
    #expect(failures.first?.headline.contains("after .uuid, 'items[1].id' is another UUID each time") == true)
    #expect(
      failures.first?.details.contains(
        """
        Further findings:

            • After .date, 'date' is another date each time, at DeterminismAuditTests.swift:\(markedLine("send"))
            • After .random, 'number' is another number each time, at DeterminismAuditTests.swift:\(markedLine("send"))

        The audit ran the test 9 times.
        """
      ) == true
    )
  }

  @Test func `the first run reports the failures of a test without an audit`() async throws {
    let failures = try await recordingFailures {
      try await auditDeterminism {
        let store = TestStore(initialState: NondeterministicFeature.State()) { NondeterministicFeature() }
        await store.send(.nap) { $0.number = 1 }  // Fails: unexpectedState
        await store.clock.run()
        await store.receive(.done) { $0.text = "done" }
        await store.finish()
      }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a test that throws is not repeated`() async throws {
    struct Broken: Error {}
    let runs = Atomic(0)
    await #expect(throws: Broken.self) {
      try await auditDeterminism {
        runs.add(1, ordering: .relaxed)
        throw Broken()
      }
    }
    #expect(runs.load(ordering: .relaxed) == 1)
  }

  @Test func `the audit reports a test that fails only in some runs`() async throws {
    let runs = Atomic(0)
    let failures = try await recordingFailures {
      try await auditDeterminism(runs: 5) {
        let run = runs.add(1, ordering: .relaxed).newValue
        let store = TestStore(initialState: 0) { Machine<Int, Int, Never, Never> { _, _ in .none } }
        await store.send(1)
        #expect(run % 3 != 0)  // Fails: nondeterminism
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.contains("it passes in the first run and fails in 2 of 5 others") == true)
  }

  @Test(arguments: [false, true])
  func `the audit reports a test that fails only in some runs, next to an expected failure`(isKnown: Bool) async throws
  {
    let runs = Atomic(0)
    let failures = try await recordingFailures {
      try await auditDeterminism(runs: 3) {
        let store = TestStore(initialState: 0) { Machine<Int, Int, Never, Never> { _, _ in .none } }
        if isKnown {
          withKnownIssue { Issue.record("It is known.") }
        } else {
          _ = await recordingFailures { await store.send(1) { $0 = 1 } }
        }
        #expect(runs.add(1, ordering: .relaxed).newValue == 1)  // Fails: nondeterminism
        await store.finish()
      }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `the audit reports differing values that the test itself sends`() async throws {
    let failures = try await recordingFailures {
      try await auditDeterminism {
        // Fails: nondeterminism
        let store = TestStore(initialState: UUID()) { Machine<UUID, UUID, Never, Never> { _, _ in .none } }
        await store.send(UUID())
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.contains("the first state is another UUID each time") == true)
    #expect(failures.first?.details.contains(", which the test sends is another UUID each time, at") == true)
  }

  /// Three elements have the same order in about one of six runs, so an audit misses this a few times in a million.
  @Test func `the audit finds the unstable order of three elements`() async throws {
    let failures = try await recordingFailures {
      try await auditDeterminism {
        let store = TestStore(initialState: [Int]()) {
          Machine<[Int], Int, Never, Never> { _, state in
            state = Array(Set([1, 2, 3]))
            return .none
          }
        }
        store.exhaustivity = .off
        await store.send(1)  // Fails: nondeterminism
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.contains("the state after 1 has another order each time") == true)
  }

  @Test func `an impure reducer is reported by the purity check or by the audit`() async throws {
    var impure = 0
    for _ in repetitions(20, byDefault: 5) {
      let failures = try await recordingFailures {
        try await auditDeterminism {
          let store = TestStore(initialState: NondeterministicFeature.State()) { NondeterministicFeature() }
          await store.send(.rebuiltSet)  // Here
        }
      }
      #expect(failures.count { [.impureReducer, .nondeterminism].contains($0.kind) } == 1)
      #expect(Set(failures.map(\.line)) == [markedLine()])
      #expect(failures.contains { $0.details.contains("in the order of a Set or Dictionary") })
      if failures.kinds.contains(.impureReducer) { impure += 1 }
    }
    // The second reduction finds its set in another place, and so in another order.
    #expect(impure > 0)
  }
}

@Suite struct DeterminismAuditTraitTests {
  @Test func `the trait audits the test`() async throws {
    let runs = Atomic(0)
    let test = try #require(Test.current)
    let failures = try await recordingFailures {
      try await DeterminismAuditTrait.determinismAudit(runs: 3).provideScope(for: test, testCase: Test.Case.current) {
        let run = runs.add(1, ordering: .relaxed).newValue
        let store = TestStore(initialState: 0) {
          Machine<Int, Int, Never, Never> { _, state in
            state = run; return .none
          }
        }
        store.exhaustivity = .off
        await store.send(1)  // Fails: nondeterminism
      }
    }
    #expect(runs.load(ordering: .relaxed) == 4)
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline.contains("the state after 1 counts on from run to run") == true)
  }

  @Test(arguments: [1, 3]) func `the audit reports a store that only some runs create`(run: Int) async throws {
    let runs = Atomic(0)
    let failures = try await recordingFailures {
      try await auditDeterminism(runs: 3) {
        guard runs.add(1, ordering: .relaxed).newValue == run else { return }
        let store = TestStore(initialState: NondeterministicFeature.State()) {  // Fails: nondeterminism
          NondeterministicFeature()
        }
        await store.finish()
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The test is not deterministic: the store is not created in every run.")
    let other = run == 1 ? 2 : 1
    #expect(failures.first?.details.contains("run \(run) creates it, run \(other) does not") == true)
  }

  @Test func `the audit reports what only a later run does at its end`() async throws {
    let runs = Atomic(0)
    let failures = try await recordingFailures {
      try await auditDeterminism(runs: 2) {
        let run = runs.add(1, ordering: .relaxed).newValue
        let store = TestStore(initialState: 0) {
          Reduce { (state: inout Int, number: Int) in
            state += number
            return .none
          }
        }
        store.exhaustivity = .off
        for _ in 0..<run { await store.send(1) }  // Fails: nondeterminism
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("run 2") == true)
  }

  @Test func `stores of one line are compared by their numbers`() async throws {
    let failures = try await recordingFailures {
      try await auditDeterminism(runs: 3) {
        for number in 0..<2 {
          let store = TestStore(initialState: 0) {
            Reduce { (state: inout Int, number: Int) in
              state += number
              return .none
            }
          }
          store.exhaustivity = .off
          await store.send(number)
        }
      }
    }
    #expect(failures.map(\.headline) == [])
  }

  @Test func `each run ends stores that a trait ends`() async throws {
    let test = try #require(Test.current)
    let failures = try await recordingFailures {
      try await ExhaustiveTrait.exhaustive.provideScope(for: test, testCase: Test.Case.current) {
        try await auditDeterminism {
          let store = TestStore(initialState: NondeterministicFeature.State()) { NondeterministicFeature() }
          await store.send(.nap)  // Fails: effectInFlight
        }
      }
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `an audit within another audit or an exploration is a misuse`() async throws {
    let nested = try await recordingFailures {
      try await auditDeterminism { try await auditDeterminism {} }  // Fails: misuse
    }
    #expect(nested.locations == markedFailures())
    // Fails: misuse
    let explored = try await recordingFailures { _ = try await explore { try await auditDeterminism {} } }
    #expect(explored.locations == markedFailures())
    let none = try await recordingFailures { try await auditDeterminism(runs: 0) {} }  // Fails: misuse
    #expect(none.locations == markedFailures())
  }
}
