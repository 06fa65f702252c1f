import StoreCore
import StoreDependencies
import StoreTesting

/// The mutants that the tests of a generated suite notice.
///
/// A test notices a mutant exactly if it would be written otherwise.
struct SuiteMutants<Feature: Reducer> where Feature.State: Equatable {
  /// A run whose events are not those of the feature.
  private struct Deviation: Error {}

  private let driver: SuiteDriver<Feature>
  private let scope: MutationScope
  private let site: CallSite

  init(_ driver: SuiteDriver<Feature>, _ site: CallSite) {
    self.driver = driver
    self.site = site
    scope = MutationScope(MutationScope.Options(feature: driver.feature))
  }

  var report: MutationReport { scope.report }

  /// The mutants that no chosen test has noticed.
  var survivors: Set<Mutant> { scope.survivors }

  /// Tries the mutants that no chosen test has noticed, with a test that is chosen.
  ///
  /// - Parameters:
  ///   - run: A way whose test is written.
  ///   - isolation: The actor of the test.
  func choose(_ run: SuiteRun, isolation: isolated (any Actor)?) async throws {
    try await scope.run(body(of: run, isolation), name: run.words.joined(separator: ", "), site: site)
  }

  /// Returns whether a test notices a mutant that no chosen test has noticed.
  ///
  /// - Parameters:
  ///   - run: A way whose test is written.
  ///   - isolation: The actor of the test.
  func noticesMore(_ run: SuiteRun, isolation: isolated (any Actor)?) async throws -> Bool {
    try await !noticed(by: run, among: survivors, isolation: isolation).isEmpty
  }

  /// Returns the mutants that a test notices.
  ///
  /// - Parameters:
  ///   - run: A way whose test is written.
  ///   - mutants: The mutants to try.
  ///   - isolation: The actor of the test.
  func noticed(
    by run: SuiteRun,
    among mutants: Set<Mutant>,
    isolation: isolated (any Actor)?
  ) async throws -> Set<Mutant> {
    let body = body(of: run, isolation)
    try await scope.run(body, name: run.words.joined(separator: ", "), site: site, tryingOnly: mutants)
    return mutants.intersection(scope.killed)
  }

  private func body(of run: SuiteRun, _ isolation: isolated (any Actor)?) -> TestBody {
    let repetition = Repetition(driver: driver, run: run)
    // A closure with captures isn't isolated, hence the parameter.
    return TestBody {
      let now = try await repetition.perform(on: isolation)
      guard Self.code(of: now) == Self.code(of: run) else { throw Deviation() }
    }
  }

  /// Returns the lines of a test without its remarks, which no test run can notice.
  static func code(of run: SuiteRun) -> [Substring] {
    run.parts.joined().flatMap { $0.split(separator: "\n") }.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
  }
}

/// The repetition of a way on the actor of its test, to which the commands and invariants belong.
///
/// Safety: it is `@unchecked Sendable` because Swift Testing runs the observed code on another executor. The caller
/// waits for each run, which happens on the caller's actor.
private struct Repetition<Feature: Reducer>: @unchecked Sendable where Feature.State: Equatable {
  let driver: SuiteDriver<Feature>
  let run: SuiteRun

  func perform(on isolation: isolated (any Actor)?) async throws -> SuiteRun {
    try await driver.perform(run.steps, writes: true, asserting: run.stepsWithEffects, isolation: isolation)
  }
}
