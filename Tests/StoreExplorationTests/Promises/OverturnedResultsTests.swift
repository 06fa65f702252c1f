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
    var delivered = PromiseFacts.Step.byEffect("upload", 1, 2, saying: "1")
    if difference == .noCallBringsIt { delivered.call = nil }
    if difference == .itsEndBeginsWithIt { delivered.started = ["watchdog"] }
    let isStopped = [.itStopsItsEndAndAnInputBeginsAnew, .itStopsItsEndAndAnInputEndsIt].contains(difference)
    if isStopped { delivered.cancelled = ["watchdog"] }
    var late = PromiseFacts.Step.byEffect("upload", 2, 3, saying: "1")
    late.started = ["watchdog"]
    let source = difference == .itsSourceEndsIt ? "upload" : "watchdog"
    var end = PromiseFacts.Step.byEffect(source, 3, 4, saying: "1", isWake: true)
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

  @Test(arguments: Difference.allCases) func `a result is overturned if nothing but something late ends it`(
    _ difference: Difference
  ) {
    #expect(OverturnedResults().candidates(in: facts(difference)).map(\.complaint) == difference.complaints)
  }
}
