import Observation

/// Observes what is read, and runs a closure on the main actor before the first change of it.
@MainActor
func withTracking(_ read: () -> Void, onChange: @escaping @MainActor @Sendable () -> Void) {
  withObservationTracking(read) {
    MainActor.assumeIsolated(onChange)
  }
}

/// Observes what is read, and counts how often it is told of a change.
@MainActor
final class Observer {
  /// How often a change was told.
  private(set) var changes = 0

  /// Begins to observe.
  init(_ read: @escaping @MainActor () -> Void) {
    observe(read)
  }

  /// Observes repeatedly, as a view does.
  private func observe(_ read: @escaping @MainActor () -> Void) {
    withTracking(read) { [weak self] in
      guard let self else { return }
      changes += 1
      observe(read)
    }
  }
}
