import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

extension TestSession {
  /// Runs the start effects until they wait, before the first step of a generated sequence.
  func beginSequence(_ site: CallSite) async {
    environment.begin(site)
    isStarting = false
    await environment.settle(.acts)
    discardUnasserted()
  }

  /// Sends an input of a generated sequence, without an assertion.
  func take(_ input: Feature.Input, _ site: CallSite) async {
    environment.begin(site)
    _ = send(input, group: engine.makeGroup(site: site))
    await environment.settle(.acts)
  }

  /// Lets something happen in a generated sequence, such as an answer.
  func act(_ site: CallSite, _ body: () -> Void) async {
    environment.begin(site)
    body()
    await environment.settle(.acts)
  }

  /// Lets time pass in a generated sequence.
  func pass(_ duration: Duration, _ site: CallSite) async {
    // The clock begins the step.
    await time.advance(
      by: duration,
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column
    )
  }

  /// The text that identifies the state and the wait of each effect.
  var stateKey: String {
    // Two effects with the same wait may still differ in their ids, and in the number of messages that they sent.
    let waits = ledger.map { effect in
      let ids = engine.identifiers(of: effect.token).map { $0.text { identifyingText(of: $0) } }
      let snapshot = effect.snapshot
      return
        "\(snapshot.label) of \(snapshot.message), \(snapshot.feedbackCount) sent, under \(ids): \(snapshot.waitingOn)"
    }
    let intervals = engine.openIntervals.map { "an interval of \($0)" }
    let memories = invariants.compactMap { $0.memory?() }
    return ([identifyingText(of: engine.state)] + waits + intervals + memories).joined(separator: "\n")
  }

  /// The possible answers to the waiting calls, in the order of the gates' names.
  var openAnswers: [OpenAnswer] {
    environment.gates.openAnswers.sorted { $0.key < $1.key }.flatMap { $0.value.joined() }
  }

  /// Cancels the running effects. Those that ignore it go on.
  func cancelAll() async {
    engine.cancelAll()
    await environment.settle()
  }

  /// Ends a generated sequence, in which the first answer of a call is as good as another.
  func endSequence() async {
    await endSequence {
      guard let answer = openAnswers.first else { return false }
      answer.give()
      return true
    }
  }

  /// Ends a generated sequence: cancels the running effects, and answers the calls that ignore cancellation.
  ///
  /// - Parameter answerNext: Answers a call; returns false if none waits.
  func endSequence(_ answerNext: () -> Bool) async {
    guard !isEnded else { return }
    let running = hasEffects ? ledger.map(\.token.id) : []
    await cancelAll()
    var budget = 1_000
    while budget > 0, !isEnded, answerNext() {
      budget -= 1
      await environment.settle()
    }
    if !isEnded { environment.end(cancelling: running) }
  }
}

extension TestSession {
  /// Limits the work items of a step, unless the test set a limit.
  func limitSteps(to limit: Int) {
    if stepLimit == TestEnvironment.defaultStepLimit { stepLimit = limit }
  }
}
