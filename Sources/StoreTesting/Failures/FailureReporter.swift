import StoreCore
import StoreDependencies
import Synchronization

/// The reporter of a test store: where its failures go, and what they may follow from.
///
/// The first failure of a store fails the test. From then on the test and the store may disagree because of it, so
/// further disagreements are warnings that name it (``TestFailure/Kind/isDisagreement``). A failure that the test expects
/// counts for nothing.
final class FailureReporter: Sendable {
  /// What was reported to one sink, or to the test.
  private struct Reported {
    /// The sink; nil for the test.
    let sink: FailureSink?

    /// The first failure; nil without any.
    var first: TestFailure?

    /// What is reported once only.
    var once: Set<Once> = []
  }

  /// A mistake whose further reports would say nothing new.
  enum Once: Hashable {
    /// The test's task was cancelled, which ends each of its waits.
    case cancellation

    /// The reducer is impure.
    case impurity

    /// Another task or test uses the store or its clock.
    case sharing

    /// The requested runtime isn't available.
    case runtime
  }

  private struct State {
    /// The line of the current step, or of the last one.
    var step: CallSite

    /// The sink of the step's failures; nil if they go to the test.
    var sink: FailureSink?

    /// What was reported, by its sink.
    var reported: [Reported] = []

    /// The missing dependencies that the step has used.
    var missing: Set<MissingDependency> = []

    /// The reports of effects that earlier steps have started, until the test's own task continues.
    var postponed: [@Sendable () -> Void] = []

    /// Whether the test's task makes no more postponed reports.
    var isClosed = false

    var hasFailed = false

    var attribution: TestAttribution

    /// What was reported to a sink, or to the test.
    subscript(sink: FailureSink?) -> Reported {
      get { reported.first { $0.sink === sink } ?? Reported(sink: sink) }
      set {
        reported.removeAll { $0.sink === sink || $0.sink?.isClosed ?? false }
        reported.append(newValue)
      }
    }
  }

  private let state: Mutex<State>

  /// The sink of failures, if the store was created in code that records them.
  private let sink: FailureSink?

  /// Whether any report is postponed. Performance: reading it takes no lock.
  let hasPostponed = Atomic(false)

  /// Creates the reporter of a store.
  ///
  /// - Parameter site: The line that creates the store.
  init(site: CallSite) {
    sink = FailureSink.current
    state = Mutex(State(step: site, attribution: TestAttribution()))
  }

  /// The line of the current step, or of the last one.
  var step: CallSite { state.withLock(\.step) }

  /// Whether the store has reported a failure.
  var hasFailed: Bool { state.withLock(\.hasFailed) }

  /// The test that the store belongs to.
  var attribution: TestAttribution { state.withLock(\.attribution) }

  /// Begins a step of the test.
  func begin(_ step: CallSite) {
    let sink = FailureSink.current
    state.withLock { state in
      state.step = step
      state.sink = sink
      if !state.missing.isEmpty { state.missing.removeAll() }
    }
  }

  /// Joins the step of another store, whose sink receives the failures.
  func joinStep() {
    let sink = FailureSink.current
    state.withLock { $0.sink = sink }
  }

  /// Ends the postponing of reports, as the store has ended.
  func close() { state.withLock { $0.isClosed = true } }

  /// Gives later failures of code that has lost its test the task locals of the current code, such as its known issues.
  func renewAttribution() {
    let new = TestAttribution()
    guard new.isKnown else { return }
    // The old one is released outside of the lock, as its task runs code.
    let old = state.withLock { state in
      defer { state.attribution = new }
      return state.attribution
    }
    withExtendedLifetime(old) {}
  }

  /// Gives the store to the current test, which uses a store of another test. What that has reported is its own.
  func moveToCurrentTest() {
    renewAttribution()
    state.withLock { $0.reported = [] }
  }

  /// Whether attachments are kept.
  var keepsAttachments: Bool { destination?.keepsAttachments ?? true }

  /// Records a text for the destination of failures.
  func attach(_ text: String, named name: String) {
    let sink = destination
    let step = step
    attribution.perform(isNeeded: sink == nil) { TestAttachment(name: name, text: text).record(to: sink, at: step) }
  }
}

// MARK: - Reporting

extension FailureReporter {
  /// Reports a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - topic: The mistake, if it is reported once.
  ///   - lastEvents: The latest events of the store.
  ///   - isPostponed: Whether the report must wait for the test's own task.
  ///   - log: Records the failure, if it is no warning.
  func report(
    _ failure: TestFailure,
    once topic: Once? = nil,
    lastEvents: () -> String,
    isPostponed: Bool,
    log: (TestFailure) -> Void
  ) {
    guard !isDiscarding else { return }
    let sink = destination
    let topic = topic ?? failure.kind.once
    let (isRepetition, cause) = state.withLock { state in
      let isRepetition = topic.map { !state[sink].once.insert($0).inserted } ?? false
      return (isRepetition, failure.kind.isDisagreement ? state[sink].first : nil)
    }
    guard !isRepetition else { return }
    let failure = cause.map(failure.following) ?? failure.with(lastEvents: failure.isWarning ? "" : lastEvents())
    if !failure.isWarning {
      state.withLock { $0.hasFailed = true }
      log(failure)
    }
    let report = { @Sendable [self] in deliver(failure, once: topic, to: sink) }
    if isPostponed, FailureSink.ofEffect == nil, postpone(report) {
      // The process may crash before the test's own task continues.
      if failure.kind == .unimplementedDependency, sink == nil {
        StandardError.write("\(failure.site): \(failure.headline)")
      }
      return
    }
    report()
  }

  /// Reports a failure of the test whose source the run changes.
  ///
  /// It is no mistake that a later failure may follow from.
  ///
  /// - Returns: Whether the test fails; false if it has declared the failure as known.
  func reportAccepted(_ failure: TestFailure) -> Bool {
    let isKnown = Atomic(false)
    attribution.perform(isNeeded: true) {
      isKnown.store(failure.report(to: nil) == .knownIssue, ordering: .relaxed)
    }
    return !isKnown.load(ordering: .relaxed)
  }

  /// Passes a failure on. Code that records failures receives only those that happened in it.
  private func deliver(_ failure: TestFailure, once topic: Once?, to sink: FailureSink?) {
    let sink = sink?.open
    attribution.perform(isNeeded: sink?.matchesKnownIssues ?? true) { [self] in
      let destination = FailureSink.$innermost.withValue(sink) { failure.report(to: sink) }
      guard !failure.isWarning else { return }
      state.withLock { state in
        if destination == .knownIssue {
          if let topic { state[sink].once.remove(topic) }
        } else if state[sink].first == nil {
          state[sink].first = failure
        }
      }
    }
  }

  /// Whether the current code runs a second time, and its failures count for nothing.
  private var isDiscarding: Bool { FailureSink.current?.discards ?? false }

  /// Whether a missing dependency is used for the first time in the step.
  func isFirst(_ missing: MissingDependency) -> Bool {
    !isDiscarding && state.withLock { $0.missing.insert(missing).inserted }
  }

  /// Whether a mistake that is reported once is reported for the first time.
  func isFirst(_ topic: Once) -> Bool {
    let sink = destination
    return state.withLock { $0[sink].once.insert(topic).inserted }
  }

  /// The sink of a report: that of the effect's own code, the step, the current code, or the store; nil for the test.
  private var destination: FailureSink? {
    FailureSink.ofEffect ?? state.withLock(\.sink)?.open ?? FailureSink.current ?? sink?.open
  }

  /// Stores a report until the test's own task continues.
  ///
  /// - Returns: False if the task no longer makes postponed reports.
  private func postpone(_ report: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.postponed.append(report)
      hasPostponed.store(true, ordering: .relaxed)
      return true
    }
  }

  /// Makes the postponed reports, with the task locals of the current step.
  func makePostponed() {
    let reports = state.withLock { state in
      hasPostponed.store(false, ordering: .relaxed)
      defer { state.postponed = [] }
      return state.postponed
    }
    for report in reports { report() }
  }
}

extension TestFailure {
  /// Returns a warning of the same disagreement, which may follow from an earlier failure of the store.
  fileprivate func following(_ cause: TestFailure) -> TestFailure {
    TestFailure(
      kind,
      headline,
      details: paragraphs("It may follow from the failure at \(cause.site): \(cause.headline)", details),
      at: site,
      isWarning: true
    )
  }

  fileprivate func with(lastEvents: String) -> TestFailure {
    TestFailure(kind, headline, details: details, lastEvents: lastEvents, at: site, isWarning: isWarning)
  }
}

extension TestFailure.Kind {
  /// The mistake of a kind that is reported once.
  fileprivate var once: FailureReporter.Once? {
    switch self {
    case .testCancelled: .cancellation
    case .impureReducer: .impurity
    default: nil
    }
  }

  /// Whether the test and the store disagree, which may follow from an earlier mistake. Everything else is a fact, and a
  /// failure whenever it happens.
  var isDisagreement: Bool {
    switch self {
    case .unexpectedState, .missingStateChange, .assertionThrew, .unhandledFeedback, .unexpectedFeedback,
      .missingFeedback, .unhandledOutput, .unexpectedOutput, .missingOutput, .unhandledEffect, .missingEffect,
      .effectInFlight, .lateFeedback, .lateUse, .missingCall, .unfinishedSleep, .overshotDeadline, .missingDeadline,
      .nothingToSkip, .timedOut, .usedAfterEnd:
      true
    case .unexpectedDifference, .effectThrew, .unimplementedDependency, .failedSchedule, .divergedSchedule,
      .failedSequence, .divergedSequence, .unusedCommand, .brokenInvariant, .unexpectedTranscript, .impureReducer,
      .nondeterminism, .brokenProperty, .undecidedProperty, .survivingMutants, .insufficientCoverage, .livelock,
      .blockedThread, .testCancelled, .misuse, .hiddenDifference, .skippedAssertion, .acceptedChange:
      false
    }
  }
}
