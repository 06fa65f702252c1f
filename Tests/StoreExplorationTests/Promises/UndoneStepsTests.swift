import Testing

@testable import StoreExploration

/// Which older work undoes an input, in the facts of a sheet that are made by hand.
@Suite struct UndoneStepsTests {
  struct Sheet { let isOpen: Bool }

  /// What is otherwise than where a load closes a sheet that was opened while it ran.
  enum Difference: CaseIterable { case none, itRunsFromTheStart, theInputThenDoesSomethingElse }

  private func facts(_ difference: Difference) -> PromiseFacts {
    let load = difference == .itRunsFromTheStart ? [] : ["load"]
    let again = PromiseFacts.Step(from: 3, to: 3, number: 0, input: "open", isEffective: true)
    let situations: [(Bool, [String])] = [(false, []), (false, ["load"]), (true, ["load"]), (false, []), (true, [])]
    return PromiseFacts(
      by: situations.map { .init(of: Sheet(isOpen: $0), running: $1) },
      [
        PromiseFacts.Step(from: 0, to: 4, number: 0, input: "open"),
        PromiseFacts.Step(from: 0, to: 1, number: 1, input: "load", started: load, startedLabels: load),
        PromiseFacts.Step(from: 1, to: 2, number: 0, input: "open", survivors: [0]),
        PromiseFacts.Step
          .byEffect("load", 2, 3, saying: "loaded", isChange: false, isEffective: false, survivors: [nil]),
      ] + (difference == .theInputThenDoesSomethingElse ? [again] : [])
    )
  }

  @Test(arguments: Difference.allCases) func `an older load does not end what an input has begun`(
    _ difference: Difference
  ) {
    let complaints = UndoneSteps().candidates(in: facts(difference)).map(\.complaint)
    #expect(
      complaints
        == (difference == .theInputThenDoesSomethingElse ? [] : ["load, which started before open, ends isOpen"])
    )
  }
}
