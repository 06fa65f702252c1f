import Dispatch
import Synchronization

extension TestExecutor {
  /// Whether the queue discards all items.
  package var isDiscarding: Bool { state.withLock(\.isDiscarding) }

  package var isEmpty: Bool { state.withLock(\.queue.isEmpty) }

  /// The number of the task whose job runs next, and whether the job is that of an actor which the task needed.
  package var nextJob: (task: UInt64, isOfActor: Bool)? { state.withLock(\.queue.nextJob) }

  /// Whether the current thread drains the queue, so that it may access what the queue guards.
  package var isDrainingHere: Bool { CurrentExecutor.isCurrent(self) }

  /// Runs items on the current thread, until the queue is empty or the budget is used up.
  ///
  /// - Parameter budget: The number of items that may run; on return, the number that is left.
  /// - Returns: The number of items that ran; nil if another thread drains the queue.
  package func run(budget: inout Int) -> Int? {
    guard drainOwner.begin(self) else { return nil }
    let outer = CurrentExecutor.set(self)
    defer {
      CurrentExecutor.restore(outer)
      drainOwner.end()
    }
    var done = 0
    while budget > 0, let item = state.withLock({ $0.queue.popFirst() }) {
      budget -= 1
      done += 1
      newestTask.store(MovedTasks.newest.load(ordering: .relaxed), ordering: .relaxed)
      itemsBegun.add(1, ordering: .relaxed)
      switch item {
      case .job(let job, let number, let owner, _):
        runningTask.store(number, ordering: .relaxed)
        if ordersJobs, owner != nil {
          runInSeparateJobs(job)
        } else {
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
        owner?.countQueuedJobs(-1)
      case .call(let body):
        runningTask.store(0, ordering: .relaxed)
        body(true)
      }
      budget -= extraWork.exchange(0, ordering: .relaxed)
    }
    return done
  }

  /// Begins to drain the queue on its own thread.
  ///
  /// A thread of the shared pool isn't suitable, as tests may block all of them.
  func startDrainingItself() {
    DispatchQueue(label: "swift-store-testing.test-executor").async { self.drainItself() }
  }

  /// Drains the queue until it is empty.
  private func drainItself() {
    repeat {
      if drainsItself {
        var budget = Int.max
        _ = run(budget: &budget)
      } else {
        runElsewhere()
      }
    } while state.withLock { state in
      state.isDrainingItself = !state.queue.isEmpty
      return state.isDrainingItself
    }
  }

  /// Runs jobs on this thread while the draining thread is blocked.
  private func runElsewhere() {
    while case .job(let job, _, let owner, _)? = state.withLock({ $0.queue.popFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
      owner?.countQueuedJobs(-1)
    }
  }

  /// The items of the queue, oldest first.
  package var waitingItems: [WorkQueue.Item] { state.withLock { Array($0.queue.waiting) } }

  /// Moves an item to the front of the queue.
  package func moveToFront(_ index: Int) { state.withLock { $0.queue.moveToFront(index) } }

  package var itemsAdded: Int { state.withLock(\.queue.itemsAdded) }

  /// Counts work within the current item against the budget.
  ///
  /// - Returns: Whether the item has done so much work that it should yield.
  package func countWork() -> Bool {
    extraWork.add(1, ordering: .relaxed).newValue >= 100
  }
}
