import StoreCore
import StoreDependencies
import Synchronization

extension TestEnvironment {
  /// Reports a failure of the test at a place, or else at the line of the current step.
  func fail(
    _ kind: TestFailure.Kind,
    _ headline: String,
    details: String = "",
    story: String = "",
    at site: CallSite? = nil,
    isWarning: Bool = false
  ) {
    let (step, stepSink, isRepetition) = state.withLock { state in
      let isRepetition = kind == .testCancelled && state.hasReportedCancellation
      if kind == .testCancelled { state.hasReportedCancellation = true }
      if !isWarning { state.hasFailed = true }
      return (state.step, state.sink, isRepetition)
    }
    // Every wait of a cancelled test ends in the same way, and for the same reason.
    guard !isRepetition else { return }
    let failure = TestFailure(
      kind,
      headline,
      details: details,
      story: story,
      at: site ?? step,
      isWarning: isWarning
    )
    if !isWarning { note(failure) }
    let sink = self.sink(for: stepSink)
    context.perform(isNeeded: sink == nil) { failure.report(to: sink) }
  }

  /// Adds a failure to what happened.
  private func note(_ failure: TestFailure) {
    for observer in observers { observer.note(failure, at: now) }
    guard executor.isDrainingHere || isTestsOwnTask else { return }
    ledger?.note(failure)
  }

  /// Where a report goes: to whoever records the step, or the current code, or the store; nil if to the test itself.
  private func sink(for stepSink: FailureSink?) -> FailureSink? {
    stepSink ?? FailureSink.current ?? sink
  }

  /// Whether anybody will look at attachments.
  var keepsAttachments: Bool { sink(for: state.withLock(\.sink))?.keepsAttachments ?? true }

  /// Attaches a text to the test.
  func attach(_ text: String, named name: String) {
    let (step, stepSink) = state.withLock { ($0.step, $0.sink) }
    let sink = self.sink(for: stepSink)
    context.perform(isNeeded: sink == nil) { TestAttachment(name: name, text: text).record(to: sink, at: step) }
  }

  /// The last things that the store has done, if this is the thread that may look.
  private var storySoFar: String {
    guard executor.isDrainingHere || isTestsOwnTask else { return "" }
    return ledger?.storySoFar ?? ""
  }

  /// Notes that an effect was part of a failure, so that nothing more need be said of it.
  func excuse(_ effects: [Int]) {
    state.withLock { $0.reported.formUnion(effects) }
  }

  /// Whether an effect was part of a failure already.
  func isExcused(_ effect: Int) -> Bool {
    state.withLock { $0.reported.contains(effect) }
  }

  /// Reports something that an effect does after the end, unless the effect has been reported already.
  func failLate(_ kind: TestFailure.Kind, _ headline: String, details: String, by effect: EffectToken?) {
    let isKnown = state.withLock { state in
      state.isGivenUp || effect.map { state.reported.contains($0.id) } ?? false
    }
    guard !isKnown else { return }
    fail(kind, headline, details: details)
  }

  /// Hears of each read of a dependency.
  package func dependencyAccessed(_ key: any TestDependencyKey.Type) {
    dependencyReads.add(1, ordering: .relaxed)
    InFlightEffect.current?.lastDependency.withLock { $0 = key }
    if !observers.isEmpty { noteRead(of: key) }
    guard isEnded, !isTestsOwnTask else { return }
    let effect = InFlightEffect.runningToken
    let user = effect.map { "The \($0.description.titlePhrase)" } ?? "Somebody"
    let origin = effect.map { "It was made at \($0.description.site). " } ?? ""
    failLate(
      .lateUse,
      "\(user) read the dependency \(key) after its store had come to an end.",
      details: origin + "Wait for all work before the test ends, or cancel it.",
      by: effect
    )
  }

  /// Tells the observers that an effect of the store reads a dependency.
  private func noteRead(of key: any TestDependencyKey.Type) {
    guard !isEnded, let effect = InFlightEffect.current, effect.environment === self else { return }
    for observer in observers { observer.noteRead(of: key, by: effect, at: now) }
  }

  /// Notes that the step has reached a dependency that is missing, however often it has.
  ///
  /// The first time is reported at once, as what follows from it may end the process.
  ///
  /// - Returns: Whether that is news.
  private func noteMissing(_ issue: DependencyIssue) -> Bool {
    guard issue.isAboutMissing else { return true }
    return state.withLock { $0.missing.insert(MissingDependency(issue, isLate: $0.isEnded)).inserted }
  }

  /// Hears of each misuse of a dependency.
  package func dependencyFailed(_ issue: DependencyIssue) {
    // An endpoint may be called without being read, and the purity check must not call it a second time.
    dependencyReads.add(1, ordering: .relaxed)
    let effect = InFlightEffect.runningToken
    guard noteMissing(issue) else { return }
    if isEnded {
      return failLate(.lateUse, issue.headline, details: "It happened after the store had come to an end.", by: effect)
    }
    let origin = effect.map { "Reached by the \($0.description.titlePhrase)\($0.description.making)." }
    fail(
      TestFailure.Kind(issue.kind),
      issue.headline,
      details: paragraphs(issue.details, origin),
      story: storySoFar
    )
    // What it has left behind follows from that, and there is a lot of it.
    if issue.kind == .livelock { abandon() }
  }
}

/// What tells a dependency that is missing from others, so that a step which reaches it many times fails once.
struct MissingDependency: Hashable {
  /// The endpoint, or the property.
  let subject: String

  /// Where it was declared.
  let site: CallSite

  /// Whether the store had come to its end.
  let isLate: Bool

  /// Makes what tells it.
  init(_ issue: DependencyIssue, isLate: Bool) {
    subject = issue.subject
    site = issue.site
    self.isLate = isLate
  }
}

extension DependencyIssue {
  /// Whether it says that a dependency is missing, and nothing else.
  fileprivate var isAboutMissing: Bool {
    switch kind {
    case .unimplementedEndpoint, .missingTestValue, .missingLiveValue: true
    case .unhandledError, .livelock, .misuse: false
    }
  }
}
