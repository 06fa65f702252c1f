package import StoreCore
import StoreDependencies
import Synchronization

/// The session behind a test store: the engine, the event log, and the test's assertions.
///
/// Safety: it is `@unchecked Sendable` because its environment, which effects hold, refers to it. Only one thread at a
/// time accesses its state. During a call of the store that is the test's own task, or the thread that drains the queue
/// (``TestExecutor/run(budget:)`` admits one thread). Calls from other threads are enqueued, and the draining thread
/// performs them (``TestEnvironment/arrive(_:from:)``).
package final class TestSession<Feature: Reducer>: @unchecked Sendable where Feature.State: Equatable {
  package let reducer: Feature

  /// The change of the reducer; nil outside of mutation tests.
  let change: ReducerChange<Feature>?

  package let engine: EffectRunner<Feature>

  /// The environment, with the executor of effects and the sink of failures.
  package let environment: TestEnvironment

  /// The store's own clock, which the feature uses by default.
  package let clock: TestClock

  /// The clock that the feature uses, if it is a test clock.
  package var time: TestClock

  /// The judge of the test: what it has asserted and must assert.
  var judge = Judge()

  /// The bound on the states of unasserted events.
  var unasserted = UnassertedStates()

  package var exhaustivity = Exhaustivity.on {
    didSet {
      judge.level = exhaustivity
      environment.assertsTime.store(exhaustivity == .strict, ordering: .relaxed)
    }
  }

  var timeout = Duration.seconds(1)

  /// The greatest number of work items in one step, and of messages in a row that the feature sends to itself. Beyond
  /// it, they count as an endless loop.
  package var stepLimit: Int {
    get { environment.stepLimit.load(ordering: .relaxed) }
    set {
      environment.stepLimit.store(max(newValue, 1), ordering: .relaxed)
      engine.messageLimit = max(newValue, 1)
    }
  }

  /// The mutator of the test's features; nil for unchanged features.
  let mutator = Hooks.mutator

  /// The check that the reducer is pure.
  var purity = PurityCheck(of: Feature.State.self)

  /// The check that a parent starts its children.
  var childStarts: ChildStartCheck<Feature.State>

  /// The last asserted state.
  package var asserted: Feature.State

  /// The last message that was reduced.
  var newestMessage: ReducedMessage<Feature>?

  /// The last input that was reduced.
  var newestInput: ReducedMessage<Feature>?

  /// The check for hidden differences between two equal states.
  private(set) lazy var hiddenDifferenceCheck = HiddenDifferenceCheck.check(for: Feature.State.self)

  /// Whether the start effects wait for the first step of the test.
  package var isStarting = false

  /// Whether a trait of the test ends the store. A trait can wait; the release of the store can't.
  var isFinishedByScope = false

  /// The observers of the store's events.
  let observers: [any StoreObserver]

  /// The events of the store.
  package let log: EventLog<Feature>

  /// The invariants of the test.
  package var invariants: [Invariant<Feature>] = [] {
    didSet { isWatched = !invariants.isEmpty || !childStarts.scopes.isEmpty }
  }

  /// The state that an observer of a store saw last, while messages are reduced whose results it doesn't see yet.
  var visible: Feature.State?

  /// Whether any check runs after each message. Performance: accessing a generic array makes the runtime look up its
  /// type.
  private(set) var isWatched = false

  let initial: Feature.State

  /// The steps that stand elsewhere than their events happen, in a run that accepts changes.
  var misplaced = MisplacedSteps<Feature>()

  /// The source around the last line that advice was written for.
  var lastSource: (step: CallSite, source: TestSource?)?

  /// Creates a session for a feature, an engine with its first state, and their environment.
  init(
    _ reducer: Feature,
    engine: EffectRunner<Feature>,
    environment: TestEnvironment,
    observers: [any StoreObserver],
    clock: TestClock
  ) {
    self.reducer = reducer
    self.engine = engine
    change = mutator.flatMap { $0.change(of: Feature.self, storeAt: environment.site) }
    self.environment = environment
    self.clock = clock
    time = clock
    initial = engine.state
    self.observers = observers
    log = EventLog(from: engine.state, keepsAll: observers.contains(where: \.keepsWholeLog))
    asserted = engine.state
    childStarts = ChildStartCheck(scopes: findChildStarts(in: reducer))
    isWatched = !childStarts.scopes.isEmpty
    engine.owner = self
    engine.messageLimit = environment.stepLimit.load(ordering: .relaxed)
    environment.inFlightEffects.feedbackNeedsSender = !(Feature.self is any FeedbackWording.Type)
    environment.connect(self)
    for observer in observers { observer.begin(self) }
  }
}

extension TestSession {
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

extension TestSession: ExhaustiveScope.Member {
  /// The line of the last step; that of the store before the first step.
  var lastStep: CallSite { environment.step }

  func disconnect() { environment.disconnect() }
}
