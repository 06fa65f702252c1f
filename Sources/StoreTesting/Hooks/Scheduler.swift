package import StoreDependencies

/// A type that decides which of the things that can happen next does: a delivery, an answer, a timer, or the test's own next step.
///
/// Without one, and by default, everything happens in the usual order.
package protocol Scheduler: AnyObject, Sendable {
  /// Hears of a step of the test that lets nothing happen by itself.
  func begin(_ step: TestStep, in store: TestEnvironment)

  /// Runs what can run now in a store, until nothing is left to do or the test goes on.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - step: The step that the test makes.
  ///   - mayGoOn: Whether the test has what it waits for.
  /// - Returns: Whether anything ran.
  func settle(_ store: TestEnvironment, _ step: TestStep, mayGoOn: () -> Bool) async -> Bool

  /// Moves the time of a clock.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - target: Where time stops.
  ///   - site: The line of the step.
  ///   - limit: How many instants may be stopped at.
  ///   - endsAtTarget: Whether time moves on to the target after the last sleeper has woken.
  /// - Returns: Whether the target was reached within the limit.
  func move(
    _ clock: TestClock,
    to target: TestClock.Instant,
    _ site: CallSite,
    limit: Int,
    endsAtTarget: Bool
  ) async -> Bool

  /// Waits until an effect may deliver what it has sent.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - text: What is delivered.
  func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async

  /// Whether the pieces of work of which tasks consist are put in an order, too.
  var decidesPieces: Bool { get }

  /// Hears of the answers that a call may get.
  func open(_ answers: [OpenAnswer], for effect: InFlightEffect)

  /// Hears that a call waits no more.
  func close(_ call: any WaitingCall)

  /// Hears that the test waits for effects, of which some may wait for something outside it.
  func noteWait(for effects: [EffectSnapshot])

  /// Hears of work whose order can't be decided, in words.
  func noteOutsideWork(_ name: String)

  /// Lets everything that is open in a store happen in the usual order, because nothing waits for it any more.
  func release(_ store: TestEnvironment)

  /// Hears that a store has ended.
  func end(_ store: TestEnvironment)
}

extension Scheduler {
  package func begin(_ step: TestStep, in store: TestEnvironment) {}
  package func settle(_ store: TestEnvironment, _ step: TestStep, mayGoOn: () -> Bool) async -> Bool {
    await store.settleInUsualOrder()
  }
  package func move(
    _ clock: TestClock,
    to target: TestClock.Instant,
    _ site: CallSite,
    limit: Int,
    endsAtTarget: Bool
  ) async -> Bool {
    await clock.moveInUsualOrder(to: target, site, limit: limit)
  }
  package func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async {}
  package var decidesPieces: Bool { false }
  package func open(_ answers: [OpenAnswer], for effect: InFlightEffect) {}
  package func close(_ call: any WaitingCall) {}
  package func noteWait(for effects: [EffectSnapshot]) {}
  package func noteOutsideWork(_ name: String) {}
  package func release(_ store: TestEnvironment) {}
  package func end(_ store: TestEnvironment) {}
}

/// A step of a test, by what may be left open when the test goes on after it.
package enum TestStep: Sendable {
  /// It does something at once, and anything that is open may happen later.
  case acts

  /// It lets time pass. What was sent is delivered before that, as it takes no time; the outside may answer later.
  case passesTime

  /// It has let time pass, in which no sleeper wakes any more. The outside may answer now or later.
  case arrives

  /// It waits for something. When that has happened, anything that is open may happen later.
  case waits

  /// It lets everything happen that can.
  case ends
}
