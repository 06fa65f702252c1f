package import StoreDependencies

/// A type that determines the next event: a delivery, an answer, a timer, or the test's own next step.
///
/// Without a scheduler, and by default, events happen in the default order.
package protocol Scheduler: AnyObject, Sendable {
  /// Receives a step of the test that runs no work.
  func begin(_ step: TestStep, in store: TestEnvironment)

  /// Runs the work that can run now in a store, until no work is left or the test continues.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - step: The current step of the test.
  ///   - mayContinue: Whether the wait of the test is over.
  /// - Returns: Whether any work ran.
  func settle(_ store: TestEnvironment, _ step: TestStep, mayContinue: () -> Bool) async -> Bool

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

  /// Waits until an effect may deliver its message.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - text: Returns the text of the delivery.
  func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async

  /// Whether the scheduler also orders the jobs of tasks.
  var ordersJobs: Bool { get }

  /// Receives the possible answers to a call.
  func open(_ answers: [OpenAnswer], for effect: InFlightEffect)

  /// Receives a call that no longer waits.
  func close(_ call: any WaitingCall)

  /// Receives the effects that the test waits for. Some of them may wait for work outside of the test.
  func noteWait(for effects: [EffectSnapshot])

  /// Receives the name of work that the scheduler can't order.
  func noteOutsideWork(_ name: String)

  /// Receives the name of work on the main actor, or on an actor of several tests.
  ///
  /// The scheduler orders its events, but not when they become possible.
  func noteSharedActor(_ name: String)

  /// Releases all open events of a store in the default order, because the scheduler no longer controls the store.
  func release(_ store: TestEnvironment)

  /// Receives the end of a store.
  func end(_ store: TestEnvironment)
}

extension Scheduler {
  package func begin(_ step: TestStep, in store: TestEnvironment) {}
  package func settle(_ store: TestEnvironment, _ step: TestStep, mayContinue: () -> Bool) async -> Bool {
    await store.settleInDefaultOrder()
  }
  package func move(
    _ clock: TestClock,
    to target: TestClock.Instant,
    _ site: CallSite,
    limit: Int,
    endsAtTarget: Bool
  ) async -> Bool {
    await clock.advanceInDefaultOrder(to: target, site, limit: limit)
  }
  package func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async {}
  package var ordersJobs: Bool { false }
  package func open(_ answers: [OpenAnswer], for effect: InFlightEffect) {}
  package func close(_ call: any WaitingCall) {}
  package func noteWait(for effects: [EffectSnapshot]) {}
  package func noteOutsideWork(_ name: String) {}
  package func noteSharedActor(_ name: String) {}
  package func release(_ store: TestEnvironment) {}
  package func end(_ store: TestEnvironment) {}
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
