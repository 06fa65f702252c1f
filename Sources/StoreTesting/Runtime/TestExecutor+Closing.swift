import Synchronization

extension TestExecutor {
  /// Closes the queue, and lets the tasks in it go on beside the thread that drains it and is blocked.
  func resumeElsewhere() {
    let calls = state.withLock { state in
      state.isClosed = true
      state.isResumedElsewhere = true
      state.isPumping = true
      return state.queue.takeCalls()
    }
    for case .call(let body) in calls { body(false) }
    startPump()
  }

  /// Closes the queue for good: what is left in it, and what still comes, is never done.
  ///
  /// It is the last resort against work that goes on for ever even after it was cancelled. Its tasks are leaked.
  func discard() {
    let items = state.withLock { state in
      state.isDiscarding = true
      return state.queue.takeAll()
    }
    for case .call(let body) in items { body(false) }
  }

  /// Closes the queue: what is left in it, and what still comes, goes to where it would have run without a test.
  func close() {
    let items = state.withLock { state in
      state.isClosed = true
      return state.queue.takeAll()
    }
    for item in items {
      switch item {
      case .job(let job, _, let effect):
        effect?.countQueuedJobs(-1)
        globalConcurrentExecutor.enqueue(ExecutorJob(job))
      case .call(let body): body(false)
      }
    }
  }
}
