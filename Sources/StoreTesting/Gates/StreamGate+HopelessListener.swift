import Synchronization

/// A wait for an element by a task that belongs to no effect.
struct HopelessListener<Arguments: Sendable, Element: Sendable, Failure: Error>: WaitForTest {
  weak let gate: StreamGate<Arguments, Element, Failure>?
  let stream: Int
  let wait: Int

  init(gate: StreamGate<Arguments, Element, Failure>, _ stream: Int, wait: Int) {
    self.gate = gate
    self.stream = stream
    self.wait = wait
  }

  var condition: WaitCondition? {
    guard let gate else { return nil }
    let store = gate.store
    guard !(store?.isEnded ?? false) else { return nil }
    let steps = store?.stepNumber.load(ordering: .relaxed) ?? 0
    let test = gate.test.task
    // The task can't resume while the lock is held, as a resumption first removes the wait.
    return gate.state.withLock { state in
      guard let wait = state.streams[stream - 1].waits.first(where: { $0.number == wait }) else { return nil }
      return WaitCondition(
        actions: state.answers + steps,
        holdsTest: Runtime.isHeld(test, by: wait.task),
        isTestRunning: store != nil || gate.test.run.mayRun
      )
    }
  }

  func end() { gate?.endHopeless(stream) }
}

extension StreamGate {
  /// Ends a stream that only the test could continue, while the test waits for it, and reports it.
  fileprivate func endHopeless(_ number: Int) {
    let (waits, listener) = state.withLock { state in
      (state.end(number, .cancelled), state.streams[number - 1].listener)
    }
    guard !waits.isEmpty else { return }
    test.report(
      .misuse,
      "The test waits for an element of \(listener), which only the test yields.",
      details: """
        \(test.hopelessWait("yielded one"))

        A gate stands for a dependency that effects call. To test a stream itself, read it in a child task ('async let'), \
        continue it with 'yield(_:)' or 'finish()', and then await the child.
        """,
      at: store?.step ?? test.site
    )
    for wait in waits { wake(wait, of: listener, nil) }
  }
}
