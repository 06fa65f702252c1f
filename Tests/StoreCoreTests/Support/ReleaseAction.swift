/// A value that runs a closure in its `deinit`.
final class ReleaseAction: Sendable, Hashable {
  /// The closure to run.
  private let action: @MainActor @Sendable () -> Void

  /// Whether the value may be released anywhere, and the closure is run on the main actor later.
  private let isLater: Bool

  /// Makes a value that is released on the main actor, and runs a closure there.
  ///
  /// - Parameters:
  ///   - isLater: Whether the value may be released anywhere, and the closure is run on the main actor later.
  ///   - action: What to do.
  init(isLater: Bool = false, _ action: @escaping @MainActor @Sendable () -> Void) {
    self.action = action
    self.isLater = isLater
  }

  deinit {
    if isLater { Task(operation: action) } else { MainActor.assumeIsolated(action) }
  }

  /// Whether both are the same object.
  static func == (first: ReleaseAction, second: ReleaseAction) -> Bool { first === second }

  /// Feeds the identity into a hasher.
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A value that runs a closure whenever it is compared or hashed.
struct ComparisonAction: Hashable, Sendable {
  /// The compared property.
  let id: Int

  /// The closure to run.
  let action: @MainActor @Sendable () -> Void

  /// Makes a value that is compared on the main actor, and runs a closure there.
  init(_ id: Int, _ action: @escaping @MainActor @Sendable () -> Void) {
    self.id = id
    self.action = action
  }

  /// Runs the closure, and compares the ids.
  static func == (first: Self, second: Self) -> Bool {
    MainActor.assumeIsolated(first.action)
    return first.id == second.id
  }

  /// Runs the closure, and feeds the id into a hasher.
  func hash(into hasher: inout Hasher) {
    MainActor.assumeIsolated(action)
    hasher.combine(id)
  }
}
