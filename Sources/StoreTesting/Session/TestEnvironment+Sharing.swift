package import StoreDependencies
import Synchronization

extension TestEnvironment {
  /// Records that another task runs the store's effects, or advances its clock.
  ///
  /// Only the first time is reported, as each deadline of the clock would report it again.
  ///
  /// - Returns: Whether this is the first time.
  private func noteSharing() -> Bool {
    state.withLock { state in
      defer { state.hasReportedSharing = true }
      return !state.hasReportedSharing
    }
  }

  /// Reports that another thread runs this store's effects.
  func reportTwoTasks() {
    guard noteSharing() else { return }
    fail(
      .misuse,
      "Another task runs the effects of this store at the same time.",
      details: "A store belongs to the task that makes it. Make one in each test, and call it from one task at a time."
    )
  }

  /// Begins a step of the current task, unless a step of another task runs, which is reported.
  ///
  /// - Parameters:
  ///   - step: The call of the test.
  ///   - site: The line of the call.
  ///   - task: The identity of the current task.
  /// - Returns: Whether the step has begun, so that the caller must end it.
  func beginStep(_ step: String, _ site: CallSite, by task: Int?) -> Bool {
    if stepOwner.begin(by: task) { return true }
    if noteSharing() { reportOverlap(of: step, site) }
    return false
  }

  private func reportOverlap(of step: String, _ site: CallSite) {
    fail(
      .misuse,
      "The test called '\(step)' while a step of another task was running in the same store.",
      details: """
        The other step is at \(self.step). The call did nothing.

        Call a store from one task at a time: await each step before the next one, or make a store for each task.
        """,
      at: site
    )
  }

  /// Whether another store belongs to another test, or to another case of the same test.
  func isForeign(to other: TestEnvironment) -> Bool { context.isForeign(to: other.context) }

  /// Begins a step that advances a clock.
  ///
  /// It does nothing if another test advances the clock: the line and the sink belong to that test.
  package func begin(advanceAt site: CallSite) {
    if isOnTestTask || !context.isForeignHere { begin(site) }
  }

  /// Reports that the store shares a clock with another test, and ends the store.
  ///
  /// The other test may advance the clock at any time, so no later assertion is meaningful.
  func reportSharing() {
    guard noteSharing(), !isEnded else { return }
    fail(
      .misuse,
      "Another test uses the clock of this store at the same time.",
      details: "Make a clock, or use the store's own, in each test. The store has ended."
    )
    abandon()
  }
}
