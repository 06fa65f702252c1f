/// A task of an effect that is suspended until something that the test controls resumes it.
struct Suspension {
  /// What the task waits for.
  enum Reason {
    /// It sleeps on a clock until an instant.
    case sleep(until: TestClock.Instant, on: TestClock)

    /// It waits for the answer to a call.
    case call(any ParkedCall)

    /// It waits for its turn to deliver what it has sent, while schedules are explored.
    case delivery
  }

  /// What the task waits for.
  let reason: Reason

  /// What resumes it: the clock, the gate, or the schedule.
  let owner: any AnyObject & Sendable

  /// The number that tells it from others that have the same owner.
  let number: Int

  /// The task.
  let task: TaskReference?

  /// Notes why the current task is about to be suspended.
  init(_ reason: Reason, owner: any AnyObject & Sendable, number: Int) {
    self.reason = reason
    self.owner = owner
    self.number = number
    task = Runtime.current.currentTask
  }
}
