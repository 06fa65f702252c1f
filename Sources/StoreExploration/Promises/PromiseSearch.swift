import StoreTesting

/// A search for promises that hold, and for those that nearly hold.
struct PromiseSearch<Source: PromiseSource> {
  /// The promises without an exception, the strongest first.
  let holding: [Promises.Promise]

  /// The promises with exceptions, the worst first. Several that are broken likewise are one.
  let suspects: [Promises.Promise]

  /// The promises with exceptions, as text.
  let broken: Set<String>

  /// The exceptions that have applied.
  let excepted: Set<String>

  /// - Parameters:
  ///   - source: What is known.
  ///   - added: Candidates of the project's own.
  ///   - exceptions: The promises, or complaints, that are no suspects.
  ///   - limit: The greatest number of suspects.
  ///   - leastWeight: The least weight of a suspect.
  ///   - leastSupport: The least number of situations or steps that speak for a suspect whose exceptions lack something.
  init(
    _ source: Source,
    adding added: [Candidate] = [],
    except exceptions: Set<String> = [],
    limit: Int,
    leastWeight: Double = 0,
    leastSupport: Int = 0
  ) {
    let facts = source.facts
    let finders: [any CandidateFinder] = [
      EndlessModes(), LeavableModes(), UndoneSteps(), StaleAnswers(), UnaskedAnswers(), MisplacedAnswers(),
      MisdirectedWork(), LostInputs(),
      CoveredChanges(), ResumedModes(), OutdatedEnds(), OutlivedResets(), ForgottenResets(), DeadInputs(),
      DeadRetries(), DeniedResults(), RevokedResults(), OverturnedResults(), DeniedElements(), DiscardedTries(),
      DiscardedTexts(), ForgottenDrafts(), ForgottenSuccessors(), TakenBackNeighbours(), FailedSequels(),
      FailedStreams(),
      GovernedEffects(), GuardedWork(), DoubledWork(), RunningModes(), MatchingFields(),
      References(),
      LastingFailures(), KeptChanges(), ForgottenFlags(), ListRelations(), ListOrders(), AmountRelations(),
      CountedElements(),
    ]
    let all = facts.situationCount == 0 ? added : finders.flatMap { $0.candidates(in: facts) } + added
    let unkept = all.filter { !$0.exceptions.isEmpty }
    excepted = exceptions.intersection(unkept.flatMap { [$0.text, $0.complaint] })
    let suspected = unkept.filter {
      $0.weight > 0 && $0.weight >= leastWeight && (!$0.isOfAbsence || $0.support >= leastSupport)
        && exceptions.isDisjoint(with: [$0.text, $0.complaint])
    }
    let texts = Set(suspected.map(\.text))
    let ranked = suspected.filter { $0.yielding.isDisjoint(with: texts) }
      .sorted { ($1.rank, $0.text, $0.complaint) < ($0.rank, $1.text, $1.complaint) }
    var suspects: [Promises.Promise] = []
    var roots: [String: Int] = [:]
    var known: Set<[Candidate.Exception]> = []
    let own = Set(added.map(\.text))
    for candidate in facts.situationCount == 0 ? ranked : SuspectOrder(ranked, in: facts).candidates {
      // A condition may have two names, as an enum of two cases has. What a project has added is shown in any case.
      guard known.insert(candidate.exceptions).inserted || own.contains(candidate.text) else { continue }
      let nearest = candidate.exceptions.min { source.length(to: $0) < source.length(to: $1) }
      let promise = Promises.Promise(candidate, nearest.map(source.trace) ?? PromiseTrace())
      let root = withoutValues(candidate.cause ?? candidate.complaint)
      if let same = roots[root] {
        suspects[same].merge(promise)
      } else {
        roots[root] = suspects.count
        suspects.append(promise)
      }
    }
    broken = Set(unkept.map(\.text))
    self.suspects = Array(suspects.prefix(limit))
    holding = all.filter(\.exceptions.isEmpty)
      .sorted { ($1.support, $0.text) < ($0.support, $1.text) }
      .map { Promises.Promise($0, PromiseTrace()) }
  }
}

extension PromiseSearch {
  /// The suspects of a report that the test has not asked for: only what hurts.
  ///
  /// - Parameters:
  ///   - source: What is known.
  ///   - leastSupport: The least number of situations or steps that speak for a suspect whose exceptions lack something.
  static func unasked(_ source: Source, leastSupport: Int = 0) -> [Promises.Promise] {
    Self(source, limit: 3, leastWeight: 0.7, leastSupport: leastSupport).suspects
  }
}

extension Promises.Promise {
  fileprivate init(_ candidate: Candidate, _ trace: PromiseTrace) {
    self.init(
      text: candidate.text,
      code: candidate.code,
      support: candidate.support,
      exceptions: candidate.exceptions.count,
      complaint: candidate.exceptions.isEmpty ? "" : candidate.complaint,
      trace: trace.lines,
      steps: trace.steps,
      path: trace.path
    )
  }

  /// Reports a suspect as a warning.
  ///
  /// - Parameters:
  ///   - feature: The name of the feature.
  ///   - site: The line of the report.
  ///   - advice: What follows on the path.
  func report(on feature: String, at site: CallSite, advice: String? = nil) {
    TestFailure(
      suspecting: feature,
      of: complaint,
      details: paragraphs(expectation, StoreTesting.code(trace), advice),
      at: site
    )
    .report(to: nil)
  }
}

extension TestFailure {
  /// Creates the warning that a feature may have a bug.
  ///
  /// - Parameters:
  ///   - feature: The name of the feature.
  ///   - complaint: What is wrong, as a sentence without a full stop.
  ///   - details: What is known about it.
  ///   - site: The line of the report.
  init(suspecting feature: String, of complaint: String, details: String, at site: CallSite) {
    self.init(
      .brokenProperty,
      "\(feature) may have a bug: \(complaint).",
      details: details,
      at: site,
      isWarning: true
    )
  }
}
