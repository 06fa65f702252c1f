import Synchronization

extension TestExecutor {
  /// Closes the queue, and lets the tasks in it go on beside the thread that drains it and is blocked.
  func goOnElsewhere() {
    let calls = state.withLock { state in
      state.isClosed = true
      state.goesOnElsewhere = true
      state.isPumping = true
      return state.queue.takeCalls()
    }
    for case .call(let body) in calls { body(false) }
    releaseKept(atEnd: true)
    startPump()
  }

  /// Closes the queue for good: what is left in it, and what still comes, is never done.
  ///
  /// It is the last resort against work that goes on for ever even after it was cancelled. Its tasks are leaked.
  func seal() {
    let items = state.withLock { state in
      state.isSealed = true
      return state.queue.takeAll()
    }
    for case .call(let body) in items { body(false) }
    releaseKept(atEnd: true)
  }

  /// Closes the queue: what is left in it, and what still comes, goes to where it would have run without a test.
  func close() {
    let items = state.withLock { state in
      state.isClosed = true
      return state.queue.takeAll()
    }
    for item in items {
      switch item {
      case .job(let job, _, _): globalConcurrentExecutor.enqueue(ExecutorJob(job))
      case .call(let body): body(false)
      }
    }
    releaseKept(atEnd: true)
  }
}
