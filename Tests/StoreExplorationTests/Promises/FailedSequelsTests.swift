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
    let place = difference == .noMarkOfFailuresReplacesIt ? 0 : 4
    let facts = PromiseFacts(
      by: [
        .init(of: Letter(phase: start)), .init(of: Letter(phase: .sending), running: ["send"]),
        .init(of: Letter(phase: .arrived), running: ["send"]), .init(of: Letter(phase: .arrived), running: last),
        .init(of: Letter(phase: .failed)),
      ],
      [
        .byInput(".send", 0, 1, starting: ["send"]), .byEffect("send", 1, 2, call: "post()", survivors: [nil]),
        .byEffect("send", 1, 4, call: "post()", isFailure: true, survivors: [nil]),
        .byEffect("send", 2, 3, call: "copy()", survivors: [nil]),
        .byEffect("send", 2, place, call: "copy()", isFailure: true, survivors: [nil]), .byInput(".closed", 3, 0),
      ]
    )
    let complaint = "a failed copy ends phase == .arrived, which send has brought"
    #expect(FailedSequels().candidates(in: facts).map(\.complaint) == (difference == .none ? [complaint] : []))
  }
}
