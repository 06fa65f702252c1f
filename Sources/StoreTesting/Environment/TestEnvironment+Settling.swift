import Dispatch
import StoreCore
import StoreDependencies
import Synchronization

extension TestEnvironment {
  /// Runs the work that can run now, until no work is left or the test continues.
  ///
  /// - Parameters:
  ///   - step: The kind of step, for the order of events.
  ///   - mayContinue: Whether the wait of the test is over.
  /// - Returns: Whether any work ran.
  @discardableResult
  @inline(__always)
  package func settle(
    _ step: TestStep = .ends,
    until mayContinue: () -> Bool = { true }
  ) async -> Bool {
    var work = makeWork()
    // Performance: calling an asynchronous function costs more than this.
    if order.settleAtOnce(self, &work, isOnMainActor: isOnMainActor()) {
      if isMutable, step == .acts { await giveLateAnswers() }
      return work.hasRun
    }
    await order.settle(self, in: step, work: &work, mayContinue: mayContinue)
    if step == .acts { await giveLateAnswers() }
    reportPostponed()
    return work.hasRun
  }

  /// Gives the answers that a mutant has delayed up to this step, and runs the work that follows.
  func giveLateAnswers() async {
    guard isMutable, lateAnswers.endStep() else { return }
    var work = makeWork()
    await order.settle(self, in: .acts, work: &work) { true }
  }

  /// Makes the empty record of a step's work.
  ///
  /// - Parameter hasRun: Whether any work has run, such as a resumption whose work may be on any executor.
  package func makeWork(hasRun: Bool = false) -> StepWork {
    StepWork(limit: stepLimit.load(ordering: .relaxed), hasRun: hasRun)
  }

  /// Runs the ready work on the test's thread, without waiting.
  ///
  /// - Returns: Whether no work is left. If not, some may be left on other executors.
  func runAtOnce(_ work: inout StepWork, isOnMainActor: Bool) -> Bool {
    guard watch.model == nil, !isOnMainActor || executor.isEmpty else { return false }
    guard let done = executor.run(budget: &work.rest) else {
      reportTwoTasks()
      return true
    }
    if done > 0 { work.hasRun = true }
    reportPostponed()
    return work.rest > 0 && !mayHaveWorkElsewhere(hasRun: done > 0)
  }

  /// Reports work that runs endlessly, and stops it.
  package func stopLivelock(after items: Int) {
    session?.stopLivelock(after: items)
  }

  /// Runs the ready work of this store only, until no work is left.
  ///
  /// It follows work that moves to the main actor and back. The main actor runs jobs in order, so a job at its end runs
  /// after all earlier ones. It does the same with the shared thread pool, for actors called by main-actor code. It
  /// waits for a task that is known to wait for another executor, as that task proceeds on its own.
  package func runToRest(_ work: inout StepWork) async {
    var turns = Turns()
    while true {
      guard let done = await drain(&work.rest) else { return reportTwoTasks() }
      reportPostponed()
      if done > 0 {
        work.hasRun = true
        turns.restart()
      }
      // Observers are notified at once, because a short sleep may end before the wait begins.
      if !observers.isEmpty, hasEffectsElsewhere {
        for observer in observers { observer.noteWorkElsewhere { session?.ledger ?? [] } }
      }
      if work.rest <= 0 { return stopLivelock(after: work.limit) }
      if hasEffectsElsewhere { inFlightEffects.prove() }
      guard mayHaveWorkElsewhere(hasRun: work.hasRun) else {
        // An effect on the main actor may have enqueued an item just before it suspended.
        if executor.isEmpty, await !lookAgain() { return }
        continue
      }
      if turns.isLeft(hasRun: work.hasRun, isProved: !hasEffectsElsewhere) {
        await turns.give(executor)
      } else {
        guard executor.isEmpty, await !lookAgain() else { continue }
        let isRunnable = inFlightEffects.isAnyRunnable
        guard isRunnable || inFlightEffects.hasUnseenTasks else { return }
        let timeout = session?.timeout ?? .seconds(1)
        guard await turns.waitBriefly(executor, isRunnable: isRunnable, timeout: timeout) else {
          if !isRunnable { inFlightEffects.forgetUnseenTasks() }
          return
        }
      }
    }
  }

  /// Runs the items of the queue: on the test's thread, unless that is the main thread.
  ///
  /// In an app, effects don't run on the main thread by default. So an effect must not run there only because its test
  /// is on the main actor.
  package func drain(_ budget: inout Int) async -> Int? {
    if let model = watch.model {
      let (done, rest) = await drain(budget, watching: model)
      budget = rest
      return done
    }
    let isOnMainActor = isOnMainActor()
    guard isOnMainActor, !executor.isEmpty else { return executor.run(budget: &budget) }
    let limit = budget
    let (done, rest) = await withCheckedContinuation { continuation in
      DispatchQueue(label: "swift-store-testing.effects").async {
        var budget = limit
        let done = self.executor.run(budget: &budget)
        continuation.resume(returning: (done, budget))
      }
    }
    budget = rest
    return done
  }

  /// Reports once that the store can't use the requested runtime.
  func reportRuntime() {
    guard reporter.isFirst(.runtime) else { return }
    if let refusal = Runtime.refusal {
      fail(.misuse, refusal.headline, details: refusal.advice)
    } else {
      fail(
        .misuse,
        "Other code has replaced the hook by which the store moves an effect's tasks to the test's thread.",
        details: """
          Until that code restores the hook, 'Task {}' and 'Task.detached' of an effect run elsewhere, and the store waits for \
          them. A test store needs no serial executor: its effects run one at a time, in order.
          """,
        isWarning: true
      )
    }
  }
}

extension Runtime.Refusal {
  var headline: String {
    switch self {
    case .unknown(let name): "\(Runtime.variable) is \(describe(name)), which names no runtime."
    case .unavailable: "\(Runtime.variable) is \"accelerated\", which this process can't use."
    }
  }

  var advice: String {
    switch self {
    case .unknown: "Set it to \"portable\" or \"accelerated\", or leave it out."
    case .unavailable:
      "The accelerator is for Swift 6.3 on Linux, on x86-64 and arm64, and for no process in which its trial fails. Without the variable, the portable runtime is used."
    }
  }
}

/// Whether the caller is isolated to the main actor.
private func isOnMainActor(_ isolation: isolated (any Actor)? = #isolation) -> Bool {
  isolation === MainActor.shared
}
