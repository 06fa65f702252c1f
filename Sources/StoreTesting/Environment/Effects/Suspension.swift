/// A task of an effect that is suspended until the test resumes it.
package struct Suspension {
  /// The reason for the suspension.
  enum Reason {
    /// It sleeps on a clock until an instant.
    case sleep(until: TestClock.Instant, on: TestClock)

    case call(any WaitingCall)

    /// It waits for the next change of a source.
    case change(of: String)

    /// It waits for its turn to deliver, while schedules are explored.
    case delivery
  }

  let reason: Reason

  /// The object that resumes the task: the clock, the gate, the wait at a source, or the order of events.
  let owner: any AnyObject & Sendable

  /// The number of the suspension among those of the same owner.
  let number: Int

  let task: TaskReference?

  /// Whether it began on a thread that no schedule controls, such as the main thread.
  package internal(set) var isElsewhere = false

  init(_ reason: Reason, owner: any AnyObject & Sendable, number: Int) {
    self.reason = reason
    self.owner = owner
    self.number = number
    task = Runtime.currentTask
  }
}
