import StoreDependencies
import Synchronization

/// The test stores of one test.
package final class ExhaustiveScope: Sendable {
  /// The scope of the running test, if it has the trait.
  @TaskLocal package static var current: ExhaustiveScope?

  /// An object that ends with the test.
  protocol Member: AnyObject, Sendable {
    var exhaustivity: Exhaustivity { get set }

    /// Whether a trait of the test ends the object.
    var isFinishedByScope: Bool { get set }

    /// The line of the last step.
    var lastStep: CallSite { get }

    func finish(timeout: Duration?, at site: CallSite) async

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
  func add(_ member: any Member) {
    member.exhaustivity = level
    member.isFinishedByScope = members.withLock { members in
      members?.append(member)
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
      await member.finish(timeout: nil, at: member.lastStep)
      member.disconnect()
    }
  }

  /// Removes and returns all objects. A task that retains its task locals retains the scope, and must not retain the
  /// stores.
  private func takeMembers() -> [any Member] {
    members.withLock { $0.take() ?? [] }
  }
}
