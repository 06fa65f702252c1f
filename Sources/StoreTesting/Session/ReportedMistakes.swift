import StoreCore

/// The reported mistakes of a test.
///
/// After a mistake, the test and the store disagree. Until they agree again, one rule holds: consequences of a reported
/// mistake are not reported.
/// - The test may later assert an event that it left out (``leftOut``). An event that was missing may arrive later
///   (``missing``).
/// - For each left-out event that the test asserts late, it may leave out a later event of the same case
///   (``assertedLate``).
/// - An input that was probably sent by mistake has effects that the test doesn't expect (``suspectInputs``).
/// - State that the test never asserted is not compared (``assumedState``).
/// - Further missing events are not reported before another event happens (``lastMissing``), or if they need the same
///   time to pass (``missedTime``).
struct ReportedMistakes<Feature: Reducer> where Feature.State: Equatable {
  /// An event that the test expected and that did not happen.
  struct Missing {
    let kind: EventKind

    /// The case of the expected value, if known, in the form of ``Event/caseKey``.
    let caseKey: String?

    /// The newest effect when the event was found missing.
    let newestEffect: Int

    /// The time of the clock when the event was found missing.
    let instant: TestClock.Instant

    /// Whether an event is the expected one.
    let matches: (Event<Feature>) -> Bool
  }

  /// The state that the test assumes.
  enum AssumedState {
    /// The test assumes the store's state.
    case matchesStore

    /// The test assumes another state.
    case state(Feature.State)

    /// The assumed state depends on a value that never arrived.
    case unknown
  }

  /// The duration by which the test failed to advance the clock.
  struct MissedTime {
    /// The upper bound: the time since the last event, plus the time until the first sleep ends.
    let amount: Duration

    /// The time of the clock at which the first sleep ends.
    let deadline: TestClock.Instant
  }

  /// The events that were reported as left out or as unexpected.
  private(set) var leftOut: [Event<Feature>] = []

  /// The events before an input that the test may still assert, as the input may have been too early.
  private(set) var postponed: [Event<Feature>] = []

  /// The expectations that were reported as missing.
  private(set) var missing: [Missing] = []

  /// The number of events, by ``Event/caseKey``, that the test asserted after they were reported as left out.
  private var assertedLate: [String: Int] = [:]

  /// The lines of suspect inputs: they changed no state although the test asserts a change, or the test sent them
  /// before it asserted the events of the previous input.
  var suspectInputs: [CallSite] = []

  /// The steps in which the reducer may have used a dependency that the test does not provide.
  private(set) var incompleteSteps: Set<CallSite> = []

  /// Whether an effect used a dependency that the test does not provide.
  private(set) var isEffectIncomplete = false

  /// The state that the test assumes.
  var assumedState = AssumedState.matchesStore

  /// The number of events when an event was last reported as missing.
  var lastMissing: Int?

  /// The reported missing time, until the test's next input.
  var missedTime: MissedTime?
}

// MARK: - Recording mistakes

extension ReportedMistakes {
  /// Records events that were reported, or that follow from a reported mistake.
  mutating func noteLeftOut(_ events: [Event<Feature>]) { leftOut += events }

  /// Records that a step used a missing dependency. The messages of its effect follow from that.
  ///
  /// - Parameters:
  ///   - step: The step, if the state may depend on the dependency.
  ///   - effect: The effect that used it; nil for the reducer.
  mutating func noteMissingDependency(at step: CallSite?, of effect: EffectToken?) {
    if let step { incompleteSteps.insert(step) }
    guard let effect else { return }
    isEffectIncomplete = true
    if let site = effect.group.site { suspectInputs.append(site) }
  }

  /// Records events to report at the end, unless the test asserts them earlier.
  mutating func postpone(_ events: [Event<Feature>]) { postponed += events }

  /// Removes and returns the postponed events.
  mutating func takePostponed() -> [Event<Feature>] {
    defer { postponed = [] }
    return postponed
  }

  /// Whether the test may assert an event out of order.
  func mayAssert(_ matches: (Event<Feature>) -> Bool) -> Bool {
    leftOut.contains(where: matches) || postponed.contains(where: matches)
  }

  /// Records an expectation that was reported as missing, or that follows from a reported mistake.
  mutating func noteMissing(_ expectation: Missing) { missing.append(expectation) }

  /// Removes a left-out event, because the test asserts it now.
  ///
  /// - Returns: Whether a left-out event matched.
  mutating func takeLeftOut(_ matches: (Event<Feature>) -> Bool) -> Bool {
    if let index = postponed.firstIndex(where: matches) {
      postponed.remove(at: index)
      return true
    }
    guard let index = leftOut.firstIndex(where: matches) else { return false }
    assertedLate[leftOut.remove(at: index).caseKey, default: 0] += 1
    return true
  }

  /// Whether an expected feedback is missing.
  private var isFeedbackMissing: Bool { missing.contains { $0.kind == .feedback } }

  /// Removes a missing expectation, because its event has arrived.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isAsserted: Whether the test asserts it. In that case, an event of a later effect may be another one that the
  ///     test expects as well.
  /// - Returns: Whether an expectation was removed.
  @discardableResult
  mutating func takeMissing(_ event: Event<Feature>, isAsserted: Bool = false) -> Bool {
    let index = missing.firstIndex { expectation in
      guard expectation.kind == event.kind, expectation.matches(event) else { return false }
      guard isAsserted else { return true }
      guard let sender = event.sender else { return event.kind == .output && !isFeedbackMissing }
      return sender.id <= expectation.newestEffect
    }
    guard let index else { return false }
    missing.remove(at: index)
    return true
  }

  /// Returns the left-out events that don't follow from a reported mistake.
  ///
  /// The consequences of a feedback have the same cause as the feedback.
  mutating func unexplainedEvents(in events: [Event<Feature>]) -> [Event<Feature>] {
    var isConsequence = false
    return events.filter { event in
      if event.kind == .feedback { isConsequence = false }
      if isConsequence || takeMissing(event) || takeExcuse(for: event) {
        isConsequence = isConsequence || event.kind == .feedback
        return false
      }
      return true
    }
  }

  /// Whether an event replaces an event of its case that was asserted late or was missing, or follows from a suspect
  /// input.
  private mutating func takeExcuse(for event: Event<Feature>) -> Bool {
    let key = event.caseKey
    if let site = event.sender?.group.site, suspectInputs.contains(site) { return true }
    if let count = assertedLate[key], count > 0 {
      assertedLate[key] = count - 1
      return true
    }
    guard let index = missing.firstIndex(where: { $0.caseKey == key }) else { return false }
    missing.remove(at: index)
    return true
  }

  /// The mistakes without their consequences: only the events that are still to be reported.
  var withoutConsequences: Self {
    var rest = Self()
    rest.postponed = postponed
    return rest
  }

  /// Whether a missing change of the state follows from a reported mistake.
  func excusesUnchangedState(_ disputed: Set<Substring>?, at step: CallSite) -> Bool {
    suspectInputs.contains(step) || disputed?.isEmpty != true || missing.contains { $0.kind != .started }
  }

  /// Whether an effect may send a missing feedback, because it started later.
  func expectsFeedback(of effect: Int) -> Bool {
    missing.contains { $0.newestEffect < effect }
  }

  /// Returns the fields in which a state differs from the assumed one; nil if all fields may differ.
  func disputedFields(of state: Feature.State) -> Set<Substring>? {
    switch assumedState {
    case .matchesStore: []
    case .state(let known): known == state ? [] : fields(of: differences(known, state))
    case .unknown: nil
    }
  }
}

extension Event {
  /// The kind of the event, and the name of its case.
  var caseKey: String {
    let value: Any? = feedback ?? output
    return Self.caseKey(kind, value) ?? "\(kind) \(startedEffect?.description.name ?? "")"
  }

  /// Returns the kind of an event, and the name of its value's case; nil if it has none.
  static func caseKey(_ kind: EventKind, _ value: Any?) -> String? {
    value.flatMap { caseName(of: $0) }.map { "\(kind) \($0)" }
  }
}

/// Returns the first steps of the paths of differences.
func fields(of differences: [Difference]) -> Set<Substring> {
  Set(differences.map { $0.path.prefix { !".[?".contains($0) } })
}
