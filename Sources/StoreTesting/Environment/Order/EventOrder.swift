package import StoreDependencies

/// The order of a test's events: deliveries, answers, timers, and the test's own steps.
///
/// Stores, clocks and gates ask it what happens next. It is the ``DefaultOrder``, or the scheduler of an exploration.
package protocol EventOrder: AnyObject, Sendable {
  // MARK: Steps

  /// Receives a step of the test that runs no work.
  func begin(_ step: TestStep, in store: TestEnvironment)

  /// Runs the work of a store that can run at once, on the current thread.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - work: The work of the step so far.
  ///   - isOnMainActor: Whether the caller is isolated to the main actor.
  /// - Returns: Whether no work is left. If not, the caller calls ``settle(_:in:work:mayContinue:)``.
  func settleAtOnce(_ store: TestEnvironment, _ work: inout StepWork, isOnMainActor: Bool) -> Bool

  /// Runs the work that can run now in a store, until no work is left or the test continues.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - step: The current step of the test.
  ///   - work: The work of the step so far.
  ///   - mayContinue: Whether the wait of the test is over.
  func settle(_ store: TestEnvironment, in step: TestStep, work: inout StepWork, mayContinue: () -> Bool) async

  /// Advances the time of a clock.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - target: The new time.
  ///   - site: The line of the step.
  ///   - limit: The greatest number of instants to stop at.
  ///   - endsAtTarget: Whether the time advances to the target after the last sleeper has woken.
  /// - Returns: Whether the target was reached within the limit.
  func move(
    _ clock: TestClock,
    to target: TestClock.Instant,
    _ site: CallSite,
    limit: Int,
    endsAtTarget: Bool
  ) async -> Bool

  /// Performs the open events of a store that is released, until none is left.
  func release(_ store: TestEnvironment)

  /// Receives the end of a store.
  func end(_ store: TestEnvironment)

  // MARK: Events

  /// Whether an effect may deliver a message at once. If not, it calls ``waitForTurn(of:_:)`` first.
  var deliversAtOnce: Bool { get }

  /// Waits until an effect may deliver its message.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - text: Returns the text of the delivery.
  func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async

  /// Whether it chooses among the possible answers to a call. If not, the call gets the first answer at once.
  var choosesAnswers: Bool { get }

  /// Whether a listener of a stream can get the same answer again. If not, each is offered once.
  var repeatsAnswers: Bool { get }

  /// Receives the possible answers to a call.
  func open(_ answers: [OpenAnswer], for effect: InFlightEffect)

  /// Receives a call that no longer waits.
  func close(_ call: any WaitingCall)

  // MARK: Tasks

  /// Whether it also orders the jobs of tasks.
  var ordersJobs: Bool { get }

  /// Whether ``willEnqueue(_:of:isPreferred:in:)`` is called.
  var watchesJobs: Bool { get }

  /// Receives a job before it is enqueued in the queue of a store.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - effect: The effect of the job, if its task was moved to the queue.
  ///   - isPreferred: Whether the task prefers the queue; false if it was moved.
  ///   - store: The store.
  func willEnqueue(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool, in store: TestEnvironment)

  /// Receives an action of the current task: a delivery, a sleep, or a call.
  func willAct(for effect: EffectToken, in store: TestEnvironment)

  /// Whether it determines what happens on the current thread.
  func controlsCurrentThread(in store: TestEnvironment) -> Bool

  /// Whether the test waits some real time for tasks and callbacks that it can't see.
  var waitsForUnseenWork: Bool { get }

  /// Receives the effects that the test waits for. Some of them may wait for work outside of the test.
  func willWait(for effects: () -> [EffectSnapshot])
}

/// A step of a test, classified by the events that may remain open after it.
package enum TestStep: Sendable {
  /// It acts at once. Every open event may happen later.
  case acts

  /// It lets time pass. Pending deliveries happen before that, as they take no time. Answers may arrive later.
  case passesTime

  /// It has let time pass, and no further sleeper wakes. Answers may arrive now or later.
  case arrives

  /// It waits for an event. After that, every open event may happen later.
  case waits

  /// It runs every event that can happen.
  case ends
}

/// The work of one step of a store so far.
package struct StepWork {
  /// The number of items after which the step counts as endless.
  package let limit: Int

  /// The number of items that may still run.
  var rest: Int

  /// Whether any item has run.
  package var hasRun: Bool

  package init(limit: Int, hasRun: Bool = false) {
    self.limit = limit
    self.hasRun = hasRun
    rest = limit
  }
}
