import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// The mutants of what a model gets from outside, of a record that is made by hand.
@Suite struct SurroundingsPlanTests {
  /// Returns an answer of a gate that throws errors of one type.
  ///
  /// - Parameters:
  ///   - result: The answer.
  ///   - isFailure: Whether the answer is an error.
  ///   - mode: The mode in which the test gives the answer.
  ///   - step: The number of the steps before the answer.
  private func answer(
    _ result: String,
    isFailure: Bool = false,
    in mode: String,
    after step: Int
  ) -> SurroundingsRecord.Answer {
    SurroundingsRecord.Answer(
      gate: "load",
      isAtOnce: false,
      result: result,
      isFailure: isFailure,
      canThrow: false,
      place: SurroundingsRecord.Place(mode: mode, step: step, site: CallSite())
    )
  }

  /// Returns the mutants of some answers in a test of an input and a feedback.
  private func mutants(of answers: [SurroundingsRecord.Answer]) -> [PlannedMutant<Figures>] {
    let baseline = FeatureBaseline<Figures>()
    baseline.record(.input(1))
    baseline.record(.feedback(1))
    var plan = MutantPlan(baseline)
    var record = SurroundingsRecord()
    record.answers = answers
    plan.addSurroundings(record)
    return plan.mutants.filter { $0.mutant.kind == .answers }
  }

  @Test func `an answer is replaced by the first error of the test`() {
    let mutants = mutants(of: [
      answer("found", in: "idle", after: 0), answer("lost", isFailure: true, in: "idle", after: 0),
      answer("full", isFailure: true, in: "idle", after: 0),
    ])
    let errors = mutants.compactMap { planned -> String? in
      guard case .surroundings(.answer(_, .other(let error))) = planned.action else { return nil }
      return error as? String
    }
    #expect(errors == ["lost"])
  }

  @Test func `only an answer that a feedback follows comes late`() {
    let mutants = mutants(of: [
      answer("found", in: "before an input", after: 0), answer("found", in: "before a feedback", after: 1),
      answer("found", in: "at the end", after: 2),
    ])
    let late = mutants.map(\.mutant).filter { $0.change == "it came one step late" }
    #expect(late.map(\.transition?.mode) == ["before a feedback"])
  }
}
