package import StoreCore
import StoreDependencies
import Synchronization

/// The session behind a test store: the engine, the event log, and the test's assertions.
///
/// Safety: it is `@unchecked Sendable` for the same reason as ``AnyTestSession``.
package final class TestSession<Feature: Reducer>: AnyTestSession, @unchecked Sendable where Feature.State: Equatable {
  package let reducer: Feature

  /// The change of the reducer; nil outside of mutation tests.
  let change: ReducerChange<Feature>?

  package let engine: EffectRunner<Feature>

  /// The greatest number of work items in one step, and of messages in a row that the feature sends to itself. Beyond
  /// it, they count as an endless loop.
  package var stepLimit: Int {
    get { environment.stepLimit.load(ordering: .relaxed) }
    set {
      environment.stepLimit.store(max(newValue, 1), ordering: .relaxed)
      engine.messageLimit = max(newValue, 1)
    }
  }

  /// The scopes of the feature's children, if the feature routes their messages itself.
  let childScopes: [any ChildStarts<Feature.State>]

  /// The last asserted state.
  package var asserted: Feature.State

  /// The last message that was reduced.
  var newestMessage: ReducedMessage<Feature>?

  /// The last input that was reduced.
  var newestInput: ReducedMessage<Feature>?

  /// The check for hidden differences between two equal states.
  private(set) lazy var hiddenDifferenceCheck = HiddenDifferenceCheck.check(for: Feature.State.self)

  /// The observers of the store's events.
  let observers: [any StoreObserver]

  /// The events of the store.
  package let log: EventLog<Feature>

  /// The invariants of the test.
  package var invariants: [Invariant<Feature>] = [] {
    didSet { isWatched = !invariants.isEmpty || !childScopes.isEmpty }
  }

  /// The state that an observer of a store saw last, while messages are reduced whose results it doesn't see yet.
  var visible: Feature.State?

  let initial: Feature.State

  /// The steps that stand elsewhere than their events happen, in a run that accepts changes.
  var misplaced = MisplacedSteps<Feature>()

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
    change = Hooks.mutator.flatMap { $0.change(of: Feature.self, storeAt: environment.site) }
    initial = engine.state
    self.observers = observers
    log = EventLog(from: engine.state, keepsAll: observers.contains(where: \.keepsWholeLog))
    asserted = engine.state
    childScopes = findChildStarts(in: reducer)
    super.init(
      environment: environment,
      clock: clock,
      states: Feature.State.self,
      wording: Feature.self as? any FeedbackWording.Type
    )
    isWatched = !childScopes.isEmpty
    engine.owner = self
    engine.messageLimit = environment.stepLimit.load(ordering: .relaxed)
    environment.inFlightEffects.feedbackNeedsSender = wording == nil
    environment.connect(self)
    for observer in observers { observer.begin(self) }
  }
}

extension TestSession: ExhaustiveScope.Member {}

extension TestSession: TestEnvironment.ErasedSession {
  var surroundings: (any Surroundings)? { change?.surroundings }

  func enter(_ feedback: any Sendable, from effect: EffectToken) { engine.arrive(feedback, from: effect) }

  func enterEnd(of effect: EffectToken, throwing error: (any Error)?) { engine.end(effect, throwing: error) }

  func noteDrop(of feedback: any Sendable, from effect: EffectToken) { note(.dropped(feedback, sender: effect)) }

  var eventCount: Int { log.count }

  func stopEffects() {
    attachTimeline()
    engine.cancelAll()
    var budget = 10_000
    _ = environment.executor.run(budget: &budget)
    if budget <= 0 { environment.executor.discard() }
    environment.abandon()
  }
}
