/// A value that runs a closure in its `deinit`.
final class ReleaseAction: Sendable, Hashable {
  private let action: @MainActor @Sendable () -> Void
  private let isLater: Bool

  /// Creates a value that runs a closure on the main actor when it is released.
  ///
  /// - Parameter isLater: Whether any thread may release the value. The closure then runs later.
  init(isLater: Bool = false, _ action: @escaping @MainActor @Sendable () -> Void) {
    self.action = action
    self.isLater = isLater
  }

  deinit {
    if isLater { Task(operation: action) } else { MainActor.assumeIsolated(action) }
  }

  static func == (first: ReleaseAction, second: ReleaseAction) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A value that runs a closure whenever it is compared or hashed.
struct ComparisonAction: Hashable, Sendable {
  let id: Int
  let action: @MainActor @Sendable () -> Void

  /// Creates a value that must be compared and hashed on the main actor.
  init(_ id: Int, _ action: @escaping @MainActor @Sendable () -> Void) {
    self.id = id
    self.action = action
  }

  static func == (first: Self, second: Self) -> Bool {
    MainActor.assumeIsolated(first.action)
    return first.id == second.id
  }

  func hash(into hasher: inout Hasher) {
    MainActor.assumeIsolated(action)
    hasher.combine(id)
  }
}
