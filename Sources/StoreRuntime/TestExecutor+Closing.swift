import Synchronization

extension TestExecutor {
  /// Closes the queue, and runs its jobs on another thread, as the draining thread is blocked.
  package func resumeElsewhere() {
    let calls = state.withLock { state in
      state.isClosed = true
      state.isResumedElsewhere = true
      state.isDrainingItself = true
      return state.queue.takeCalls()
    }
    for case .call(let body) in calls { body(false) }
    startDrainingItself()
  }

  /// Discards the items of the queue. Items that arrive later are discarded, too.
  ///
  /// This is the last resort against work that runs endlessly even after its cancellation. The tasks are leaked.
  package func discard() {
    let items = state.withLock { state in
      state.isDiscarding = true
      return state.queue.takeAll()
    }
    for case .call(let body) in items { body(false) }
  }

  /// Closes the queue. Current and later jobs move to the executors on which they would run without a test.
  package func close() {
    let items = state.withLock { state in
      state.isClosed = true
      return state.queue.takeAll()
    }
    for item in items {
      switch item {
      case .job(let job, _, let owner, _):
        owner?.countQueuedJobs(-1)
        globalConcurrentExecutor.enqueue(ExecutorJob(job))
      case .call(let body): body(false)
      }
    }
  }
}
