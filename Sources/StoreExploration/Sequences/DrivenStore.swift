import StoreCore
import StoreDependencies
import StoreTesting

/// A real test store that an exploration drives step by step, without assertions.
struct DrivenStore<Feature: Reducer> where Feature.State: Equatable {
  /// A step that isn't possible where it should be taken.
  struct Obstacle: Error {}

  /// The number of work items after which a step counts as an endless loop.
  private static var stepLimit: Int { 1_000 }

  let session: TestSession<Feature>
  let site: CallSite

  /// Runs code with a new store whose log keeps all events, and ends the store.
  ///
  /// - Parameters:
  ///   - makeStore: Creates the store.
  ///   - site: The line of the exploration.
  ///   - observers: What else sees the store.
  ///   - isolation: The actor of the test, on which the store is made.
  ///   - body: The code.
  /// - Throws: The error of `makeStore` or the code.
  static func withNewStore<Result>(
    _ makeStore: () throws -> TestStore<Feature>,
    at site: CallSite,
    observers: [any Observer] = [],
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Self) async throws -> Result
  ) async throws -> Result {
    /// Makes the store on the actor, which the closures around it leave.
    func onNewStore(isolation: isolated (any Actor)?) async throws -> Result {
      let store = try makeStore()
      defer { withExtendedLifetime(store) {} }
      guard !store.session.isEnded else {
        reportMisuse(
          "The closure has returned a store that has ended.",
          details: "It makes a store for each run. Make the store in the closure.",
          at: site
        )
        throw Obstacle()
      }
      let driven = Self(session: store.session, site: site)
      let result: Result
      do {
        result = try await body(driven)
      } catch {
        await driven.session.endSequence()
        throw error
      }
      await driven.session.endSequence()
      return result
    }
    return try await Hooks.$observers.withValue(observers + [WholeLog()]) {
      try await ExhaustiveScope.$current.withValue(nil) {
        try await DependencyValues.withOwnDefaults { try await onNewStore(isolation: isolation) }
      }
    }
  }

  /// Runs the start effects until they wait.
  func begin() async {
    session.environment.gates.answersGatesManually = true
    session.limitSteps(to: Self.stepLimit)
    await session.beginSequence(site)
  }

  /// The possible answers to each waiting call, by gate, in the order of the gates' names.
  ///
  /// The calls are in the order in which their effects have started, which is part of a situation. The order of the calls
  /// themselves isn't, and the feature can't see it.
  var calls: [(gate: String, answers: [[OpenAnswer]])] {
    session.environment.gates.openAnswers.sorted { $0.key < $1.key }.map { ($0.key, Self.inOrderOfEffects($0.value)) }
  }

  private static func inOrderOfEffects(_ calls: [[OpenAnswer]]) -> [[OpenAnswer]] {
    let numbers = calls.map { $0.first?.call.effectNumber ?? .max }
    return calls.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { calls[$0] }
  }

  /// The gates with calls that no answer is declared for.
  var silentGates: [String] { calls.filter { $0.answers.contains(where: \.isEmpty) }.map(\.gate) }

  /// Returns the possible answers to a waiting call.
  ///
  /// - Parameters:
  ///   - call: The position of the call among ``calls``.
  ///   - gate: The name of the gate.
  /// - Throws: An ``Obstacle`` if there is no such call.
  func answers(to call: Int, at gate: String) throws -> [OpenAnswer] {
    let calls = Self.inOrderOfEffects(session.environment.gates.openAnswers(at: gate))
    guard calls.indices.contains(call) else { throw Obstacle() }
    return calls[call]
  }

  /// Answers a waiting call.
  func give(_ answer: OpenAnswer) async {
    await session.act(site) { answer.give() }
  }

  /// The time until a sleep ends; nil without one.
  var nextDeadline: Duration? { session.time.pendingSleeps.first.map { session.time.now.duration(to: $0.deadline) } }

  /// The time until a sleep or an interval ends; nil without any.
  var nextWake: Duration? { ([nextDeadline].compactMap(\.self) + session.engine.openIntervals).min() }

  /// Lets time pass until something wakes.
  ///
  /// - Returns: How long that takes.
  /// - Throws: An ``Obstacle`` if nothing waits for time.
  func passToNextWake() async throws -> Duration {
    guard let duration = nextWake else { throw Obstacle() }
    await pass(duration)
    return duration
  }

  func pass(_ duration: Duration) async { await session.pass(duration, site) }
}
