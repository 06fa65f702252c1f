/// A task of an effect that is suspended until something that the test controls resumes it.
struct Suspension {
  /// What the task waits for.
  enum Reason {
    /// It sleeps on a clock until an instant.
    case sleep(until: TestClock.Instant, on: TestClock)

    case call(any WaitingCall)

    /// It waits for its turn to deliver what it has sent, while schedules are explored.
    case delivery
  }

  let reason: Reason

  /// What resumes it: the clock, the gate, or the schedule.
  let owner: any AnyObject & Sendable

  /// The number that tells it from others that have the same owner.
  let number: Int

  let task: TaskReference?

  init(_ reason: Reason, owner: any AnyObject & Sendable, number: Int) {
    self.reason = reason
    self.owner = owner
    self.number = number
    task = Runtime.current.currentTask
  }
}
