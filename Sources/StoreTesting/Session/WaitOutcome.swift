/// The end of a wait for an event.
enum WaitOutcome {
  /// The event happened.
  case happened

  /// The event can't happen: every effect has ended, or waits for the test.
  ///
  /// - Parameter waited: The real time that passed in vain, as it was not proved that only the test can resume them.
  case idle(waited: Duration? = nil)

  /// Work outside of the test's control did not finish in time.
  case timedOut(Duration)

  /// The test's task was cancelled.
  case cancelled

  /// Whether it proves that no event can happen before the next step.
  var provesAbsence: Bool {
    switch self {
    case .happened, .idle(waited: nil): true
    case .idle, .timedOut, .cancelled: false
    }
  }
}

// MARK: - Wording

extension WaitOutcome {
  /// The advice for a wait in vain.
  static let holderAdvice =
    "Where child tasks hold it, collect their results in the effect, and send them there. Then this fails at once."

  /// The sentence about real time that passed in vain; nil if none did.
  var vainWait: String? {
    guard case .idle(let waited?) = self else { return nil }
    return
      "The store waited \(waited.text) of real time, as code outside of the test may hold the sender or the task of an effect."
  }

  /// Returns the kind of failure for a missing event.
  func kind(otherwise missing: TestFailure.Kind) -> TestFailure.Kind {
    switch self {
    case .timedOut: .timedOut
    case .cancelled: .testCancelled
    case .idle, .happened: missing
    }
  }

  /// Returns the reason why an event is missing.
  ///
  /// - Parameter effects: The effects in flight.
  func reason(with effects: [EffectSnapshot]) -> String {
    let running = list(effects.map(\.entry), to: 12)
    switch self {
    case .timedOut(let duration):
      let mayWaitForAnother = effects.contains(where: \.waitingOn.isKnown)
      return paragraphs(
        "The store waited \(duration.text) of real time for work that no clock or gate of the test controls:",
        running,
        mayWaitForAnother
          ? "It may wait for one of the effects that wait for the test. If so, let that one continue." : nil,
        "Provide that work in the test, or raise 'store.timeout' if it may take longer."
      )
    case .cancelled:
      return "The test's task was cancelled, by its time limit or by itself."
    case .idle, .happened:
      guard !effects.isEmpty else { return "No effect is running, so no message can arrive." }
      return paragraphs("Every effect waits for the test:", running, vainWait.map { "\($0) \(Self.holderAdvice)" })
    }
  }
}

extension EffectSnapshot.Wait {
  /// Whether the effect is known to wait for the test.
  var isKnown: Bool {
    switch self {
    case .sleep, .call, .stream, .change, .task: true
    case .cancellation, .outside: false
    }
  }

  /// The time until the effect wakes, if it sleeps.
  var remaining: Duration? {
    if case .sleep(_, let remaining) = self { remaining } else { nil }
  }
}
