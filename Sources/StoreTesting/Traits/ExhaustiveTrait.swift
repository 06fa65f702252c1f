import StoreCore
import StoreDependencies
import Synchronization
public import Testing

/// A trait that ends every test store of a test.
public struct ExhaustiveTrait: TestTrait, SuiteTrait, TestScoping {
  private let level: Exhaustivity

  init(level: Exhaustivity) {
    self.level = level
  }

  /// True: suites pass the trait on to their suites and tests.
  public var isRecursive: Bool { true }

  /// Runs a test, and then ends its stores.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await TestRun.scope { try await ExhaustiveScope(level: level).run(function) }
  }
}

extension Trait where Self == ExhaustiveTrait {
  /// A trait that ends every test store of the test, as if the test had called `finish()` on each.
  ///
  /// ```swift
  /// @Suite(.exhaustive) struct SearchTests { ... }
  /// ```
  public static var exhaustive: Self { .exhaustive(.on) }

  /// Returns a trait that ends every test store of the test, and sets the exhaustivity of its stores.
  ///
  /// - Parameter level: The level.
  public static func exhaustive(_ level: Exhaustivity) -> Self { Self(level: level) }
}

/// The test stores of one test.
package final class ExhaustiveScope: Sendable {
  /// The scope of the running test, if it has the trait.
  @TaskLocal package static var current: ExhaustiveScope?

  /// An object that ends with the test.
  protocol Member: AnyObject, Sendable {
    /// The line of the last step.
    var lastStep: CallSite { get }

    func finish(timeout: Duration?, _ site: CallSite) async

    /// Ends the object without reports.
    func abandon() async

    /// Breaks the reference cycle between the object and its environment.
    func disconnect()
  }

  private let level: Exhaustivity

  /// The objects that end with the test, in the order of their creation; nil after the test.
  private let members = Mutex<[any Member]?>([])

  init(level: Exhaustivity) {
    self.level = level
  }

  /// Runs code, and then ends its stores.
  ///
  /// The scope of an inner suite's trait is nested in that of an outer one. The innermost scope ends the stores.
  func run(_ body: () async throws -> Void) async rethrows {
    do {
      try await Self.$current.withValue(self) { try await body() }
    } catch {
      // After an error, unasserted events are expected, so they aren't reported. The effects must still end.
      await abandon()
      throw error
    }
    await finish()
  }

  /// Runs a part of a test, such as one of its repetitions, and then ends the stores of this part, if the test has the
  /// trait.
  package static func runOnce(_ body: () async throws -> Void) async rethrows {
    guard let current else { return try await body() }
    try await Self(level: current.level).run(body)
  }

  /// Registers a store. A store that a task creates after the test ends on its release.
  func add<Feature: Reducer>(_ session: TestSession<Feature>) {
    session.exhaustivity = level
    session.isFinishedByScope = members.withLock { members in
      members?.append(session)
      return members != nil
    }
  }

  /// Ends all objects without reports.
  func abandon() async {
    for member in takeMembers() {
      await member.abandon()
      member.disconnect()
    }
  }

  func finish() async {
    for member in takeMembers() {
      await member.finish(timeout: nil, member.lastStep)
      member.disconnect()
    }
  }

  /// Removes and returns all objects. A task that retains its task locals retains the scope, and must not retain the
  /// stores.
  private func takeMembers() -> [any Member] {
    members.withLock { $0.take() ?? [] }
  }
}
