import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

/// What a report makes of verdicts on mutants.
@Suite("Reports of mutants") struct MutationReportTests {
  /// Mutants of the loader by their changes.
  private struct Verdicts: Sendable {
    var killed: [String] = []
    var missed: [String] = []
    var unreached: [String] = []
    var equivalent: [String] = []
    var excepted: [String] = []

    /// What the mutants change, by their changes; the state without an entry.
    var kinds: [String: Mutant.Kind] = [:]

    /// The scope of a suite whose tests led to the verdicts.
    var scope: MutationScope {
      let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Loader.self)))
      scope.state.withLock { state in
        func mutant(_ change: String) -> Mutant {
          Mutant(kind: kinds[change] ?? .state, transition: nil, change: change)
        }
        for change in killed { state.verdicts[mutant(change)] = .killed }
        for change in missed {
          let line = NearestLine(site: CallSite(), closeness: 0, verb: "sends it", advice: "")
          state.verdicts[mutant(change)] = .survived(line)
        }
        for change in unreached { state.verdicts[mutant(change)] = .survived(nil) }
        for change in equivalent { state.verdicts[mutant(change)] = .equivalent }
        for change in excepted { state.verdicts[mutant(change)] = .excepted }
      }
      return scope
    }
  }

  @Test func `the line of numbers names survivors, equivalent and excepted mutants only where there are any`() {
    var verdicts = Verdicts(killed: ["a", "b", "c"])
    #expect(verdicts.scope.report.description == "Mutants of Loader: 3 of 3 mutants killed (100 %), 0 runs")
    verdicts.missed = ["d"]
    verdicts.equivalent = ["e", "f"]
    verdicts.excepted = ["g"]
    #expect(
      verdicts.scope.report.description
        == "Mutants of Loader: 3 of 4 mutants killed (75 %), 1 survived, 2 equivalent, 1 excepted, 0 runs"
    )
  }

  @Test func `each kind of mutants has its numbers, in the order of the kinds`() {
    let verdicts = Verdicts(
      killed: ["a", "b"],
      missed: ["c", "d"],
      unreached: ["e"],
      kinds: ["a": .messages, "c": .messages, "e": .messages]
    )
    #expect(
      verdicts.scope.report.kinds == [
        MutationReport.Tally(kind: "messages", count: 3, survivors: 2),
        MutationReport.Tally(kind: "state", count: 2, survivors: 1),
      ]
    )
  }

  @Test func `a saved report has the mutants that tests reach, in the order of their texts`() {
    let letters = "abcdefgh".map { "\($0)" }
    let verdicts = Verdicts(
      killed: letters.map { "killed \($0)" },
      missed: letters.map { "missed \($0)" },
      unreached: ["unreached"]
    )
    let report = verdicts.scope.report
    #expect(report.record.killed.map(\.text) == letters.map { "In every mode: killed \($0)" })
    #expect(report.record.survivors.map(\.text) == letters.map { "In every mode: missed \($0)" })
    #expect(report.survivors.count == 9)
  }

  @Test(arguments: [(8, nil), (9, "1 more survivor stands"), (10, "2 more survivors stand")] as [(Int, String?)])
  func `a failure shows eight survivors, and counts the others`(number: Int, others: String?) async throws {
    let scope = Verdicts(missed: (1...number).map { "change \($0)" }).scope
    let failures = await recordingFailures { scope.judge(at: CallSite()) }
    #expect(failures.kinds == [.survivingMutants])
    let details = try #require(failures.first).details
    #expect(details.ranges(of: "and no test noticed").count == 8)
    #expect(details.contains("more survivor") == (others != nil))
    if let others { #expect(details.contains("\n\n\(others) in the attachment 'mutants.txt'.\n\n")) }
  }

  @Test func `a suite that reaches no mutant is a misuse`() async {
    let scope = Verdicts().scope
    let failures = await recordingFailures { scope.judge(at: CallSite()) }
    #expect(failures.kinds == [.misuse])
    #expect(
      failures.map(\.headline) == ["No test of the suite reaches a transition of Loader, so no mutant was tried."]
    )
  }
}
