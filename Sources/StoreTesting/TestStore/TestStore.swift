public import StoreCore
public import StoreDependencies
import Synchronization

/// A store for tests that fails unless the test asserts all of its events.
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
/// The store runs the same engine as `Store`. Its effects run on the test's own thread during the calls of the test,
/// until no work is left; for a test on the main actor on another one, while the test waits. So a test runs the same
/// steps in the same order each time, and fails at once if an expected event can no longer happen. The test waits only
/// for work outside of its control, up to ``timeout``.
///
/// Without the accelerator, as on Apple platforms, `Task {}` and `Task.detached` of an effect run on the thread pool. A
/// step that finds nothing then also waits for an effect with several tasks, up to ``timeout``.
///
/// After a failure the test continues from the store's actual state. Further disagreements of the test and the store may
/// follow from it, so they are warnings that name it.
///
/// A test store belongs to the task that creates it, on any actor or none.
public final class TestStore<Feature: Reducer> where Feature.State: Equatable {
  package let session: TestSession<Feature>

  private let startGroup: EffectGroup

  /// Creates a store for a test.
  ///
  /// The context of its dependencies is `.test`: a use of a dependency without a test value and without an override
  /// fails the current step. By default, `\.continuousClock` and `\.suspendingClock` are ``clock``.
  ///
  /// - Parameters:
  ///   - initialState: The initial state, created under the store's dependencies.
  ///   - reducer: Makes the reducer of the feature, under the store's dependencies.
  ///   - updateDependencies: Changes the dependencies. It is called once.
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
    let observers = Hooks.observers(ofStoreAt: site)
    let environment = TestEnvironment(site: site, observers: observers)
    environment.begin(site)
    let clock = TestClock(of: environment)
    let dependencies = testDependencies(clock: clock, environment: environment, update: updateDependencies)
    let (engine, reducer) = DependencyValues.withValues(dependencies) {
      (EffectRunner<Feature>(state: initialState(), dependencies: dependencies), reducer())
    }
    session = TestSession(
      reducer,
      engine: engine,
      environment: environment,
      observers: observers,
      clock: clock
    )
    for case let clock as TestClock in [dependencies.suspendingClock, dependencies.continuousClock] {
      clock.join(environment)
      session.time = clock
    }
    environment.acceptance?.begin("TestStore", at: site, firstEvent: 0)
    ExhaustiveScope.current?.add(session)
    startGroup = session.start(site)
  }

  deinit {
    session.release()
  }

  /// The last asserted state. Inside an assertion closure, the state before the step.
  public var state: Feature.State { session.asserted }

  /// The events that the test must assert.
  public var exhaustivity: Exhaustivity {
    get { session.exhaustivity }
    set { session.exhaustivity = newValue }
  }

  /// The longest wait for work outside of the test's control in one step; by default, one second.
  ///
  /// The test never waits for work that it controls. Without the accelerator, it doesn't control an effect of several
  /// tasks while one of them sleeps.
  public var timeout: Duration {
    get { session.timeout }
    set { session.timeout = newValue }
  }

  /// The clock that the feature uses by default.
  public var clock: TestClock { session.clock }

  /// Whether each message is reduced twice, to check that the reducer returns the same result.
  ///
  /// It is true by default. The check is skipped in non-exhaustive tests, if the reducer reads a dependency, and if the
  /// state contains objects.
  public var checksPurity: Bool {
    get { session.purity.isEnabled }
    set { session.purity.isEnabled = newValue }
  }

  /// Whether a feature must start its children that have a start effect. Initial children are started with the
  /// feature's own start effect, others with the effect of the message that adds them.
  ///
  /// It is true by default, and checks the children in the feature's `Scope` and `ScopeEach` properties. Set it to
  /// false if a child starts later. It has no effect in non-exhaustive tests.
  public var checksChildStarts: Bool {
    get { session.childStarts.isEnabled }
    set { session.childStarts.isEnabled = newValue }
  }

  /// The number of work items after which effects count as an endless loop, if they run them in one step without time
  /// passing; by default, 100,000.
  ///
  /// It is also the number of messages that the feature may send to itself in a row.
  public var stepLimit: Int {
    get { session.stepLimit }
    set { session.stepLimit = newValue }
  }

  /// The effects that are running, in the order in which they started.
  public var inFlightEffects: [EffectSnapshot] { session.ledger.map(\.snapshot) }

  /// A handle on all work that follows from the feature's `start`.
  ///
  /// The effects of a feature that lives as long as its app, such as the first screen, have no other end:
  ///
  /// ```swift
  /// await store.startTask.cancel()
  /// await store.finish()
  /// ```
  public var startTask: TestStoreTask {
    TestStoreTask(TestStoreTask.Work(environment: session.environment, group: startGroup))
  }

  /// The dependencies of the reducer and its effects, beginning with the next step.
  ///
  /// Dependencies that the reducer captured at its creation remain unchanged, unless they are set here.
  public var dependencies: DependencyValues {
    get { session.engine.dependencies }
    set {
      session.noteChangeOfDependencies()
      session.engine.dependencies = newValue
    }
  }
}

@available(*, unavailable)
extension TestStore: Sendable {}

/// Returns the dependencies of a test: the caller's, the clock, and the test's overrides.
private func testDependencies(
  clock: TestClock,
  environment: TestEnvironment,
  update: (inout DependencyValues) -> Void
) -> DependencyValues {
  var values = DependencyValues.aroundStore.startingScope(context: .test, observer: environment)
  if !values.isOverridden(ContinuousClockKey.self) { values.continuousClock = clock }
  if !values.isOverridden(SuspendingClockKey.self) { values.suspendingClock = clock }
  values.update(update)
  return values
}
