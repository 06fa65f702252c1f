package import StoreDependencies

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

/// The wait of an effect for the next change of a source.
///
/// The test and its effects change the source. So the test counts the wait as one for itself, as at a gate.
private final class EffectSourceWait: SourceWait {
  private let effect: InFlightEffect

  /// The source as text.
  private let source: String

  init(of effect: InFlightEffect, _ source: String) {
    self.effect = effect
    self.source = source
  }

  func begin() -> Bool { effect.begin(Suspension(.change(of: source), owner: self, number: 1)) }

  func wakeTest() { effect.wakeTest() }

  func end() { effect.endSuspension(1, by: self) }
}

extension TestEnvironment {
  package func wait(forChangeOf source: String) -> (any SourceWait)? {
    guard let effect = InFlightEffect.running else { return nil }
    effect.environment.order.willAct(for: effect.token, in: effect.environment)
    return EffectSourceWait(of: effect, source)
  }
}
