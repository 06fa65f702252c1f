import StoreCore
import Testing

@testable import StoreExploration

/// What speaks for a result that nothing is to end, in the facts of an upload that are made by hand.
@Suite struct OverturnedResultsTests {
  struct Upload {
    enum Phase: Sendable { case draft, uploading, delivered, failed }

    let phase: Phase
  }

  /// What is otherwise than where a late percentage starts the watchdog again, which ends what is delivered.
  enum Difference: CaseIterable {
    case none, noCallBringsIt, anInputEndsIt, itsSourceEndsIt, itsEndBeginsWithIt, itsEndAlwaysRuns, nothingBeginsAnew,
      aFailureEndsIt, anElementEndsIt
  }

  private func facts(_ difference: Difference) -> PromiseFacts {
    let others = difference == .itsEndAlwaysRuns ? ["watchdog"] : []
    var delivered = step(from: 1, to: 2, sentBy: "upload")
    if difference == .noCallBringsIt { delivered.call = nil }
    if difference == .itsEndBeginsWithIt { delivered.started = ["watchdog"] }
    var late = step(from: 2, to: 3, sentBy: "upload")
    late.started = ["watchdog"]
    var end = step(from: 3, to: 4, sentBy: difference == .itsSourceEndsIt ? "upload" : "watchdog")
    end.call = nil
    (end.isFailure, end.isElement) = (difference == .aFailureEndsIt, difference == .anElementEndsIt)
    let works = ["upload", "watchdog"]
    let send = PromiseFacts.Step(from: 0, to: 1, number: 0, input: "send", started: works)
    let resend = PromiseFacts.Step(from: 4, to: 1, number: 0, input: "send", started: works)
    let close = PromiseFacts.Step(from: 2, to: 0, number: 1, input: "close")
    return PromiseFacts(
      by: [
        .init(of: Upload(phase: .draft)), .init(of: Upload(phase: .uploading), running: works),
        .init(of: Upload(phase: .delivered), running: others), .init(of: Upload(phase: .delivered), running: works),
        .init(of: Upload(phase: .failed)),
      ],
      [send, delivered, late, end] + (difference == .nothingBeginsAnew ? [] : [resend])
        + (difference == .anInputEndsIt ? [close] : [])
    )
  }

  private func step(from: Int, to: Int, sentBy effect: String) -> PromiseFacts.Step {
    var step = PromiseFacts.Step(from: from, to: to, number: 0, call: "\(effect)()")
    step.add(Message<Int, Int>.feedback(1), from: effect, isChange: true)
    return step
  }

  @Test(arguments: Difference.allCases) func `a result is overturned if nothing but something late ends it`(
    _ difference: Difference
  ) {
    let complaints = OverturnedResults().candidates(in: facts(difference)).map(\.complaint)
    #expect(
      complaints == (difference == .none ? ["watchdog ends phase == .delivered, which nothing else does"] : [])
    )
  }
}
