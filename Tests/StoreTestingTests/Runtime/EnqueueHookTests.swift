import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime

#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && (arch(x86_64) || arch(arm64))
  /// The hook is of the whole process, so each test has a process of its own.
  ///
  /// The steps are in functions of their own, as all lines of an exit test have the same line number.
  @Suite struct EnqueueHookTests {
    @Test(.accelerated)
    func `a hook that was there first still receives the jobs that aren't moved`() async {
      await #expect(processExitsWith: .success) { try await Self.expectCallsOfFirstHook() }
    }

    @Test(.accelerated)
    func `a hook that is set later displaces this one, until it goes`() async {
      await #expect(processExitsWith: .success) { try Self.expectDisplacement() }
    }

    @Test(.accelerated)
    func `a task that the job of a test resumes isn't taken for a new one`() async {
      await #expect(processExitsWith: .success) { await Self.expectForeignTaskToStay() }
    }

    private static let calls = Atomic(0)

    private static let otherHook: ConcurrencySymbols.Hook = { job, original in
      EnqueueHookTests.calls.add(1, ordering: .relaxed)
      original(job)
    }

    private static func expectCallsOfFirstHook() async throws {
      let symbols = try #require(ConcurrencySymbols())
      symbols.hook.pointee = Self.otherHook
      #expect(Runtime.movesTasks)
      #expect(!Runtime.isDisplaced)
      let before = calls.load(ordering: .relaxed)
      await Task.detached {}.value
      #expect(calls.load(ordering: .relaxed) > before)
    }

    private static func expectDisplacement() throws {
      let symbols = try #require(ConcurrencySymbols())
      #expect(Runtime.movesTasks)
      #expect(!Runtime.isDisplaced)
      symbols.hook.pointee = Self.otherHook
      #expect(!Runtime.movesTasks)
      #expect(Runtime.isDisplaced)
      symbols.hook.pointee = nil
      #expect(Runtime.movesTasks)
      #expect(!Runtime.isDisplaced)
    }

    private static func expectForeignTaskToStay() async {
      #expect(Runtime.movesTasks)
      let (executor, start, end) = (TestExecutor(), TrialGate(), TrialGate())
      let resuming = Task.detached(executorPreference: executor) {
        await start.wait()
        end.open()
      }
      var budget = 100
      let jobsBefore = executor.run(budget: &budget)
      #expect(jobsBefore == 1)
      // It is newer than the task that resumes it, and no task is newer.
      let foreign = Task.detached { await end.wait() }
      while Runtime.activity(of: foreign) != .waiting { await Task.yield() }
      start.open()
      let jobs = executor.run(budget: &budget)
      #expect(jobs == 1)
      await foreign.value
      await resuming.value
    }
  }
#endif
