import StoreDependencies
import StoreTesting
import Synchronization
import Testing

extension MutationScope {
  /// The report of the suite.
  var report: MutationReport {
    var state = state.withLock(\.self)
    var record = MutationRecord(feature: options.feature.name, type: options.feature.savedType)
    record.unseen = unseen(in: &state)
    for name in record.unseen { state.verdicts[ignored(name)] = .survived(nil) }
    var survivors: [MutationReport.Survivor] = []
    var (equivalent, excepted): ([String], [String]) = ([], [])
    var kinds: [Mutant.Kind: (count: Int, survivors: Int)] = [:]
    for (mutant, verdict) in state.verdicts {
      switch verdict {
      case .equivalent: equivalent.append(mutant.text)
      case .excepted: excepted.append(mutant.text)
      case .killed:
        record.killed.append(mutant)
        kinds[mutant.kind, default: (0, 0)].count += 1
      case .survived(let nearestLine):
        kinds[mutant.kind, default: (0, 0)].count += 1
        kinds[mutant.kind, default: (0, 0)].survivors += 1
        if nearestLine != nil { record.survivors.append(mutant) }
        survivors.append(
          MutationReport.Survivor(
            text: mutant.text,
            line: nearestLine.map { "\($0.site)" },
            advice: nearestLine?.advice ?? "",
            verb: nearestLine?.verb ?? ""
          )
        )
      }
    }
    record.killed.sort { $0.text < $1.text }
    record.survivors.sort { $0.text < $1.text }
    return MutationReport(
      record: record,
      survivors: survivors.sorted { $0.text < $1.text },
      equivalent: equivalent.sorted(),
      excepted: excepted.sorted(),
      untried: state.untried.subtracting(state.verdicts.keys.map(\.text)).sorted(),
      limits: state.limits?.lines ?? [],
      gap: gap,
      refused: state.refused.sorted(),
      kinds: Mutant.Kind.allCases.compactMap { kind in
        kinds[kind].map { MutationReport.Tally(kind: kind.rawValue, count: $0.count, survivors: $0.survivors) }
      },
      runs: state.runs,
      duration: state.time.total,
      unusedExceptions: options.exceptions.filter { !state.usedExceptions.contains($0) }
    )
  }

  /// Returns the declared messages that don't occur in any test.
  private func unseen(in state: inout State) -> [String] {
    state.messages.unseen.filter { name in
      let exceptions = options.exceptions.filter { ignored(name).text.contains($0) }
      state.usedExceptions.formUnion(exceptions)
      return exceptions.isEmpty
    }
  }

  /// Returns the mutant that ignores a message which no test shows.
  private func ignored(_ name: String) -> Mutant {
    Mutant(kind: .messages, transition: nil, change: "\(name) was ignored")
  }

  func judge(_ suite: Test, isPartial: Bool) -> String? {
    let report = judge(at: CallSite(suite.sourceLocation), isPartial: isPartial)
    let reason = isPartial ? "" : reasonNotToJudge.map { ". It is not judged, as \($0)." } ?? ""
    return "\(report), in \(report.roundedDuration)\(reason)"
  }

  /// Why the score is meaningless, such as by a test that fails in its ordinary run; nil if it can be judged.
  private var reasonNotToJudge: String? { state.withLock(\.reasonNotToJudge) }

  /// Reports survivors beyond the permitted share.
  ///
  /// - Parameters:
  ///   - site: The line that requests mutants.
  ///   - isPartial: Whether the run leaves out tests. If so, the score is not judged.
  @discardableResult
  func judge(at site: CallSite, isPartial: Bool = false) -> MutationReport {
    let report = report
    if FailureSink.current?.keepsAttachments ?? true {
      TestAttachment(name: "mutants.txt", text: report.text).record(to: nil, at: site)
      TestAttachment(name: "mutants.json", text: report.json).record(to: nil, at: site)
    }
    for refusal in report.refused {
      TestFailure(
        .misuse,
        "A test was not run with mutants of \(report.feature): \(refusal).",
        details: "The score says nothing of it. Let the test control what it uses, or leave it out of the suite.",
        at: site,
        isWarning: true
      )
      .report(to: nil)
    }
    if !isPartial, reasonNotToJudge == nil {
      if let gap = report.gap { reportGap(gap, at: site) }
      judgeWhole(report, at: site)
      stores?.report(at: site)
    }
    return report
  }

  /// Reports that the state space proves nothing.
  private func reportGap(_ gap: SpaceGap, at site: CallSite) {
    if case .failed(let failure) = gap {
      failure.report(to: nil)
      return
    }
    TestFailure(
      .misuse,
      "The state space of \(options.feature.name) \(gap.text), so it proves no mutant equivalent.",
      details: "Complete its inputs and responses. What it leaves out may show the difference that a mutant makes.",
      at: site,
      isWarning: true
    )
    .report(to: nil)
  }

  /// Reports the problems of a whole suite's result.
  private func judgeWhole(_ report: MutationReport, at site: CallSite) {
    let minimum = checkedShare(options.minimumScore, "minimumScore", at: site)
    if report.killed + report.survivors.count == 0 {
      TestFailure(
        .misuse,
        "No test of the suite reaches a transition of \(report.feature), so no mutant was tried.",
        details: "Name the reducer, or the state, of the stores that the tests make.",
        at: site
      )
      .report(to: nil)
    } else if report.score < minimum {
      reportSurvivors(report, minimum, at: site)
    }
    if !report.unusedExceptions.isEmpty {
      TestFailure(
        .misuse,
        "An exception holds for no mutant of \(report.feature): \(describe(report.unusedExceptions[0])).",
        details: "Remove it. An exception is a part of the sentence that names a survivor.",
        at: site
      )
      .report(to: nil)
    }
  }

  private func reportSurvivors(_ report: MutationReport, _ minimum: Double, at site: CallSite) {
    let rest = report.survivors.count - 8
    TestFailure(
      .survivingMutants,
      """
      The tests notice \(report.killed) of \(count(report.killed + report.survivors.count, "mutant")) of \(report.feature): \
      \(percentage(report.score)), and \(percentage(minimum)) is the least.
      """,
      details: paragraphs(
        list(report.survivors.prefix(8).map(\.item)),
        rest > 0
          ? "\(count(rest, "more survivor stands", plural: "more survivors stand")) in the attachment 'mutants.txt'."
          : nil,
        """
        If a change makes no difference that any test could see, say so with 'except:' and a part of its sentence, or give a \
        state space, which proves it.
        """
      ),
      at: site
    )
    .report(to: nil)
  }
}
