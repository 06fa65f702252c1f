package import StoreDependencies
import Synchronization

extension TestEnvironment {
  /// Reports that another thread runs this store's effects.
  func reportTwoTasks() {
    fail(
      .misuse,
      "Another task runs the effects of this store at the same time.",
      details: "A store belongs to the task that makes it. Make one in each test, and call it from one task at a time.",
      once: .sharing
    )
  }

  /// Begins a step of the current task, unless a step of another task runs, which is reported.
  ///
  /// - Parameters:
  ///   - step: The call of the test.
  ///   - site: The line of the call.
  ///   - task: The current task.
  /// - Returns: Whether the step has begun, so that the caller must end it.
  func beginStep(_ step: String, at site: CallSite, by task: TaskReference?) -> Bool {
    if stepOwner.begin(by: task?.identity) {
      noteUnseenWork()
      return true
    }
    fail(
      .misuse,
      "The test called '\(step)' while a step of another task was running in the same store.",
      details: """
        The other step is at \(self.step). The call did nothing.

        Call a store from one task at a time: await each step before the next one, or make a store for each task.
        """,
      at: site,
      once: .sharing
    )
    return false
  }

  /// Ends a step that has begun.
  func endStep() {
    stepOwner.end()
    acceptance?.endStep()
  }

  /// Whether another store belongs to another test, or to another case of the same test.
  func isForeign(to other: TestEnvironment) -> Bool { context.isForeign(to: other.context) }

  /// Begins a step that advances a clock.
  ///
  /// It does nothing if another test advances the clock: the line and the sink belong to that test.
  ///
  /// - Returns: Whether the step is one of the current test.
  @discardableResult
  package func begin(advanceAt site: CallSite) -> Bool {
    guard isOnTestTask || !context.isForeignHere else { return false }
    begin(site)
    return true
  }

  /// Records a step of what several stores may share, such as a clock, for a run that changes the test's source.
  ///
  /// - Parameters:
  ///   - site: The line of the call.
  ///   - execution: The execution of the step, if several stores take part in it.
  func noteSharedStep(at site: CallSite, in execution: SharedExecution? = nil) {
    guard let acceptance, InFlightEffect.current == nil else { return }
    acceptance.begin(nil, at: site, firstEvent: session?.eventCount ?? 0, execution: execution)
  }

  /// Reports that the store shares a clock with another test, and ends the store.
  ///
  /// The other test may advance the clock at any time, so no later assertion is meaningful.
  func reportSharing() {
    guard !isEnded else { return }
    fail(
      .misuse,
      "Another test uses the clock of this store at the same time.",
      details: "Make a clock, or use the store's own, in each test. The store has ended.",
      once: .sharing
    )
    abandon()
  }
}
