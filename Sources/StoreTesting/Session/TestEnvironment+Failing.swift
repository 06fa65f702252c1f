import StoreCore
import StoreDependencies
import Synchronization

extension TestEnvironment {
  /// Reports a failure of the test at a line, by default that of the current step.
  func fail(
    _ kind: TestFailure.Kind,
    _ headline: String,
    details: String = "",
    lastEvents: String = "",
    at site: CallSite? = nil,
    isWarning: Bool = false
  ) {
    let (step, stepSink, isRepetition) = state.withLock { state in
      let isRepetition = kind == .testCancelled && state.hasReportedCancellation
      if kind == .testCancelled { state.hasReportedCancellation = true }
      if !isWarning { state.hasFailed = true }
      return (state.step, state.sink, isRepetition)
    }
    // All waits of a cancelled test end for the same reason, which is reported once.
    guard !isRepetition else { return }
    let failure = TestFailure(
      kind,
      headline,
      details: details,
      lastEvents: lastEvents,
      at: site ?? step,
      isWarning: isWarning
    )
    if !isWarning { note(failure) }
    let report = { @Sendable [self] in
      let sink = self.sink(for: stepSink)
      context.perform(isNeeded: sink?.matchesKnownIssues ?? true) { [self] in
        let destination = failure.report(to: sink)
        if !isWarning { state.withLock { $0.lastDestination = destination } }
      }
    }
    if FailureSink.ofEffect == nil, hasOtherTaskLocals, postpone(report) {
      // The process may crash before the test's own task continues.
      if kind == .unimplementedDependency, sink(for: stepSink) == nil {
        StandardError.write("\(failure.site): \(failure.headline)")
      }
      return
    }
    reportPostponed()
    report()
  }

  /// Whether the current code has other task locals than the current step, such as its known issues, and the step
  /// continues after it: an effect that an earlier step has started, or code that has lost them during the step.
  private var hasOtherTaskLocals: Bool {
    guard let effect = InFlightEffect.current, effect.environment === self else {
      return context.isLostHere && executor.drainOwner.executor != nil
    }
    return effect.step != stepNumber.load(ordering: .relaxed)
  }

  /// Stores a report until the test's own task continues.
  ///
  /// - Returns: False if the store has ended, so that the task no longer makes postponed reports.
  private func postpone(_ report: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.isEnded { return false }
      state.postponedReports.append(report)
      hasPostponedReports.store(true, ordering: .relaxed)
      return true
    }
  }

  /// Makes the reports of effects that earlier steps have started, with the task locals of the current step.
  ///
  /// - Parameter isLast: Whether the store is released, so that an effect that holds it must not wait for a step.
  @inline(__always)
  func reportPostponed(isLast: Bool = false) {
    if hasPostponedReports.load(ordering: .relaxed) { makePostponedReports(isLast: isLast) }
  }

  @inline(never)
  private func makePostponedReports(isLast: Bool) {
    let isEffect = InFlightEffect.current.map { $0.environment === self } ?? false
    guard isLast || !isEffect && !context.isForeignHere && !context.isLostHere else { return }
    let reports = state.withLock { state in
      hasPostponedReports.store(false, ordering: .relaxed)
      defer { state.postponedReports = [] }
      return state.postponedReports
    }
    for report in reports { report() }
  }

  /// Adds a failure to the event log.
  private func note(_ failure: TestFailure) {
    for observer in observers { observer.note(failure, at: now) }
    guard executor.isDrainingHere || isOnTestTask else { return }
    session?.note(failure)
  }

  /// Returns the sink of a report: that of the effect's own code, the step, the current code, or the store; nil for the
  /// test itself.
  private func sink(for stepSink: FailureSink?) -> FailureSink? {
    FailureSink.ofEffect ?? stepSink?.open ?? FailureSink.current ?? sink?.open
  }

  /// Whether attachments are kept.
  var keepsAttachments: Bool { sink(for: state.withLock(\.sink))?.keepsAttachments ?? true }

  func attach(_ text: String, named name: String) {
    let (step, stepSink) = state.withLock { ($0.step, $0.sink) }
    let sink = self.sink(for: stepSink)
    context.perform(isNeeded: sink == nil) { TestAttachment(name: name, text: text).record(to: sink, at: step) }
  }

  /// The latest events of the store, if this thread may access them.
  var lastEvents: String {
    guard executor.isDrainingHere || isOnTestTask else { return "" }
    return session?.lastEvents ?? ""
  }

  /// Records that effects were part of a failure, so that they aren't reported again.
  func noteReported(_ effects: [Int]) {
    state.withLock { $0.reported.formUnion(effects) }
  }

  /// Whether an effect was part of a failure already.
  func isReported(_ effect: Int) -> Bool {
    state.withLock { $0.reported.contains(effect) }
  }

  /// Whether an effect was part of a failure, or has caused one itself.
  func hasFailed(_ effect: Int) -> Bool {
    state.withLock { $0.reported.contains(effect) || $0.failed.contains(effect) }
  }

  /// Reports an action of an effect after the end, unless the effect has been reported already.
  func failLate(_ kind: TestFailure.Kind, _ headline: String, details: String, by effect: EffectToken?) {
    let isKnown = state.withLock { state in
      state.isAbandoned || effect.map { state.reported.contains($0.id) } ?? false
    }
    guard !isKnown else { return }
    fail(kind, headline, details: details)
  }

  /// Receives each read of a dependency.
  package func dependencyAccessed(_ key: any TestDependencyKey.Type) {
    dependencyReads.add(1, ordering: .relaxed)
    InFlightEffect.current?.lastDependency.withLock { $0 = key }
    if !observers.isEmpty { noteRead(of: key) }
    guard isEnded, !isOnTestTask else { return }
    let effect = InFlightEffect.runningToken
    let user = effect.map { "The \($0.description.titlePhrase)" } ?? "A task of no effect"
    let origin = effect.map { "It was made at \($0.description.site). " } ?? ""
    failLate(
      .lateUse,
      "\(user) read the dependency \(key) after its store had ended.",
      details: origin + "Wait for all work before the test ends, or cancel it.",
      by: effect
    )
  }

  /// Notifies the observers that an effect of the store reads a dependency.
  private func noteRead(of key: any TestDependencyKey.Type) {
    guard !isEnded, let effect = InFlightEffect.current, effect.environment === self else { return }
    for observer in observers { observer.noteRead(of: key, by: effect, at: now) }
  }

  /// Records that the step has used a missing dependency.
  ///
  /// The first use is reported at once, as it may crash the process.
  ///
  /// - Returns: Whether this is the first use in the step.
  private func noteMissing(_ issue: RuntimeIssue) -> Bool {
    guard issue.isMissingDependency else { return true }
    return state.withLock { $0.missing.insert(MissingDependency(issue, isLate: $0.isEnded)).inserted }
  }

  /// Receives each issue that the feature causes at runtime, and reports it in the step that caused it.
  package func issueOccurred(_ issue: RuntimeIssue) {
    // The purity check must not repeat a call of this endpoint, and a call needs no read of the dependency.
    dependencyReads.add(1, ordering: .relaxed)
    let effect = InFlightEffect.runningToken
    if let effect { state.withLock { _ = $0.failed.insert(effect.id) } }
    guard noteMissing(issue) else { return }
    if isEnded {
      return failLate(.lateUse, issue.headline, details: "It happened after the store had ended.", by: effect)
    }
    let origin = effect.map { "Reached by the \($0.description.titlePhrase)\($0.description.making)." }
    let isMissing = issue.isMissingDependency
    if isMissing, executor.isDrainingHere || isOnTestTask { session?.noteMissingDependency(issue.kind, of: effect) }
    fail(
      TestFailure.Kind(issue.kind),
      issue.headline,
      details: paragraphs(issue.details, isMissing ? issue.override(in: TestSource(around: step)) : nil, origin),
      lastEvents: lastEvents
    )
    // The loop has left many unasserted events. They all follow from this failure.
    if issue.kind == .livelock { abandon() }
  }
}

/// The identity of a missing dependency, so that a step fails once for it.
struct MissingDependency: Hashable {
  /// The endpoint, or the property.
  let subject: String

  /// The line of its declaration.
  let site: CallSite

  /// Whether the store had ended.
  let isLate: Bool

  init(_ issue: RuntimeIssue, isLate: Bool) {
    subject = issue.subject
    site = issue.site
    self.isLate = isLate
  }
}

extension RuntimeIssue {
  /// Whether the issue is a missing dependency.
  fileprivate var isMissingDependency: Bool {
    switch kind {
    case .unimplementedEndpoint, .missingTestValue, .missingLiveValue: true
    case .unhandledError, .livelock, .misuse: false
    }
  }
}
