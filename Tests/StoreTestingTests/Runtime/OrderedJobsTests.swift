import Dispatch
import TestSupport
import Testing

@testable import StoreRuntime

/// What an executor does for an order of jobs.
@Suite(.timeLimit(.minutes(15))) struct OrderedJobsTests {
  /// The owner of an executor, which notes the jobs that arrive.
  private final class Witness: ExecutorOwner {
    struct Job: Equatable {
      let isPreferred: Bool

      /// Whether the runtime in use knows a task of the job, and whether the portable one does.
      let hasTask: [Bool]
    }

    let jobs = Recorder<Job>()

    func willEnqueue(_ job: UnownedJob, of owner: (any TaskOwner)?, isPreferred: Bool) {
      let hasTask = [Runtime.task(of: job) != nil, PortableRuntime().task(of: job) != nil]
      jobs.record(Job(isPreferred: isPreferred, hasTask: hasTask))
    }

    func wakeCompanions() {}

    func threadIsBlocked(by task: UInt64, hasMore: Bool) {}
  }

  private actor Desk {
    private var visits = 0

    /// An empty method, or one that is inlined, would be called without entering the actor in release.
    @inline(never) func visit() { visits += 1 }
  }

  @Test(arguments: [false, true])
  func `an executor shows its owner each job if it watches jobs`(watchesJobs: Bool) {
    let executor = TestExecutor(watchesJobs: watchesJobs)
    let witness = Witness()
    executor.setOwner(witness)
    _ = Task(executorPreference: executor) {}
    executor.runItems()
    #expect(witness.jobs.values == (watchesJobs ? [Witness.Job(isPreferred: true, hasTask: [true, true])] : []))
  }

  @Test(.accelerated) func `a task that yields continues as a job without a task, which prefers its executor`() {
    let executor = TestExecutor(watchesJobs: true, ordersJobs: true)
    let (witness, owner, ended) = (Witness(), FakeOwner(executor), Recorder<Bool>())
    executor.setOwner(witness)
    _ = owner.start {
      await Task.yield()
      ended.record(true)
    }
    executor.runItems()
    #expect(ended.values == [true])
    #expect(witness.jobs.values.contains(Witness.Job(isPreferred: true, hasTask: [false, false])))
  }

  @Test(.accelerated) func `a task that an item of its queue resumes stays with its owner`() {
    let owner = FakeOwner(TestExecutor(ordersJobs: true))
    let latch = Latch()
    _ = owner.start { await latch.wait() }
    owner.executor.runItems()
    let arrivals = owner.arrivals
    _ = owner.executor.post { latch.open() }
    owner.executor.runItems()
    #expect(owner.arrivals > arrivals)
    #expect(owner.queued == 0)
  }

  @Test(.accelerated, arguments: [false, true])
  func `a moved task enters an actor in a job of the actor, which runs for the task`(ordersJobs: Bool) {
    let (owner, desk) = (FakeOwner(TestExecutor(ordersJobs: ordersJobs)), Desk())
    let executor = owner.executor
    _ = owner.start { await desk.visit() }
    let task = executor.nextJob?.task
    while executor.nextJob?.isOfActor == false { executor.runItems(budget: 1) }
    let (next, isOfActor) = (executor.nextJob?.task, executor.nextJob?.isOfActor)
    executor.runItems()
    #expect(isOfActor == true)
    #expect(next == task)
  }

  @Test func `an order of jobs adds none to a task that prefers its executor`() {
    let counts = [false, true].map { ordersJobs in
      let (executor, desk) = (TestExecutor(ordersJobs: ordersJobs), Desk())
      _ = Task(executorPreference: executor) {
        await desk.visit()
        await desk.visit()
      }
      return executor.runItems()[0]
    }
    #expect(counts[0] == counts[1])
  }

  /// Starts a task that waits for a latch, and releases its executor meanwhile.
  private func startWithoutExecutor(_ latch: Latch) -> Task<Void, Never> {
    let owner = FakeOwner(TestExecutor(ordersJobs: true))
    let task = owner.start { await latch.wait() }
    owner.executor.runItems()
    return task
  }

  @Test(.accelerated) func `a task whose executor is released continues on the shared pool`() async {
    let latch = Latch()
    let task = startWithoutExecutor(latch)
    latch.open()
    await task.value
  }

  @Test(.accelerated) func `an executor knows whether it runs the current task`() async {
    let (owner, other) = (FakeOwner(), TestExecutor())
    let (own, seen) = (owner.executor, Recorder<Bool>())
    _ = owner.start { for executor in [own, other] { seen.record(executor.runsCurrentTask) } }
    own.runItems()
    #expect(seen.values == [true, false])
    let isElsewhere: Bool = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: other.runsCurrentTask) }
    }
    #expect(!isElsewhere)
  }
}
