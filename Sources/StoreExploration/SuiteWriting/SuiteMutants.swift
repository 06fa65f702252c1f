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

  /// Tries the mutants that no test has noticed yet.
  ///
  /// - Parameters:
  ///   - run: A way whose test is written.
  ///   - isolation: The actor of the test.
  /// - Returns: Whether the way notices one of them.
  func noticesMore(_ run: SuiteRun, isolation: isolated (any Actor)?) async throws -> Bool {
    let before = scope.report.killed
    let repetition = Repetition(driver: driver, run: run)
    // A closure with captures isn't isolated, hence the parameter.
    let body = TestBody {
      let now = try await repetition.perform(on: isolation)
      guard Self.code(of: now) == Self.code(of: run) else { throw Deviation() }
    }
    try await scope.run(body, name: run.words.joined(separator: ", "), site: site)
    return scope.report.killed > before
  }

  /// Returns the lines of a test without its remarks, which no test run can notice.
  private static func code(of run: SuiteRun) -> [Substring] {
    run.lines.flatMap { $0.split(separator: "\n") }.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
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
    try await driver.perform(run.steps, writes: true)
  }
}
