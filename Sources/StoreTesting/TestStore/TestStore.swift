public import StoreCore
public import StoreDependencies
import Synchronization

/// A store whose test asserts everything that it does, or fails.
///
/// ```swift
/// let store = TestStore(initialState: Search.State()) {
///   Search()
/// } withDependencies: {
///   $0.searchClient.search = { query in [SearchResult(title: "Result for \(query)")] }
/// }
///
/// await store.send(.queryChanged("swift")) { $0.query = "swift" }
/// await store.clock.advance(by: .milliseconds(300))
/// await store.receive(.searchSucceeded([SearchResult(title: "Result for swift")])) {
///   $0.results = [SearchResult(title: "Result for swift")]
/// }
/// await store.finish()
/// ```
///
/// The store runs the engine that ships in `Store`. Its effects run on the test's own thread, inside the calls of
/// the test, to the point where nothing is left to do; so a test makes the same steps in the same order each time, and
/// what can't happen any more fails at once. Only work outside the test's control is waited for, up to ``timeout``.
///
/// After a failure the store goes on from where it really is, so one mistake is one failure.
///
/// A test store belongs to the task that makes it, on any actor or none.
public final class TestStore<Feature: Reducer> where Feature.State: Equatable {
  /// What stands behind the store.
  package let session: TestSession<Feature>

  /// Makes a store for a test.
  ///
  /// Dependencies are those of tests: what has no test value and is not provided here fails the step that reaches it.
  /// `\.continuousClock` and `\.suspendingClock` are ``clock`` unless another is provided.
  ///
  /// - Parameters:
  ///   - initialState: The first state, made under the store's dependencies.
  ///   - reducer: Makes the feature's logic, under the store's dependencies.
  ///   - updateDependencies: Provides dependencies. It is called once.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    initialState: @autoclosure () -> Feature.State,
    reducer: () -> Feature,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let environment = TestEnvironment(site: site)
    environment.begin(site)
    let clock = TestClock(of: environment)
    let dependencies = testDependencies(clock, environment, updateDependencies)
    let engine = DependencyValues.withValues(dependencies) {
      EffectRunner(state: initialState(), reducer: reducer(), dependencies: dependencies)
    }
    if let mutator = Hooks.mutator { engine.change = mutator.change(of: Feature.self, storeAt: site) }
    session = TestSession(engine: engine, environment: environment, clock: clock)
    for case let clock as TestClock in [dependencies.suspendingClock, dependencies.continuousClock] {
      clock.join(environment)
      session.time = clock
    }
    ExhaustiveScope.current?.add(session)
    session.start(site)
  }

  deinit {
    session.endWithoutFinish()
  }

  /// The last asserted state; inside an assertion closure, the one from before the step.
  public var state: Feature.State { session.asserted }

  /// How much the test must assert.
  public var exhaustivity: Exhaustivity {
    get { session.exhaustivity }
    set { session.exhaustivity = newValue }
  }

  /// How long to wait, at a time, for work outside the test's control: a second, unless it is set.
  ///
  /// Work that the test controls is never waited for.
  public var timeout: Duration {
    get { session.timeout }
    set { session.timeout = newValue }
  }

  /// The clock that the feature sees unless another is provided.
  public var clock: TestClock { session.clock }

  /// Whether each message is reduced twice, to see that the reducer gives the same answer.
  ///
  /// It is on by default, and looks only where it can judge: not in non-exhaustive tests, not where the reducer reads
  /// a dependency, and not where the state holds objects.
  public var checksPurity: Bool {
    get { session.checksPurity }
    set { session.checksPurity = newValue }
  }

  /// Whether a feature must start its children that begin with an effect: with its own first effect those that are there
  /// from the beginning, and the others with the effect of the message that brings them.
  ///
  /// It is on by default, and looks at the children that the feature keeps as `Scope` or `ScopeEach` in its properties.
  /// Switch it off where a child is to begin later. It makes no difference in non-exhaustive tests.
  public var checksChildStarts: Bool {
    get { session.checksChildStarts }
    set { session.checksChildStarts = newValue }
  }

  /// How many pieces of work effects may do in one step without time passing, before they count as running in circles.
  public var stepLimit: Int {
    get { session.environment.stepLimit.load(ordering: .relaxed) }
    set { session.environment.stepLimit.store(max(newValue, 1), ordering: .relaxed) }
  }

  /// The effects that are running, in the order in which they started.
  public var inFlightEffects: [EffectSnapshot] { session.ledger.map(\.snapshot) }

  /// The dependencies that the reducer and its effects see from the next step on.
  ///
  /// What the reducer captured when it was made, and is not set here, stays as it was.
  public var dependencies: DependencyValues {
    get { session.engine.dependencies }
    set { session.engine.dependencies = newValue }
  }
}

@available(*, unavailable)
extension TestStore: Sendable {}

/// The dependencies of a test: the caller's, the clock, and what the test provides.
private func testDependencies(
  _ clock: TestClock,
  _ environment: TestEnvironment,
  _ update: (inout DependencyValues) -> Void
) -> DependencyValues {
  var values = DependencyValues.aroundStore.startingScope(context: .test, observer: environment)
  if !values.isOverridden(ContinuousClockKey.self) { values.continuousClock = clock }
  if !values.isOverridden(SuspendingClockKey.self) { values.suspendingClock = clock }
  values.update(update)
  return values
}
