import Testing

@testable import StoreExploration

/// What a failure takes back of its own effect, in the facts of a letter that are made by hand.
@Suite struct FailedSequelsTests {
  struct Letter {
    enum Phase: Sendable { case draft, sending, arrived, failed }

    let phase: Phase
  }

  /// What is otherwise than where a letter that has arrived counts as failed, as its copy has not.
  enum Difference: CaseIterable {
    case none, theFeatureBeginsWithIt, theEffectNeverEndsWithIt, noMarkOfFailuresReplacesIt
  }

  @Test(arguments: Difference.allCases) func `a result that lasts without its effect outlasts a later failure of that`(
    _ difference: Difference
  ) {
    let start: Letter.Phase = difference == .theFeatureBeginsWithIt ? .arrived : .draft
    let last = difference == .theEffectNeverEndsWithIt ? ["send"] : []
    var unsent = PromiseFacts.Step(1, 4, sentBy: "send", call: "post()")
    unsent.isFailure = true
    let place = difference == .noMarkOfFailuresReplacesIt ? 0 : 4
    var late = PromiseFacts.Step(2, place, sentBy: "send", call: "copy()")
    late.isFailure = true
    let facts = PromiseFacts(
      by: [
        .init(of: Letter(phase: start)), .init(of: Letter(phase: .sending), running: ["send"]),
        .init(of: Letter(phase: .arrived), running: ["send"]), .init(of: Letter(phase: .arrived), running: last),
        .init(of: Letter(phase: .failed)),
      ],
      [
        PromiseFacts.Step(0, 1, by: ".send", starting: ["send"]),
        PromiseFacts.Step(1, 2, sentBy: "send", call: "post()"), unsent,
        PromiseFacts.Step(2, 3, sentBy: "send", call: "copy()"), late, PromiseFacts.Step(3, 0, by: ".closed"),
      ]
    )
    let complaint = "a failed copy ends phase == .arrived, which send has brought"
    #expect(FailedSequels().candidates(in: facts).map(\.complaint) == (difference == .none ? [complaint] : []))
  }
}
