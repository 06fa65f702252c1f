import Testing

@testable import StoreExploration

/// What the failure of a stream takes back, in the facts of a parcel that are made by hand.
@Suite struct FailedStreamsTests {
  struct Parcel {
    enum Phase: Sendable { case waiting, delivered, lost }

    let phase: Phase
  }

  /// What is otherwise than where a delivered parcel counts as lost once the stream fails.
  enum Difference: CaseIterable { case none, anInputBringsIt, anotherCallFails, noEndSetsTheFailure, noEndLeavesIt }

  private func step(_ from: Int, _ to: Int, ends: Bool = false, fails: Bool = false) -> PromiseFacts.Step {
    var step = PromiseFacts.Step.byEffect("track", from, to, call: "parcel()", isFailure: fails, survivors: [nil])
    (step.isElement, step.endsStream) = (ends || !fails, ends)
    return step
  }

  @Test(arguments: Difference.allCases) func `a result that the end of a stream leaves outlasts its failure`(
    _ difference: Difference
  ) {
    let facts = PromiseFacts(
      by: [
        .init(of: Parcel(phase: .waiting), running: ["track"]),
        .init(of: Parcel(phase: .delivered), running: ["track"]),
        .init(of: Parcel(phase: .delivered)), .init(of: Parcel(phase: .lost)), .init(of: Parcel(phase: .waiting)),
      ],
      [
        difference == .anInputBringsIt ? .byInput(".confirm", 0, 1) : step(0, 1), step(1, 1),
        step(0, difference == .noEndSetsTheFailure ? 4 : 3, ends: true),
        step(difference == .noEndLeavesIt ? 0 : 1, 2, ends: true),
        step(1, 3, ends: difference != .anotherCallFails, fails: true),
      ]
    )
    let complaint = "a failed track ends phase == .delivered, which its end leaves"
    #expect(FailedStreams().candidates(in: facts).map(\.complaint) == (difference == .none ? [complaint] : []))
  }
}
