import StoreCore

/// The mistakes of a test that were reported.
///
/// A mistake puts the test and the store out of step. One rule holds until they meet again: what follows from a reported mistake is not reported.
/// - What the test left out may be asserted later (``leftOut``), and what it expected in vain may come later (``missing``).
/// - A test that asserts late what it left out may leave out as many of that case later (``assertedLate``).
/// - An input that was probably sent by mistake has effects that the test knows nothing of (``suspects``).
/// - State that the test never asserted is not compared (``belief``).
/// - Nothing else is missing before anything happens (``lastMissing``), or for want of the same time (``debt``).
struct ReportedMistakes<Feature: Reducer> where Feature.State: Equatable {
  /// Something that the test expected, and that did not come.
  struct Missing {
    /// The kind of event.
    let kind: EventKind

    /// The case of the expected value, if that is known, as in ``Event/caseKey``.
    let caseKey: String?

    /// The newest effect when the event was missing.
    let newestEffect: Int

    /// The instant at which it was missing.
    let instant: TestClock.Instant

    /// Whether an event is the expected one.
    let matches: (Event<Feature>) -> Bool
  }

  /// The state as the test knows it.
  enum Belief {
    /// It is the store's.
    case inStep

    /// It is another one.
    case state(Feature.State)

    /// It depends on a value that never came.
    case unknown
  }

  /// Virtual time that the test did not let pass.
  struct TimeDebt {
    /// The most that may be missing: the time since anything happened, and the time until the first sleep ends.
    let amount: Duration

    /// The instant at which the first sleep ends.
    let deadline: TestClock.Instant
  }

  /// The events that were reported as left out, or as others than the test expected.
  private(set) var leftOut: [Event<Feature>] = []

  /// The events before an input that the test may still assert, as the input may be what is out of order.
  private(set) var postponed: [Event<Feature>] = []

  /// The expectations that were reported as missing.
  private(set) var missing: [Missing] = []

  /// How many events the test has asserted after they were reported as left out, by ``Event/caseKey``.
  private var assertedLate: [String: Int] = [:]

  /// The lines of inputs that changed nothing although the test says so, or were sent before the events of the last one were asserted.
  var suspects: [CallSite] = []

  /// The state as the test knows it.
  var belief = Belief.inStep

  /// The number of events when something was last reported as missing.
  var lastMissing: Int?

  /// The time that was reported as missing, until the test's next input.
  var debt: TimeDebt?
}

// MARK: - Keeping account

extension ReportedMistakes {
  /// Records events that were reported, or that follow from what was.
  mutating func noteLeftOut(_ events: [Event<Feature>]) { leftOut += events }

  /// Records events that are reported at the end, unless the test asserts them before.
  mutating func postpone(_ events: [Event<Feature>]) { postponed += events }

  /// Takes the events that were postponed.
  mutating func takePostponed() -> [Event<Feature>] {
    defer { postponed = [] }
    return postponed
  }

  /// Whether the test may assert an event out of turn.
  func mayAssert(_ matches: (Event<Feature>) -> Bool) -> Bool {
    leftOut.contains(where: matches) || postponed.contains(where: matches)
  }

  /// Records an expectation that was reported as missing, or that follows from what was.
  mutating func noteMissing(_ expectation: Missing) { missing.append(expectation) }

  /// Takes an event that was left out, because the test asserts it now.
  ///
  /// - Returns: Whether there was one.
  mutating func takeLeftOut(_ matches: (Event<Feature>) -> Bool) -> Bool {
    if let index = postponed.firstIndex(where: matches) {
      postponed.remove(at: index)
      return true
    }
    guard let index = leftOut.firstIndex(where: matches) else { return false }
    assertedLate[leftOut.remove(at: index).caseKey, default: 0] += 1
    return true
  }

  /// Whether a feedback was expected in vain.
  private var isFeedbackMissing: Bool { missing.contains { $0.kind == .feedback } }

  /// Takes an expectation that was missing, because it comes now.
  ///
  /// - Parameters:
  ///   - event: What comes.
  ///   - isAsserted: Whether the test asserts it. Then what comes from a later effect may be another one, which the test expects as well.
  /// - Returns: Whether there was one.
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

  /// The events among those left out now that follow from no reported mistake.
  ///
  /// What a feedback causes follows from what the feedback follows from.
  mutating func news(in events: [Event<Feature>]) -> [Event<Feature>] {
    var isConsequence = false
    return events.filter { event in
      if event.kind == .feedback { isConsequence = false }
      if isConsequence || takeMissing(event) || takeCredit(event) {
        isConsequence = isConsequence || event.kind == .feedback
        return false
      }
      return true
    }
  }

  /// Whether an event makes up for one of its case that the test asserted late or expected in vain, or follows from a suspect input.
  private mutating func takeCredit(_ event: Event<Feature>) -> Bool {
    let key = event.caseKey
    if let site = event.sender?.tree.site, suspects.contains(site) { return true }
    if let count = assertedLate[key], count > 0 {
      assertedLate[key] = count - 1
      return true
    }
    guard let index = missing.firstIndex(where: { $0.caseKey == key }) else { return false }
    missing.remove(at: index)
    return true
  }

  /// Whether a step that should change the state, and doesn't, follows from a mistake.
  func excusesUnchangedState(_ disputed: Set<Substring>?, at step: CallSite) -> Bool {
    suspects.contains(step) || disputed?.isEmpty != true || missing.contains { $0.kind != .started }
  }

  /// Whether an effect may send what is missing, because it started later.
  func expectsFeedback(of effect: Int) -> Bool {
    missing.contains { $0.newestEffect < effect }
  }

  /// The fields in which a state differs from the one that the test knows; nil if it may differ in all.
  func disputedFields(of state: Feature.State) -> Set<Substring>? {
    switch belief {
    case .inStep: []
    case .state(let known): known == state ? [] : fields(of: differences(known, state))
    case .unknown: nil
    }
  }
}

extension Event {
  /// The kind of event, and the name of its case.
  var caseKey: String {
    let value: Any? = feedback ?? output
    return Self.caseKey(kind, value) ?? "\(kind) \(startedEffect?.description.name ?? "")"
  }

  /// The kind of an event, and the name of its value's case; nil if it has none.
  static func caseKey(_ kind: EventKind, _ value: Any?) -> String? {
    value.flatMap { caseName(of: $0) }.map { "\(kind) \($0)" }
  }
}

/// The first steps of the paths of differences.
func fields(of differences: [Difference]) -> Set<Substring> {
  Set(differences.map { $0.path.prefix { !".[?".contains($0) } })
}
