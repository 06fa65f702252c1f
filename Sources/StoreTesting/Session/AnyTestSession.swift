import StoreDependencies
import Synchronization

/// A session of any feature: what the steps of a test need besides the types of the feature.
///
/// Safety: it is `@unchecked Sendable` because its environment, which effects hold, refers to it. Only one thread at a
/// time accesses its state. During a call of the store that is the test's own task, or the thread that drains the queue
/// (``TestExecutor/run(budget:)`` admits one thread). Calls from other threads are enqueued, and the draining thread
/// performs them (``TestEnvironment/arrive(_:from:)``).
package class AnyTestSession: @unchecked Sendable {
  /// The environment, with the executor of effects and the sink of failures.
  package let environment: TestEnvironment

  /// The store's own clock, which the feature uses by default.
  package let clock: TestClock

  /// The clock that the feature uses, if it is a test clock.
  package var time: TestClock

  /// The judge of the test: what it has asserted and must assert.
  var judge = Judge()

  package var exhaustivity = Exhaustivity.on {
    didSet {
      judge.level = exhaustivity
      environment.assertsTime.store(exhaustivity == .strict, ordering: .relaxed)
    }
  }

  var timeout = Duration.seconds(1)

  /// The mutator of the test's features; nil for unchanged features.
  let mutator = Hooks.mutator

  /// The feature's own words for its feedback; nil if it has none.
  let wording: (any FeedbackWording.Type)?

  /// The check that the reducer is pure.
  var purity: PurityCheck

  /// The check that a parent starts its children.
  var childStarts = ChildStartCheck()

  /// The bound on the states of unasserted events.
  var unasserted = UnassertedStates()

  /// Whether any check runs after each message. Performance: accessing a generic array makes the runtime look up its
  /// type.
  var isWatched = false

  /// Whether the start effects wait for the first step of the test.
  package var isStarting = false

  /// Whether a trait of the test ends the store. A trait can wait; the release of the store can't.
  var isFinishedByScope = false

  /// The source around the last line that advice was written for.
  private var lastSource: (step: CallSite, source: TestSource?)?

  /// Creates the part of a session that doesn't depend on its feature.
  ///
  /// - Parameters:
  ///   - environment: The environment of the store.
  ///   - clock: The store's own clock.
  ///   - type: The type of the feature's state.
  ///   - wording: The feature's own words for its feedback.
  init(environment: TestEnvironment, clock: TestClock, states type: Any.Type, wording: (any FeedbackWording.Type)?) {
    self.environment = environment
    self.clock = clock
    time = clock
    purity = PurityCheck(of: type)
    self.wording = wording
  }

  /// The source around the current step. A file is read once for all advice about consecutive steps.
  final var source: TestSource? {
    let step = environment.step
    if let lastSource, lastSource.step == step { return lastSource.source }
    let known = lastSource.flatMap { $0.step.filePath == step.filePath ? $0.source : nil }
    let source = known.map { $0.around(step) } ?? TestSource(around: step)
    lastSource = (step, source)
    return source
  }
}

extension AnyTestSession {
  /// Whether the store has ended.
  package var isEnded: Bool { environment.isEnded }

  /// Whether any effect is in flight.
  package var hasEffects: Bool { !environment.inFlightEffects.isEmpty }

  /// The in-flight effects, in the order in which they started.
  package var ledger: [LedgerEntry] { environment.inFlightEffects.ledger }

  /// The waits of the effects in flight.
  package var waits: [EffectWait] { environment.inFlightEffects.waits }

  /// The time of the clock that the feature uses.
  var now: TestClock.Instant { time.now }

  /// The line of the last step; that of the store before the first step.
  var lastStep: CallSite { environment.step }

  func disconnect() { environment.disconnect() }

  /// Takes a clock as that of the feature, unless the feature is known to use another one.
  func adopt(_ clock: TestClock) {
    if time === self.clock { time = clock }
  }

  /// Asks the judge a question about values of the feature.
  ///
  /// The user's code that compares them may read or set a property of the store, so the judge is taken out meanwhile.
  func judging<Result>(_ ask: (inout Judge) -> Result) -> Result {
    var taken = Judge()
    swap(&taken, &judge)
    defer {
      taken.level = exhaustivity
      swap(&taken, &judge)
    }
    return ask(&taken)
  }
}
