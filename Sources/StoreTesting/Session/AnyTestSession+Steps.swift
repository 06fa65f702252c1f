package import StoreDependencies

extension AnyTestSession {
  /// Begins a step of the test.
  ///
  /// - Returns: False, after reporting it, if the store has ended, or if a step of another task runs. Otherwise the
  ///   caller must end the step.
  package func begin(_ step: String, at site: CallSite) -> Bool {
    let task = Runtime.currentTask
    guard environment.beginStep(step, at: site, by: task) else { return false }
    environment.moveToCurrentTest(from: task)
    let isOpen = environment.begin(site)
    noteAcceptedStep(step, at: site)
    if !childStarts.forgottenAtStart.isEmpty { reportForgottenAtStart() }
    for observer in environment.observers { observer.noteStep(at: time.now) }
    if isOpen { return true }
    endStep()
    fail(
      .usedAfterEnd,
      "The test called '\(step)' after the store had ended.",
      details: "The call did nothing. Make 'finish()' the last call of a store, and a new store for a new test."
    )
    return false
  }

  /// Ends a step that has begun.
  package func endStep() { environment.endStep() }

  /// Records a step for a run that accepts changes, by the name of its method in the source of the test.
  func noteAcceptedStep(_ step: String, at site: CallSite) {
    guard let acceptance = environment.acceptance else { return }
    let name = step == "send" && wording != nil ? "call" : step
    acceptance.begin(name, at: site, firstEvent: environment.session?.eventCount ?? 0, level: exhaustivity)
  }

  /// Whether the run changes the test's source where it disagrees with the store.
  var accepts: Bool { environment.acceptance?.changes.isOpen ?? false }

  /// Runs the start effects, before the first input changes the state.
  ///
  /// The store's initialiser is synchronous, so the effects' tasks run in the first step. If that step is an input,
  /// their feedback must count as unasserted before it. A scheduler may run the input before the events that these
  /// effects have left open.
  func settleStart() async {
    isStarting = false
    await environment.settle(.acts)
  }

  /// Returns the timeout of a call. A negative timeout is reported, and counts as zero.
  func checkedTimeout(_ timeout: Duration?) -> Duration {
    let timeout = timeout ?? self.timeout
    guard timeout < .zero else { return timeout }
    fail(
      .misuse,
      "The timeout \(timeout.text) is negative.",
      details: "It counts as zero. A timeout bounds the wait for work outside the test's control only."
    )
    return .zero
  }

  /// Reports work that runs endlessly, and stops it.
  func stopLivelock(after items: Int) {
    let suspects = ledger.filter { entry in
      if case .sleep = entry.snapshot.waitingOn { false } else { true }
    }
    let names = suspects.map(\.snapshot.label)
    fail(
      .livelock,
      """
      \(names.isEmpty ? "The store's effects run" : names.joined(separator: ", ") + (names.count == 1 ? " runs" : " run")) \
      endlessly: \(count(items, "job")) ran while no time passed.
      """,
      details: paragraphs(
        list(suspects.map(\.snapshot.origin)),
        "Let the effect wait on a clock, or end. If it needs that many jobs, raise 'store.stepLimit'. "
          + "The store has cancelled its effects."
      )
    )
    environment.session?.stopEffects()
  }
}
