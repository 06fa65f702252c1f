import StoreCore
import StoreDependencies
import Synchronization

extension TestEnvironment {
  /// Reports a failure of the test at a line, by default that of the current step.
  ///
  /// - Parameters:
  ///   - kind: The kind of failure.
  ///   - headline: The failure in a sentence.
  ///   - details: The evidence and the fix.
  ///   - lastEvents: The latest events of the store, if they are to be shown.
  ///   - site: The line that caused the failure; nil for the current step.
  ///   - isWarning: Whether it is only a hint, which doesn't fail the test.
  ///   - topic: The mistake, if it is reported once.
  func fail(
    _ kind: TestFailure.Kind,
    _ headline: String,
    details: String = "",
    lastEvents: @autoclosure () -> String = "",
    at site: CallSite? = nil,
    isWarning: Bool = false,
    once topic: FailureReporter.Once? = nil
  ) {
    let isPostponed = hasOtherTaskLocals
    if !isPostponed { reportPostponed() }
    reporter.report(
      TestFailure(kind, headline, details: details, at: site ?? step, isWarning: isWarning),
      once: topic,
      lastEvents: lastEvents,
      isPostponed: isPostponed,
      log: note
    )
  }

  /// Whether the current code has other task locals than the current step, such as its known issues, and the step
  /// continues after it: an effect that an earlier step has started, or code that has lost them during the step.
  private var hasOtherTaskLocals: Bool {
    guard let effect = InFlightEffect.current, effect.environment === self else {
      return context.isLostHere && executor.drainOwner.executor != nil
    }
    return effect.step != stepNumber.load(ordering: .relaxed)
  }

  /// Makes the reports of effects that earlier steps have started, with the task locals of the current step.
  ///
  /// - Parameter isLast: Whether the store is released, so that an effect that holds it must not wait for a step.
  @inline(__always)
  func reportPostponed(isLast: Bool = false) {
    if reporter.hasPostponed.load(ordering: .relaxed) { makePostponedReports(isLast: isLast) }
  }

  @inline(never)
  private func makePostponedReports(isLast: Bool) {
    let isEffect = InFlightEffect.current.map { $0.environment === self } ?? false
    guard isLast || !isEffect && !context.isForeignHere && !context.isLostHere else { return }
    reporter.makePostponed()
  }

  /// Adds a failure to the event log.
  private func note(_ failure: TestFailure) {
    for observer in observers { observer.note(failure, at: now) }
    guard executor.isDrainingHere || isOnTestTask else { return }
    session?.note(failure)
  }

  /// The latest events of the store, if this thread may access them.
  var lastEvents: String {
    guard executor.isDrainingHere || isOnTestTask else { return "" }
    return session?.lastEvents ?? ""
  }

  /// Reports an action of an effect after the end, unless the store was given up, or has cancelled the effect.
  func failLate(_ kind: TestFailure.Kind, _ headline: String, details: String, by effect: EffectToken?) {
    let isExcused = state.withLock { state in
      state.isAbandoned || effect.map { state.cancelledAtEnd.contains($0.id) } ?? false
    }
    if !isExcused { fail(kind, headline, details: details) }
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

  /// Receives each issue that the feature causes at runtime, and reports it in the step that caused it.
  ///
  /// A missing dependency is reported at its first use in a step, and at once, as its use may crash the process.
  package func issueOccurred(_ issue: RuntimeIssue) {
    // The purity check must not repeat a call of this endpoint, and a call needs no read of the dependency.
    dependencyReads.add(1, ordering: .relaxed)
    let isMissing = issue.isMissingDependency
    if isMissing, !reporter.isFirst(MissingDependency(issue, isLate: isEnded)) { return }
    let effect = InFlightEffect.runningToken
    if isEnded {
      return failLate(.lateUse, issue.headline, details: "It happened after the store had ended.", by: effect)
    }
    let origin = effect.map { "Reached by the \($0.description.titlePhrase)\($0.description.making)." }
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

extension RuntimeIssue {
  /// Whether the issue is a missing dependency.
  fileprivate var isMissingDependency: Bool {
    switch kind {
    case .unimplementedEndpoint, .missingTestValue, .missingLiveValue: true
    case .unhandledError, .livelock, .misuse: false
    }
  }
}
