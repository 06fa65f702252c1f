import Dispatch
import Synchronization

extension TestExecutor {
  /// Whether nothing will ever be done any more.
  var isDiscarding: Bool { state.withLock(\.isDiscarding) }

  package var isEmpty: Bool { state.withLock(\.queue.isEmpty) }

  /// Whether the current thread is draining the queue, so that it may touch what belongs to the store.
  var isDrainingHere: Bool { CurrentExecutor.isCurrent(self) }

  /// Does everything that there is to do, on the current thread, until the queue is empty or the budget is used up.
  ///
  /// - Parameter budget: How many items may be done; what is left of it when this returns.
  /// - Returns: How many items were done, or nil if another thread is draining the queue.
  package func run(budget: inout Int) -> Int? {
    guard drainOwner.begin(self) else { return nil }
    let outer = CurrentExecutor.set(self)
    defer {
      CurrentExecutor.restore(outer)
      drainOwner.end()
    }
    var done = 0
    while budget > 0, let item = state.withLock({ $0.queue.take() }) {
      budget -= 1
      done += 1
      newestTask.store(EnqueueHook.newestTask.load(ordering: .relaxed), ordering: .relaxed)
      itemsBegun.add(1, ordering: .relaxed)
      switch item {
      case .job(let job, let number, let effect):
        runningTask.store(number, ordering: .relaxed)
        if notesStrays, effect != nil {
          runPieceByPiece(job)
        } else {
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
        effect?.countQueuedJobs(-1)
      case .call(let body): body(true)
      }
      budget -= extraWork.exchange(0, ordering: .relaxed)
    }
    return done
  }

  /// Begins to drain the queue on a thread of its own.
  ///
  /// A thread of the shared pool won't do: tests may be blocking all of those.
  func startPump() {
    DispatchQueue(label: "swift-store-testing.test-executor").async { self.pump() }
  }

  /// Drains the queue until nothing is left to do.
  private func pump() {
    repeat {
      if drainsItself {
        var budget = Int.max
        _ = run(budget: &budget)
      } else {
        runElsewhere()
      }
    } while state.withLock { state in
      state.isPumping = !state.queue.isEmpty
      return state.isPumping
    }
  }

  /// Runs jobs beside the thread that drains the queue and is blocked.
  private func runElsewhere() {
    while case .job(let job, _, let effect)? = state.withLock({ $0.queue.take() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
      effect?.countQueuedJobs(-1)
    }
  }

  package var itemsAdded: Int { state.withLock(\.queue.itemsAdded) }

  /// Counts work within the current item against the budget.
  ///
  /// - Returns: Whether the item has done so much that it had better give way.
  func countWork() -> Bool {
    extraWork.add(1, ordering: .relaxed).newValue >= 100
  }
}
