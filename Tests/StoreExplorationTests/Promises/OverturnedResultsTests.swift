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
      aFailureEndsIt, anElementEndsIt, itStopsItsEndAndAnInputBeginsAnew, itStopsItsEndAndAnInputEndsIt,
      anotherInputBeginsTheNextTry, anInputBeginsTheNextTryElsewhere, anInputBeginsAnewWithoutWork

    var complaints: [String] {
      switch self {
      case .none, .anotherInputBeginsTheNextTry: ["watchdog ends phase == .delivered, which nothing else does"]
      case .itStopsItsEndAndAnInputBeginsAnew: ["watchdog ends phase == .delivered, which stops it elsewhere"]
      default: []
      }
    }
  }

  private func facts(_ difference: Difference) -> PromiseFacts {
    let running = difference == .itsEndAlwaysRuns ? ["watchdog"] : []
    var delivered = step(from: 1, to: 2, sentBy: "upload")
    if difference == .noCallBringsIt { delivered.call = nil }
    if difference == .itsEndBeginsWithIt { delivered.started = ["watchdog"] }
    let isStopped = [.itStopsItsEndAndAnInputBeginsAnew, .itStopsItsEndAndAnInputEndsIt].contains(difference)
    if isStopped { delivered.cancelled = ["watchdog"] }
    var late = step(from: 2, to: 3, sentBy: "upload")
    late.started = ["watchdog"]
    var end = step(from: 3, to: 4, sentBy: difference == .itsSourceEndsIt ? "upload" : "watchdog")
    end.call = nil
    (end.isFailure, end.isElement) = (difference == .aFailureEndsIt, difference == .anElementEndsIt)
    let isNextTry = [.anotherInputBeginsTheNextTry, .anInputBeginsTheNextTryElsewhere].contains(difference)
    if isNextTry { end.started = ["retry"] }
    let works = ["upload", "watchdog"]
    var send = PromiseFacts.Step(from: 0, to: 1, number: 0, input: "send", started: works)
    if difference == .anInputBeginsTheNextTryElsewhere { send.started.append("retry") }
    var resend = PromiseFacts.Step(from: 4, to: 1, number: 0, input: "send", started: works)
    if difference == .anInputBeginsAnewWithoutWork { resend.started = [] }
    var others = difference == .nothingBeginsAnew || isNextTry ? [] : [resend]
    if difference == .anotherInputBeginsTheNextTry {
      others.append(PromiseFacts.Step(from: 0, to: 4, number: 1, input: "fail", started: ["retry"]))
    }
    if isStopped || difference == .anInputEndsIt {
      let node = difference == .itStopsItsEndAndAnInputEndsIt ? 4 : 0
      others.append(PromiseFacts.Step(from: 2, to: node, number: 1, input: "close"))
    }
    return PromiseFacts(
      by: [
        .init(of: Upload(phase: .draft)), .init(of: Upload(phase: .uploading), running: works),
        .init(of: Upload(phase: .delivered), running: running), .init(of: Upload(phase: .delivered), running: works),
        .init(of: Upload(phase: .failed)),
      ],
      [send, delivered, late, end] + others
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
    #expect(OverturnedResults().candidates(in: facts(difference)).map(\.complaint) == difference.complaints)
  }
}
