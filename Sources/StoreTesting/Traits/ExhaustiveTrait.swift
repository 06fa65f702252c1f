import StoreCore
import StoreDependencies
import Synchronization
public import Testing

/// Ends every test store of a test, so that none can be forgotten.
public struct ExhaustiveTrait: TestTrait, SuiteTrait, TestScoping {
  private let level: Exhaustivity

  init(level: Exhaustivity) {
    self.level = level
  }

  /// Suites pass the trait on to the suites and tests in them.
  public var isRecursive: Bool { true }

  /// Runs a test, and then ends the stores that it has made.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await ExhaustiveScope(level: level).run(function)
  }
}

extension Trait where Self == ExhaustiveTrait {
  /// Ends every test store of the test, as if each had called `finish()`.
  ///
  /// ```swift
  /// @Suite(.exhaustive) struct SearchTests { ... }
  /// ```
  public static var exhaustive: Self { .exhaustive(.on) }

  /// Ends every test store of the test, and lets stores begin at a level of exhaustivity.
  ///
  /// - Parameter level: The level.
  public static func exhaustive(_ level: Exhaustivity) -> Self { Self(level: level) }
}

/// The test stores that one test has made.
package final class ExhaustiveScope: Sendable {
  /// The scope of the running test, if it has the trait.
  @TaskLocal package static var current: ExhaustiveScope?

  /// Something that comes to an end with the test.
  protocol Member: AnyObject, Sendable {
    /// The line of the last step that the test has made of it.
    var lastStep: CallSite { get }

    func finish(timeout: Duration?, _ site: CallSite) async

    /// Ends it without a word about what is left.
    func abandon() async
  }

  private let level: Exhaustivity

  /// What comes to an end with the test, in the order in which it was made.
  private let members = Mutex<[any Member]>([])

  init(level: Exhaustivity) {
    self.level = level
  }

  /// Runs code, and then ends the stores that it has made.
  ///
  /// An inner suite's trait comes within an outer one's; the innermost scope ends the stores.
  func run(_ body: () async throws -> Void) async throws {
    do {
      try await Self.$current.withValue(self) { try await body() }
    } catch {
      // What a test that broke off has left over follows from that, and is no news. Its effects must end all the same.
      await abandon()
      throw error
    }
    await finish()
  }

  /// Runs code that a test runs several times, and ends the stores of this one time, if somebody would end those of the test.
  package static func runOnce(_ body: () async throws -> Void) async throws {
    guard let current else { return try await body() }
    try await Self(level: current.level).run(body)
  }

  /// Takes charge of a store.
  func add<Feature: Reducer>(_ session: TestSession<Feature>) {
    session.exhaustivity = level
    session.isFinishedByScope = true
    members.withLock { $0.append(session) }
  }

  /// Ends everything without a word about what is left.
  func abandon() async {
    for member in members.withLock(\.self) { await member.abandon() }
  }

  func finish() async {
    for member in members.withLock(\.self) {
      await member.finish(timeout: nil, member.lastStep)
    }
  }
}
